'use strict';

const { factories } = require('@strapi/strapi');

module.exports = factories.createCoreRouter('api::homepage.homepage', { only: ['find'] });

'use strict';

const { factories } = require('@strapi/strapi');

module.exports = factories.createCoreRouter('api::terms-of-use.terms-of-use', { only: ['find'] });

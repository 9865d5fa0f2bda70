'use strict';

const { factories } = require('@strapi/strapi');

module.exports = factories.createCoreRouter('api::privacy-policy.privacy-policy', { only: ['find'] });

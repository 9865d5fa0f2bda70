'use strict';

const { factories } = require('@strapi/strapi');

module.exports = factories.createCoreService('api::terms-of-use.terms-of-use');

'use strict';

module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT'),
  app: { keys: env.array('APP_KEYS') },
  logger: { startup: { enabled: false }, updates: { enabled: false } },
});

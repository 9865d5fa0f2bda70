'use strict';

// GraphQL lists hold at most `defaultLimit` rows when nothing is asked for; its own ten would cut locales and repeated
// components short.
module.exports = () => ({
  graphql: {
    config: {
      shadowCRUD: true,
      defaultLimit: 100,
      maxLimit: 100,
      depthLimit: 10,
      landingPage: false,
      apolloServer: { introspection: true },
    },
  },
});

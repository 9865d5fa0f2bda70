import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { createFetch } from '@/lib/graphql/fetch';
import { createRetryLink } from '@/lib/graphql/links';

/**
 * The client of the content service. It has a store of its own and never carries a session's token: the server forwards to
 * the service, with a token that no browser sees (design §4.6).
 */
export const contentClient = new ApolloClient({
  cache: new InMemoryCache({ typePolicies: { Homepage: { keyFields: false }, Footer: { keyFields: false } } }),
  link: createRetryLink().concat(new HttpLink({ uri: '/content/graphql', fetch: createFetch(() => undefined) })),
});

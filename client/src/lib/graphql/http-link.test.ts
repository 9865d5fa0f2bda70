import { createHash, webcrypto } from 'node:crypto';
import { ApolloClient, InMemoryCache, gql } from '@apollo/client';
import { print } from '@apollo/client/utilities';
import { HttpResponse, http } from 'msw';
import { server } from '@/testing/server';
import { createHttpLink } from './http-link';

const SITE = gql`
  query Site {
    language
  }
`;
const TEXT = print(SITE);
const DIGEST = createHash('sha256').update(TEXT).digest('hex');

interface Body {
  query?: string;
  extensions?: { persistedQuery?: { version: number; sha256Hash: string } };
}

/** Asks a server that knows the given digests; returns its answer and what it received. */
async function ask({ known }: { known: string[] }) {
  const received: Body[] = [];
  server.use(
    http.post<never, Body>('http://breachlight.test/graphql', async ({ request }) => {
      const body = await request.json();
      received.push(body);
      const digest = body.extensions?.persistedQuery?.sha256Hash ?? '';
      if (body.query !== undefined || known.includes(digest)) return HttpResponse.json({ data: { language: 'en' } });
      const error = { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } };
      return HttpResponse.json({ errors: [error] }, { status: 400 });
    }),
  );
  const link = createHttpLink({ uri: 'http://breachlight.test/graphql' });
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const { data } = await client.query({ query: SITE });
  return { data, received };
}

// jsdom has no `crypto.subtle`, like browsers on http: addresses.
const onSecurePage = () => vi.stubGlobal('crypto', webcrypto);

it('sends the digest in place of the document', async () => {
  onSecurePage();
  const { data, received } = await ask({ known: [DIGEST] });
  expect(data).toEqual({ language: 'en' });
  expect(received).toMatchObject([{ extensions: { persistedQuery: { version: 1, sha256Hash: DIGEST } } }]);
  expect(received[0]).not.toHaveProperty('query');
});

it('sends the document where the server does not know the digest', async () => {
  onSecurePage();
  const { data, received } = await ask({ known: [] });
  expect(data).toEqual({ language: 'en' });
  expect(received.map(({ query }) => query)).toEqual([undefined, TEXT]);
});

it('sends the document at once where no digest can be computed', async () => {
  const { data, received } = await ask({ known: [] });
  expect(data).toEqual({ language: 'en' });
  expect(received.map(({ query, extensions }) => [query, extensions?.persistedQuery])).toEqual([[TEXT, undefined]]);
});

import { HttpResponse } from 'msw';
import { api, server } from '@/testing/server';
import { createFetcher } from './fetcher';

const fetcher = createFetcher({ path: '/graphql', sessionToken: () => Promise.resolve('session') });

/** Answers every operation, and returns what was received. */
function record() {
  const received: { query: string; operationName: string | undefined; authorization: string | null }[] = [];
  server.use(
    api.operation(({ query, operationName, request }) => {
      received.push({ query, operationName, authorization: request.headers.get('authorization') });
      return HttpResponse.json({ data: {} });
    }),
  );
  return received;
}

it('sends the token of the dashboard session, unless a header was typed', async () => {
  const received = record();
  await fetcher({ query: '{ viewer { id } }' });
  await fetcher({ query: '{ viewer { id } }' }, { headers: { Authorization: 'Bearer key' } });
  expect(received.map(({ authorization }) => authorization)).toEqual(['Bearer session', 'Bearer key']);
});

it('asks for the operation of the query where the editor still names the one before', async () => {
  const received = record();
  await fetcher({ query: 'query New { viewer { id } }', operationName: 'Old' });
  await fetcher({ query: 'query One { viewer { id } } query Two { viewer { id } }', operationName: 'Two' });
  expect(received.map(({ operationName }) => operationName)).toEqual(['New', 'Two']);
});

it('says in a result that the server was not reached', async () => {
  server.use(api.operation(() => HttpResponse.error()));
  expect(await fetcher({ query: '{ viewer { id } }' })).toEqual({
    errors: [{ message: 'Cannot connect to the server. Please check your internet connection.' }],
  });
});

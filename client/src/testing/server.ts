import { graphql } from 'msw/graphql';
import { setupServer } from 'msw/node';
import { dataResponse, assignees } from './fixtures';

/** Handlers of our GraphQL endpoint. */
export const api = graphql.link('*/graphql');

/**
 * The server of the tests: each test says with `server.use` what it answers; a request that nobody expects fails. What
 * pages ask besides the subject of most tests is answered until one says otherwise.
 */
export const server = setupServer(
  api.query('Assignees', () => dataResponse(assignees())),
  api.query('SavedViews', () => dataResponse({ savedViews: [] })),
  api.subscription('DetectionsCounted', () => undefined),
);

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

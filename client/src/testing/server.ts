import { graphql } from 'msw/graphql';
import { setupServer } from 'msw/node';

/** The server of the tests: each test says with `server.use` what it answers; a request that nobody expects fails. */
export const server = setupServer();

/** Handlers of our GraphQL endpoint. */
export const api = graphql.link('*/graphql');

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

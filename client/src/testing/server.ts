import { graphql } from 'msw/graphql';
import { setupServer } from 'msw/node';
import { assignees, bulkDisclosure, dataResponse, exposure, notifications, ownLeaks } from './fixtures';

/** Handlers for our GraphQL endpoint. */
export const api = graphql.link('*/graphql');

/**
 * Mock server. Tests add responses with `server.use`; unexpected requests fail. Common background requests have default
 * responses.
 */
export const server = setupServer(
  api.query('Assignees', () => dataResponse(assignees())),
  api.query('BulkDisclosure', () => dataResponse(bulkDisclosure(true))),
  api.query('ExportLimits', () => dataResponse(bulkDisclosure(true))),
  api.query('Exposure', () => dataResponse(exposure({ isEmpty: true }))),
  api.query('Notifications', () => dataResponse(notifications())),
  api.query('OwnLeaks', () => dataResponse(ownLeaks())),
  api.query('PortalDetections', () => dataResponse({ alerts: { __typename: 'AlertPage', total: 0 } })),
  api.query('SavedViews', () => dataResponse({ savedViews: [] })),
  api.subscription('DetectionsCounted', () => undefined),
  api.subscription('DetectionsTriaged', () => undefined),
  api.subscription('DetectionsChanged', () => undefined),
);

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

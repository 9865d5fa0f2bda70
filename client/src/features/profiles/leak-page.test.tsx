import { act, screen, waitFor, within } from '@testing-library/react';
import type { GraphQLSubscription } from 'msw/graphql';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt, openerOf } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { LeakProfileQuery, ProfileDetectionsQuery } from './profiles.generated';

const ADDRESS = `/dashboard/leaks/${encodeURIComponent('Forum/2024 #1')}`;

const leak = (change: Partial<NonNullable<LeakProfileQuery['leak']>> = {}): LeakProfileQuery => ({
  leak: {
    __typename: 'Leak',
    name: 'Forum/2024 #1',
    title: 'Invented Forum',
    domain: 'forum.example',
    kind: 'TABLE_DUMP',
    breachDate: '2024-02-01',
    addedDate: '2024-03-01T10:00:00Z',
    pwnCount: 1_234_567,
    description: 'In February 2024, an invented forum lost its users.',
    dataClasses: ['Email addresses', 'Passwords'],
    isVerified: false,
    isFabricated: false,
    isSensitive: true,
    isSpamList: false,
    isMalware: false,
    attribution: null,
    retractedDate: null,
    detections: {
      __typename: 'LeakDetections',
      total: 3,
      open: 2,
      isExact: true,
      people: 2,
      known: 1,
      firstDetectedAt: '2026-11-01T08:00:00Z',
      lastDetectedAt: '2026-11-20T08:00:00Z',
      trend: [...Array.from({ length: 88 }, () => 0), 1, 2],
    },
    ...change,
  },
});

const rows: ProfileDetectionsQuery = {
  alerts: {
    __typename: 'AlertPage',
    total: 12,
    results: [
      {
        __typename: 'Alert',
        id: 'd1',
        datetime: '2026-11-20T08:00:00Z',
        isClosed: false,
        domain: null,
        user: { __typename: 'AlertUser', id: 'p1', email: 'jo@acme.example' },
        severity: { __typename: 'Severity', score: 60, level: 'HIGH' },
        breachRecord: {
          __typename: 'BreachRecord',
          url: 'https://shop.example/login',
          host: 'shop.example',
          app: null,
          usernames: ['jo@acme.example'],
        },
      },
    ],
  },
};

function respond(answer: LeakProfileQuery, detections: ProfileDetectionsQuery = rows) {
  const asked: unknown[] = [];
  server.use(
    api.query('LeakProfile', ({ variables }) => {
      asked.push(variables);
      return dataResponse(answer);
    }),
    api.query('ProfileDetections', ({ variables }) => {
      asked.push(variables);
      return dataResponse(detections);
    }),
  );
  return asked;
}

it('shows what the leak is, how much of the account is in it, and its detections', async () => {
  const asked = respond(leak());
  const { user, address } = openAt(ADDRESS);
  expect(await screen.findByRole('heading', { level: 1, name: 'Invented Forum' })).toBeVisible();
  expect(asked).toContainEqual({ name: 'Forum/2024 #1' });
  expect(screen.getByText('1,234,567')).toBeVisible();
  expect(screen.getByText('2 open')).toBeVisible();
  expect(screen.getByText('Sensitive')).toBeVisible();
  expect(screen.getByText('Unverified')).toBeVisible();
  expect(screen.getByText('Email addresses')).toBeVisible();
  expect(screen.getByText(/^1 more of your detections is confirmed/)).toBeVisible();
  expect(screen.getByRole('img', { name: '3 detections in the last 90 days' })).toBeVisible();
  const table = await screen.findByRole('table', { name: 'Latest detections' });
  const opener = await within(table).findByRole('button', { name: openerOf('jo@acme.example') });
  expect(asked).toContainEqual({ filter: { leakName: 'Forum/2024 #1' }, page: 1, pageSize: 10 });
  expect(await axeViolations()).toEqual([]);
  expect(await screen.findByRole('link', { name: 'Show in Workforce' })).toHaveAttribute(
    'href',
    '/dashboard/alerts?state=all&leak=Forum%2F2024+%231',
  );
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(asked).toContainEqual({ filter: { leakName: 'Forum/2024 #1' }, page: 2, pageSize: 10 }));
  await user.click(opener);
  await waitFor(() => expect(address()).toBe('/dashboard/alerts?state=all&leak=Forum%2F2024+%231&detection=d1'));
});

it('says that a leak is unknown or hidden', async () => {
  respond({ leak: null });
  openAt(ADDRESS);
  expect(await screen.findByText('Leak not found')).toBeVisible();
});

it('offers to try again after a failure', async () => {
  server.use(api.query('LeakProfile', () => errorResponse('Internal error', 'INTERNAL')));
  const { user } = openAt(ADDRESS);
  const again = await screen.findByRole('button', { name: 'Try again' });
  respond(leak({ retractedDate: '2026-11-02T00:00:00Z', dataClasses: [], description: '' }), {
    alerts: { __typename: 'AlertPage', total: 0, results: [] },
  });
  await user.click(again);
  expect(await screen.findByText(/was retracted/)).toBeVisible();
  expect(screen.getByText('The catalogue has no description of this leak.')).toBeVisible();
  expect(await screen.findByText('No detections')).toBeVisible();
});

it('shows new detections without a reload', async () => {
  respond(leak());
  let feed: GraphQLSubscription | undefined;
  server.use(
    api.subscription('DetectionsCounted', ({ subscription }) => {
      feed = subscription;
    }),
  );
  openAt(ADDRESS);
  await screen.findByRole('button', { name: openerOf('jo@acme.example') });
  await waitFor(() => expect(feed).toBeDefined());
  const { detections } = leak().leak ?? {};
  const [row] = rows.alerts.results;
  respond(leak({ ...(detections && { detections: { ...detections, total: 4, open: 3 } }) }), {
    alerts: {
      ...rows.alerts,
      results: row
        ? [{ ...row, id: 'd2', user: { __typename: 'AlertUser', id: 'p2', email: 'new@acme.example' } }]
        : [],
    },
  });
  act(() => feed?.publish({ data: { alertRaised: { __typename: 'AlertsRaised', count: 1, cursor: 'cursor-1' } } }));
  expect(await screen.findByText('3 open', {}, { timeout: 6000 })).toBeVisible();
  expect(await screen.findByRole('button', { name: openerOf('new@acme.example') })).toBeVisible();
});

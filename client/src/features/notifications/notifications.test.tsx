import { act, screen, waitFor, within } from '@testing-library/react';
import * as z from 'zod/mini';
import { dataResponse, errorResponse, notifications } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { NotificationsQuery } from './notifications.generated';

type Row = NotificationsQuery['notifications']['results'][number];

const row = (change: Partial<Row>): Row => ({
  __typename: 'Notification',
  id: 'notification-1',
  kind: 'INCIDENT_OPENED',
  happenedAt: new Date(Date.now() - 3_600_000).toISOString(),
  isSeen: false,
  actor: null,
  target: 'Vidar malware on OFFICE-PC-4',
  count: 3,
  found: 0,
  severity: 'HIGH',
  incidentId: 'incident-1',
  leakTitle: null,
  alertId: null,
  alertKind: null,
  ...change,
});

const none = { incidentId: null, severity: null, target: null };
/** One of each kind, with where it leads and what it says. */
const EACH: [Partial<Row>, string, RegExp][] = [
  [{}, '/dashboard/incidents/incident-1', /^Vidar malware on OFFICE-PC-4\s*High\s*New incident\s*1 hour ago\s*New$/],
  [{ kind: 'INCIDENT_REOPENED' }, '/dashboard/incidents/incident-1', /Reopened by a new detection/],
  [{ kind: 'ACCEPTANCE_ENDED' }, '/dashboard/incidents/incident-1', /The accepted risk ended/],
  [
    { kind: 'INCIDENTS_ASSIGNED', actor: 'Ada Byron', count: 1 },
    '/dashboard/incidents/incident-1',
    /^Ada Byron assigned you an incident\s*Vidar malware on OFFICE-PC-4/,
  ],
  [
    { ...none, kind: 'INCIDENTS_ASSIGNED', actor: null, count: 1200 },
    '/dashboard/incidents?tab=mine',
    /^A former member assigned you 1,200 incidents/,
  ],
  [
    { ...none, kind: 'DETECTIONS_ASSIGNED', actor: 'Ada', count: 2, alertKind: 'PORTALS' },
    '/dashboard/alerts-domain?assignee=user-1',
    /^Ada assigned you 2 detections/,
  ],
  [
    { ...none, kind: 'MENTIONED', actor: 'Ada', target: 'jo@acme.example', alertId: 'alert-1', alertKind: 'WORKFORCE' },
    '/dashboard/alerts?state=all&detection=alert-1',
    /^Ada mentioned you in a note\s*jo@acme\.example/,
  ],
  [
    { ...none, kind: 'DOMAIN_RECORD_MISSING', target: 'acme.example' },
    '/dashboard/settings/domains',
    /^The TXT record of acme\.example is missing/,
  ],
  [{ ...none, kind: 'DOMAIN_LOST', target: 'acme.example' }, '/dashboard/settings/domains', /is no longer monitored/],
  [
    { ...none, kind: 'BACKFILL_FINISHED', target: 'acme.example', count: 1, found: 12 },
    '/dashboard/incidents',
    /^Retroactive scan of acme\.example finished\s*12 detections found/,
  ],
  [
    { ...none, kind: 'BACKFILL_FINISHED', count: 3, found: 0 },
    '/dashboard',
    /^3 retroactive scans finished\s*Nothing found/,
  ],
  [
    { ...none, kind: 'REPORT_READY', target: '2026-10' },
    '/dashboard/reports/2026-10',
    /^The report for October 2026 is ready/,
  ],
];

const bell = (name: RegExp | string) => screen.findByRole('button', { name });
const panel = () => screen.findByRole('dialog', { name: 'Notifications' });

/** Answers with notifications, of which the marked ones are seen, and records the marks. */
function serve(rows: Row[]): string[][] {
  const marked: string[][] = [];
  const now = () =>
    notifications(rows.map((each) => ({ ...each, isSeen: each.isSeen || marked.flat().includes(each.id) })));
  server.use(
    api.query('Notifications', () => dataResponse(now())),
    api.mutation('MarkNotificationsSeen', ({ variables }) => {
      marked.push(z.array(z.string()).parse(variables['ids']));
      return dataResponse({
        markNotificationsSeen: { __typename: 'MarkNotificationsSeenSuccess', notifications: now().notifications },
      });
    }),
  );
  return marked;
}

// spec: X25
it('shows what is new, each entry with its link', async () => {
  serve(EACH.map(([change], index) => row({ ...change, id: `notification-${index}` })));
  const { user } = openAt('/dashboard/help-support');
  const button = await bell('Notifications, 12 new');
  expect(screen.getByText(/^9\+$/)).toBeVisible();
  await user.click(button);
  const links = within(await panel()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(EACH.map(([, to]) => to));
  for (const [index, [, , text]] of EACH.entries()) expect(links[index]).toHaveTextContent(text);
  expect(await axeViolations()).toEqual([]);
});

it('shows the tile of a leak, of a device, or the sign of what happened', async () => {
  const leak = row({ id: 'notification-1', target: 'Forum leak: 2 people', leakTitle: 'Forum leak' });
  serve([
    leak,
    row({ id: 'notification-2' }),
    row({ ...none, id: 'notification-3', kind: 'DOMAIN_LOST', target: 'a.example' }),
  ]);
  const { user } = openAt('/dashboard/help-support');
  await user.click(await bell('Notifications, 3 new'));
  const [first, second, third] = within(await panel()).getAllByRole('link');
  // Tiles are decorative: they aren't among what the entry is called.
  expect(first).toHaveTextContent(/^FL\s*Forum leak: 2 people/);
  expect(first).toHaveAccessibleName(/^Forum leak: 2 people/);
  expect(second?.querySelector('.lucide-laptop')).not.toBeNull();
  expect(third?.querySelector('.lucide-globe-lock')).not.toBeNull();
});

// spec: X25
it('marks the entry that is followed as seen, and then all', async () => {
  const marked = serve([row({}), row({ id: 'notification-2' }), row({ id: 'notification-3', isSeen: true })]);
  const { user, address } = openAt('/dashboard/help-support');
  await user.click(await bell('Notifications, 2 new'));
  const [first] = within(await panel()).getAllByRole('link');
  if (first) await user.click(first);
  await waitFor(() => expect(address()).toBe('/dashboard/incidents/incident-1'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(await bell('Notifications, 1 new'));
  await user.click(within(await panel()).getByRole('button', { name: 'Mark all as seen' }));
  expect(await bell('Notifications')).toBeVisible();
  expect(within(await panel()).queryByRole('button', { name: 'Mark all as seen' })).not.toBeInTheDocument();
  expect(marked).toEqual([['notification-1'], ['notification-2']]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await bell('Notifications')).toHaveFocus();
});

// spec: X25
it('says when there is nothing new', async () => {
  const { user } = openAt('/dashboard/help-support');
  await user.click(await bell('Notifications'));
  expect(within(await panel()).getByRole('heading', { name: "You're all caught up" })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

// spec: X25
it('offers to try again if loading failed', async () => {
  server.use(api.query('Notifications', () => errorResponse('Down.', 'UNAVAILABLE')));
  const { user } = openAt('/dashboard/help-support');
  await user.click(await bell('Notifications'));
  const retry = await within(await panel()).findByRole('button', { name: 'Try again' });
  serve([row({})]);
  await user.click(retry);
  expect(await within(await panel()).findByRole('link', { name: /Vidar/ })).toBeVisible();
});

// spec: X25
it('shows an entry as new again if the server refuses to mark it', async () => {
  serve([row({})]);
  server.use(api.mutation('MarkNotificationsSeen', () => errorResponse('Not now.', 'UNAVAILABLE')));
  const { user } = openAt('/dashboard/help-support');
  await user.click(await bell('Notifications, 1 new'));
  await user.click(within(await panel()).getByRole('button', { name: 'Mark all as seen' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(await bell('Notifications, 1 new')).toBeVisible();
});

// spec: X25
it('counts what happens without a reload', async () => {
  const feeds: { publish: (message: object) => void }[] = [];
  server.use(
    api.subscription('DetectionsTriaged', ({ subscription }) => {
      feeds.push(subscription);
      subscription.publish({ data: { alertsChanged: { __typename: 'AlertsChanged', isMany: false } } });
    }),
  );
  openAt('/dashboard/help-support');
  await bell('Notifications');
  await waitFor(() => expect(feeds).toHaveLength(1));
  serve([row({})]);
  act(() => feeds[0]?.publish({ data: { alertsChanged: { __typename: 'AlertsChanged', isMany: false } } }));
  expect(await screen.findByRole('button', { name: 'Notifications, 1 new' }, { timeout: 6000 })).toBeVisible();
});

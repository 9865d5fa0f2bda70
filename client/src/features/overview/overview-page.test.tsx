import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { GraphQLSubscription } from 'msw/graphql';
import { dataResponse, errorResponse, notifications, overview, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { addDays, today } from './range';

// Freeze the day.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Serves these statistics and records queries. */
function serverWith(numbers = overview()) {
  const asked: unknown[] = [];
  server.use(
    api.query('Overview', ({ variables }) => {
      asked.push(variables);
      return dataResponse(numbers);
    }),
  );
  return asked;
}

const lastDays = (days: number) => ({ startDate: addDays(today(), 1 - days), endDate: addDays(today(), 1) });
const tile = async (label: string) => {
  const tiles = within(await screen.findByRole('list', { name: 'Detections' }));
  const [found] = tiles.getAllByRole('listitem').filter((item) => item.textContent.startsWith(label));
  if (!found) throw new Error(`There is no tile ${label}.`);
  return within(found);
};

// spec: S2.64
it('shows a loading state until the statistics arrive', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.use(
    api.query('Overview', async () => {
      await promise;
      return dataResponse(overview());
    }),
  );
  openAt('/dashboard');
  expect(await screen.findByText('Loading statistics')).toBeInTheDocument();
  resolve();
  await waitFor(() => expect(screen.queryByText('Loading statistics')).not.toBeInTheDocument());
});

// spec: S2.60
it('shows totals over both kinds, linked to their lists', async () => {
  const asked = serverWith();
  openAt('/dashboard');
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
  expect(document.title).toBe('Dashboard Overview');
  expect(await (await tile('Total')).findByTitle('1,234,560')).toHaveTextContent('1.2M');
  expect((await tile('New')).getByText('12')).toBeVisible();
  expect((await tile('New')).getByRole('link', { name: /Portals/ })).toHaveAttribute(
    'href',
    '/dashboard/alerts-domain?state=all&read=unread',
  );
  expect((await tile('Last 60 days')).getByRole('link', { name: /Workforce/ })).toHaveAttribute(
    'href',
    `/dashboard/alerts?state=all&after=${addDays(today(), -59)}&before=${addDays(today(), 1)}`,
  );
  expect((await tile('This year (365 days)')).getByText('1.5K')).toBeVisible();
  expect(screen.getByText('4.67')).toBeVisible();
  expect(screen.getByRole('link', { name: 'acme.example' })).toHaveAttribute(
    'href',
    expect.stringContaining('domain=acme.example'),
  );
  expect(asked).toEqual([lastDays(7)]);
  expect(await axeViolations()).toEqual([]);
});

/** Statistics with this ranking of domains. */
const withDomains = (totals: Record<string, number>) => {
  const numbers = overview();
  numbers.stats.domainCounts = Object.entries(totals).map(([domain, total]) => ({
    __typename: 'DomainCount',
    domain,
    total,
    unread: 0,
  }));
  return numbers;
};
const ranked = () => screen.getAllByRole('link', { name: /\.example$/ }).map((link) => link.textContent);

it('refreshes once for detections that arrive together, without reordering the ranking', async () => {
  serverWith(withDomains({ 'acme.example': 9, 'mail.example': 3 }));
  let feed: GraphQLSubscription | undefined;
  server.use(
    api.subscription('DetectionsCounted', ({ subscription }) => {
      feed = subscription;
    }),
  );
  openAt('/dashboard');
  await screen.findByRole('link', { name: 'acme.example' });
  await waitFor(() => expect(feed).toBeDefined());
  const asked = serverWith(withDomains({ 'mail.example': 1033, 'new.example': 20, 'acme.example': 9 }));
  act(() => {
    for (const cursor of ['cursor-1', 'cursor-2', 'cursor-3']) {
      feed?.publish({ data: { alertRaised: { __typename: 'AlertsRaised', count: 10, cursor } } });
    }
  });
  expect(await screen.findByRole('link', { name: 'new.example' }, { timeout: 6000 })).toBeVisible();
  expect(ranked()).toEqual(['acme.example', 'mail.example', 'new.example']);
  expect(asked).toEqual([lastDays(7)]);
});

it('follows what happens from the numbers on, and asks again if something was missed', async () => {
  const asked = serverWith();
  const resumed: unknown[] = [];
  server.use(
    api.subscription('DetectionsCounted', ({ subscription }) => {
      resumed.push(subscription.variables['after']);
    }),
    api.subscription('DetectionsTriaged', ({ subscription }) => {
      resumed.push(subscription.variables['after']);
      subscription.publish({ data: { alertsChanged: { __typename: 'AlertsChanged', isMany: true } } });
    }),
  );
  openAt('/dashboard');
  await tile('New');
  await waitFor(() => expect(asked).toHaveLength(2), { timeout: 5000 });
  // Besides the notifications' own.
  const own = resumed.filter((cursor) => cursor !== notifications().notifications.cursor);
  expect(own).toEqual([overview().stats.cursor, overview().stats.cursor]);
});

it('asks again at once when somebody reads detections, and when the connection comes back', async () => {
  const asked = serverWith();
  let feed: GraphQLSubscription | undefined;
  let beginnings = 0;
  const publish = () => feed?.publish({ data: { alertsChanged: { __typename: 'AlertsChanged', isMany: false } } });
  server.use(
    api.subscription('DetectionsTriaged', ({ subscription }) => {
      feed = subscription;
      beginnings += 1;
      publish();
    }),
  );
  openAt('/dashboard');
  await tile('New');
  await waitFor(() => expect(beginnings).toBe(1));
  expect(asked).toHaveLength(1);
  act(() => publish());
  await waitFor(() => expect(asked).toHaveLength(2), { timeout: 5000 });
  act(() => feed?.error([{ message: 'The connection was lost.' }]));
  await waitFor(() => expect(beginnings).toBe(2));
  await waitFor(() => expect(asked).toHaveLength(3));
});

// spec: S2.58 S2.59
it('keeps the range in the URL and reloads when its end changes', async () => {
  const asked = serverWith();
  const { user, address } = openAt('/dashboard?days=90');
  expect(await screen.findByRole('radio', { name: '90 days' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: '30 days' }));
  expect(address()).toBe('/dashboard?days=30');
  const end = addDays(today(), -3);
  fireEvent.change(screen.getByLabelText('End date'), { target: { value: end } });
  const first = addDays(today(), -29);
  await waitFor(() => expect(address()).toBe(`/dashboard?first=${first}&last=${end}`));
  expect(screen.getByRole('radio', { name: '30 days' })).not.toBeChecked();
  await waitFor(() =>
    expect(asked).toEqual([lastDays(90), lastDays(30), { startDate: first, endDate: addDays(end, 1) }]),
  );
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  expect(address()).toBe('/dashboard');
});

it('links each day of the chart to its detections, also by keyboard', async () => {
  serverWith();
  const { user, address } = openAt('/dashboard');
  const day = await screen.findByRole('link', { name: /2026: 3 detections, Workforce 1, Portals 2/ });
  act(() => day.focus());
  await user.keyboard('{ArrowLeft}');
  expect(day).toHaveAccessibleName(/27 Feb 2026|Feb 27, 2026/);
  expect(day).toHaveAccessibleName(/0 detections/);
  await user.keyboard('{Home}');
  expect(day).toHaveAttribute('href', '/dashboard/alerts?state=all&after=2026-02-26&before=2026-02-27');
  await user.keyboard('{End}{ArrowUp}');
  expect(day).toHaveAttribute('href', '/dashboard/alerts-domain?state=all&after=2026-02-28&before=2026-03-01');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/dashboard/alerts?state=all&after=2026-02-28&before=2026-03-01'));
});

// spec: S2.62
it('shows the same data as a table', async () => {
  serverWith();
  const { user } = openAt('/dashboard');
  await user.click(await screen.findByRole('radio', { name: 'Table' }));
  const rows = within(screen.getByRole('table', { name: 'Detections per day' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent.replace(/^.*2026/, ''))).toEqual([
    'DayWorkforcePortalsTotal',
    '123',
    '404',
  ]);
  expect(within(rows[1] ?? document.body).getByRole('link', { name: '2' })).toHaveAttribute(
    'href',
    '/dashboard/alerts-domain?state=all&after=2026-02-28&before=2026-03-01',
  );
  expect(await axeViolations()).toEqual([]);
});

it.each([
  [{ isEmailVerified: false, verifiedDomain: false }, 'Verify your email address first'],
  [{ isEmailVerified: true, verifiedDomain: false }, 'Verify your first domain'],
  [{ isEmailVerified: true, verifiedDomain: true }, 'All clear'],
])('tells an account without detections what to do first: %j', async ({ isEmailVerified, verifiedDomain }, title) => {
  serverWith(overview({ isEmpty: true }));
  const { viewer: ada } = viewer();
  if (!ada) throw new Error('The fixture has an account.');
  const domain = {
    __typename: 'Domain' as const,
    id: '1',
    domain: 'acme.example',
    domainTxt: 'txt',
    domainTxtSecret: 'secret',
    isEnabled: true,
    isVerified: verifiedDomain,
  };
  openAt('/dashboard', { signedIn: { viewer: { ...ada, user: { ...ada.user, isEmailVerified }, domains: [domain] } } });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  expect(screen.getByText('Global statistics')).toBeVisible();
});

// spec: S8.17
it('reports missing statistics inline, logs the error and retries', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(api.query('Overview', () => errorResponse('Internal error', 'INTERNAL')));
  const { user } = openAt('/dashboard');
  expect(await screen.findByText("Couldn't load the statistics.")).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(log).toHaveBeenCalledWith('the overview could not be loaded:', expect.stringContaining('Internal error'));
  serverWith();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByTitle('1,234,560')).toBeVisible();
  log.mockRestore();
});

it('shows no zeros before the first ingestion is counted', async () => {
  const numbers = overview();
  serverWith({ stats: { ...numbers.stats, global: numbers.stats.global.map((row) => ({ ...row, count: 0 })) } });
  openAt('/dashboard');
  expect(await screen.findAllByText('Being calculated')).toHaveLength(3);
});

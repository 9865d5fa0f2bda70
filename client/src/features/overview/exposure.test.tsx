import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse, exposure, overview, ownLeaks, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
  server.use(
    api.query('Overview', () => dataResponse(overview())),
    api.query('Exposure', () => dataResponse(exposure())),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

/** A session of a private person. */
const individual = () => {
  const { viewer: ada } = viewer();
  if (!ada) throw new Error('The fixture has an account.');
  return { viewer: { ...ada, kind: 'INDIVIDUAL' as const, org: null, domains: [] } };
};

it('leads an organization to the worst incident and shows who and what is exposed', async () => {
  openAt('/dashboard');
  const banner = within(await screen.findByRole('region', { name: 'Needs attention now' }));
  expect(await banner.findByRole('heading', { name: 'Vidar on OFFICE-PC-4' })).toBeVisible();
  expect(banner.getByRole('link', { name: 'Open incident' })).toHaveAttribute(
    'href',
    '/dashboard/incidents/incident-1',
  );
  expect(banner.getByRole('link', { name: 'More open incidents: 3' })).toHaveAttribute('href', '/dashboard/incidents');
  expect(screen.getByText('2.5 days')).toBeVisible();
  expect(screen.getByRole('link', { name: 'carlos@acme.example' })).toHaveAttribute(
    'href',
    '/dashboard/people/person-1',
  );
  expect(screen.getByRole('link', { name: 'Invented leak' })).toHaveAttribute('href', '/dashboard/leaks/invented-leak');
  expect(screen.getByText('Yours: 11')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it.each([
  [{ isVerified: true, missingSince: '2026-02-27T00:00:00Z' }, 'The TXT record of acme.example is missing'],
  [{ isVerified: false, missingSince: null }, "acme.example isn't verified yet"],
])('names a domain that needs attention if no incident is open: %j', async ({ isVerified, missingSince }, title) => {
  const domain = { __typename: 'Domain' as const, id: 'domain-1', domain: 'acme.example', isEnabled: true };
  const domains = {
    __typename: 'DomainPage' as const,
    results: [{ ...domain, isVerified, missingSince, dropsAt: missingSince && '2026-03-06T00:00:00Z' }],
  };
  server.use(api.query('Exposure', () => dataResponse({ ...exposure({ isEmpty: true }), domains })));
  openAt('/dashboard');
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

it('says so if nothing needs attention', async () => {
  server.use(api.query('Exposure', () => dataResponse(exposure({ isEmpty: true }))));
  openAt('/dashboard');
  expect(await screen.findByRole('heading', { name: 'Nothing needs your attention' })).toBeVisible();
});

it('divides the chart by severity and names the leaks of a day', async () => {
  const { user } = openAt('/dashboard');
  await user.click(await screen.findByRole('radio', { name: 'Severity' }));
  expect(await screen.findByRole('link', { name: /2026: 3 detections, High 2, Low 1/ })).toBeInTheDocument();
  await user.keyboard('{Tab}');
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  const table = within(screen.getByRole('table', { name: 'Detections per day' }));
  expect(table.getByRole('columnheader', { name: 'Critical' })).toBeVisible();
  expect(table.getByRole('link', { name: 'Leak: Invented leak' })).toHaveAttribute(
    'href',
    '/dashboard/leaks/invented-leak',
  );
});

it('says that the exposure could not be loaded, next to the statistics, and retries', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(api.query('Exposure', () => errorResponse('Internal error', 'INTERNAL')));
  const { user } = openAt('/dashboard');
  expect(await screen.findByText("Couldn't load the statistics.")).toBeVisible();
  expect(screen.getByTitle('1,234,560')).toBeVisible();
  server.use(api.query('Exposure', () => dataResponse(exposure())));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Vidar on OFFICE-PC-4' })).toBeVisible();
  expect(screen.queryByText("Couldn't load the statistics.")).not.toBeInTheDocument();
  log.mockRestore();
});

it('remembers that the checklist was dismissed', async () => {
  const { user } = openAt('/dashboard');
  expect(await screen.findByRole('heading', { name: 'Get started' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('heading', { name: 'Get started' })).not.toBeInTheDocument();
});

it('shows a private person what to do at each site, and closes what is done', async () => {
  const closed: unknown[] = [];
  server.use(
    api.query('OwnLeaks', () => dataResponse(ownLeaks({ isEmpty: closed.length === 1 }))),
    api.mutation('CloseSite', ({ variables }) => {
      closed.push(variables['ids']);
      return dataResponse({
        updateAlerts: { __typename: 'UpdateAlertsSuccess', updated: 2, operationId: 'operation-1' },
      });
    }),
    api.mutation('UndoCloseSite', ({ variables }) => {
      closed.push(variables['operationId']);
      return dataResponse({ undoAlertOperation: { __typename: 'UpdateAlertsSuccess', updated: 2 } });
    }),
  );
  const { user } = openAt('/dashboard', { signedIn: individual() });
  const card = within(await screen.findByRole('listitem', { name: 'shop.example' }));
  expect(card.getByText('Leaked: readable password, password hash')).toBeVisible();
  expect(card.getByRole('link', { name: /Change password/ })).toHaveAttribute(
    'href',
    'https://shop.example/.well-known/change-password',
  );
  expect(card.getByRole('link', { name: /Change password/ })).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.queryByRole('region', { name: 'Needs attention now' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Add' })).toHaveAttribute('href', '/dashboard/settings/emails');
  expect(await axeViolations()).toEqual([]);
  await user.click(card.getByRole('button', { name: /I've changed it/ }));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'shop.example' })).not.toBeInTheDocument());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('listitem', { name: 'shop.example' })).toBeVisible();
  expect(closed).toEqual([['own-1', 'own-2'], 'operation-1']);
});

it('offers Portals to a private person only if there are such detections', async () => {
  openAt('/dashboard', { signedIn: individual() });
  await screen.findByRole('heading', { name: 'What to do' });
  expect(screen.queryByRole('link', { name: 'Portals' })).not.toBeInTheDocument();
  cleanup();
  server.use(api.query('PortalDetections', () => dataResponse({ alerts: { __typename: 'AlertPage', total: 1 } })));
  openAt('/dashboard', { signedIn: individual() });
  expect(await screen.findByRole('link', { name: 'Portals' })).toBeInTheDocument();
});

it('says what was searched if a private person is in no leak', async () => {
  server.use(
    api.query('Overview', () => dataResponse(overview({ isEmpty: true }))),
    api.query('Exposure', () => dataResponse(exposure({ isEmpty: true }))),
    api.query('OwnLeaks', () => dataResponse(ownLeaks({ isEmpty: true }))),
  );
  openAt('/dashboard', { signedIn: individual() });
  expect(await screen.findByText("We searched 12 leaks with 8.2K records. You're not in any of them.")).toBeVisible();
});

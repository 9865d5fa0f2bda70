import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { IncidentListQuery, IncidentQuery } from './incidents.generated';

type Row = IncidentListQuery['incidents']['results'][number];

const row = (number: number, change: Partial<Row> = {}): Row => ({
  __typename: 'Incident',
  id: `incident-${number}`,
  kind: 'DEVICE',
  state: 'OPEN',
  title: `Vidar malware on OFFICE-PC-${number}`,
  summary: 'It stole a password.',
  severity: { __typename: 'Severity', score: 90, level: 'CRITICAL' },
  leak: null,
  openDetections: 3,
  detections: 4,
  people: { __typename: 'IncidentPeople', total: 2 },
  sites: { __typename: 'IncidentSites', total: 5 },
  playbook: { __typename: 'Playbook', done: 1, total: 6 },
  trend: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1],
  lastDetectedAt: '2026-03-01T12:00:00Z',
  assignee: null,
  resolution: null,
  acceptedUntil: null,
  ...change,
});

const inbox = (results: Row[], change: Partial<IncidentListQuery['incidents']> = {}): IncidentListQuery => ({
  incidents: {
    __typename: 'IncidentPage',
    results,
    total: results.length,
    totalIsExact: true,
    hasMore: false,
    cursor: 'cursor-1',
    ...change,
  },
  incidentCounts: { __typename: 'IncidentCounts', new: 26, mine: 2, waiting: 1, closed: 0 },
});

const incident = (change: Partial<NonNullable<IncidentQuery['incident']>> = {}): IncidentQuery => ({
  incident: {
    ...row(1),
    alertKind: null,
    severity: {
      __typename: 'Severity',
      score: 90,
      level: 'CRITICAL',
      factors: [
        { __typename: 'SeverityFactor', name: 'stealer_log', points: 35 },
        { __typename: 'SeverityFactor', name: 'of_a_newer_server', points: 5 },
      ],
    },
    device: {
      __typename: 'Machine',
      family: 'Vidar',
      computer: 'OFFICE-PC-1',
      userName: null,
      ip: '192.0.2.7',
      country: 'GB',
      operatingSystem: 'Windows 11',
      infectedAt: '2026-02-01T00:00:00Z',
    },
    people: {
      __typename: 'IncidentPeople',
      total: 7,
      first: [{ __typename: 'IncidentPerson', id: 'person-1', email: 'carlos@acme.example' }],
    },
    sites: { __typename: 'IncidentSites', total: 1, first: ['travel.example'] },
    playbook: null,
    firstDetectedAt: '2026-02-28T12:00:00Z',
    closedAt: null,
    ...change,
  },
});

/** Serves these incidents and records the queries. */
function serverWith(list = inbox([row(1), row(2)])) {
  const asked: Record<string, unknown>[] = [];
  server.use(
    api.query('IncidentList', ({ variables }) => {
      asked.push(variables);
      return dataResponse(list);
    }),
    api.query('Incident', () => dataResponse(incident())),
    api.query('IncidentDetections', () => dataResponse({ alerts: { __typename: 'AlertPage', results: [], total: 0 } })),
  );
  return asked;
}

const opener = (number: number) => screen.findByRole('button', { name: new RegExp(`OFFICE-PC-${number} `) });

describe('the inbox', () => {
  it('lists new incidents, the most severe first, with the counts of all tabs', async () => {
    const asked = serverWith();
    openAt('/dashboard/incidents');
    expect(await screen.findByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    const line = within((await opener(1)).closest('tr') ?? document.body);
    expect(line.getByText('It stole a password.')).toBeVisible();
    expect(line.getByText('Critical')).toBeVisible();
    expect(line.getByText('Nobody')).toBeInTheDocument();
    expect(line.getByRole('img', { name: '4 detections in the last 14 days' })).toBeVisible();
    expect(line.getByText('1 of 6 done')).toBeInTheDocument();
    expect(asked).toEqual([{ tab: 'NEW', orderBy: 'SEVERITY', first: 25 }]);
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['New26', 'Mine2', 'Waiting1', 'Closed0']);
    expect(await axeViolations()).toEqual([]);
  });

  it('keeps tab and order in the URL, and follows the position of the last incident to the next page', async () => {
    const asked = serverWith(inbox([row(1)], { total: 26, hasMore: true }));
    const { user, address } = openAt('/dashboard/incidents');
    await opener(1);
    await user.click(screen.getByRole('tab', { name: /^Closed/ }));
    await user.click(screen.getByRole('radio', { name: 'Most recent' }));
    await waitFor(() => expect(address()).toBe('/dashboard/incidents?tab=closed&order=recent'));
    await waitFor(() => expect(asked.at(-1)).toEqual({ tab: 'CLOSED', orderBy: 'RECENT', first: 25 }));
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ after: 'cursor-1' }));
    await user.click(await screen.findByRole('button', { name: 'Previous page' }));
    expect(screen.getByText('1-1 of 26')).toBeVisible();
  });

  it('is used with the keyboard', async () => {
    serverWith();
    const { user, address } = openAt('/dashboard/incidents');
    await opener(1);
    await user.keyboard('jj');
    expect(await opener(2)).toHaveFocus();
    await user.keyboard('k{Enter}');
    await waitFor(() => expect(address()).toBe('/dashboard/incidents/incident-1'));
  });

  it.each([
    ['', 'Inbox zero'],
    ['?tab=mine', 'Nothing assigned to you'],
    ['?tab=waiting', 'Nothing waiting'],
    ['?tab=closed', 'Nothing closed yet'],
  ])('explains an empty tab: %s', async (query, title) => {
    serverWith(inbox([]));
    openAt(`/dashboard/incidents${query}`);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });

  it('shows the error and retries', async () => {
    serverWith();
    server.use(api.query('IncidentList', () => errorResponse('The database is away.', 'UNAVAILABLE'), { once: true }));
    const { user } = openAt('/dashboard/incidents');
    expect(await screen.findByText('The database is away.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await opener(1)).toBeVisible();
  });

  it('of an individual has no assignment', async () => {
    const list = inbox([row(1)]);
    serverWith({ ...list, incidentCounts: { ...list.incidentCounts, mine: 0 } });
    openAt('/dashboard/incidents', { signedIn: individual() });
    await opener(1);
    await waitFor(() => expect(screen.queryByRole('tab', { name: /^Mine/ })).not.toBeInTheDocument());
    expect(screen.queryByText('Assigned to')).not.toBeInTheDocument();
  });
});

function individual() {
  const { viewer: signedIn } = viewer();
  return { viewer: signedIn && { ...signedIn, kind: 'INDIVIDUAL' as const, org: null } };
}

describe('an incident', () => {
  it('shows what happened, whom it concerns and the facts of the device', async () => {
    serverWith();
    openAt('/dashboard/incidents/incident-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Vidar malware on OFFICE-PC-1' })).toBeVisible();
    expect(document.title).toBe('Vidar malware on OFFICE-PC-1');
    expect(screen.getByText('carlos@acme.example')).toBeVisible();
    expect(screen.getByText('and 6 more')).toBeVisible();
    expect(screen.getByText('192.0.2.7')).toBeVisible();
    expect(screen.getByText('Feb 1, 2026')).toBeVisible();
    expect(screen.getByText('Stolen by malware').nextSibling).toHaveTextContent('+35');
    expect(screen.getByText('of_a_newer_server')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    ['OPEN', 'Close 3 detections', 'CLOSE', false],
    ['CLOSED', 'Reopen 4 detections', 'REOPEN', true],
  ] as const)('that is %s can be changed with all its detections, and back', async (state, label, action, isClosed) => {
    serverWith();
    const inputs: unknown[] = [];
    const undone: unknown[] = [];
    const updated = { __typename: 'UpdateAlertsSuccess', updated: 3, operationId: 'operation-1' };
    server.use(
      api.query('Incident', () => dataResponse(incident({ state }))),
      api.mutation('UpdateIncident', ({ variables }) => {
        inputs.push(variables['input']);
        return dataResponse({ updateAlerts: updated });
      }),
      api.mutation('UndoIncidentUpdate', ({ variables }) => {
        undone.push(variables['operationId']);
        return dataResponse({ undoAlertOperation: updated });
      }),
    );
    const { user } = openAt('/dashboard/incidents/incident-1');
    await user.click(await screen.findByRole('button', { name: label }));
    await waitFor(() => expect(inputs).toEqual([{ action, filter: { incidentId: 'incident-1', isClosed } }]));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual(['operation-1']));
  });

  it('with many detections is closed after a confirmation', async () => {
    serverWith();
    const inputs: unknown[] = [];
    server.use(
      api.query('Incident', () => dataResponse(incident({ openDetections: 147, detections: 147 }))),
      api.mutation('UpdateIncident', ({ variables }) => {
        inputs.push(variables['input']);
        return dataResponse({ updateAlerts: { __typename: 'RefusedProblem', message: 'Not now.', code: 'REFUSED' } });
      }),
    );
    const { user } = openAt('/dashboard/incidents/incident-1');
    await user.click(await screen.findByRole('button', { name: 'Close 147 detections' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(inputs).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Close 147 detections' }));
    expect((await screen.findAllByText('Not now.')).length).toBeGreaterThan(0);
    expect(inputs).toHaveLength(1);
  });

  it('of another account is missing', async () => {
    serverWith();
    server.use(api.query('Incident', () => dataResponse({ incident: null })));
    openAt('/dashboard/incidents/incident-9');
    expect(await screen.findByText(/part of your account/)).toBeVisible();
  });
});

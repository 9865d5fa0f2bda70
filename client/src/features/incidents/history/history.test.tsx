import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { serverWith } from '../incident-fixtures';
import type { IncidentHistoryQuery, IncidentOperationsQuery } from '../incidents.generated';

type Operation = IncidentOperationsQuery['incidentOperations']['results'][number];
type Event = NonNullable<IncidentHistoryQuery['incidentHistory']>['events'][number];

const operation = (id: string, change: Partial<Operation> = {}): Operation => ({
  __typename: 'IncidentOperation',
  id,
  kind: 'CLOSED',
  at: '2026-03-01T12:00:00Z',
  by: 'Ada Ray',
  isOwn: false,
  incidents: 3,
  detections: 47,
  incident: null,
  assignee: null,
  resolution: 'PASSWORD_RESET',
  acceptedUntil: null,
  undoneAt: null,
  undoneBy: null,
  ...change,
});

function serverWithOperations(results: Operation[]) {
  const undone: unknown[] = [];
  server.use(
    api.query('IncidentOperations', () =>
      dataResponse({
        incidentOperations: { __typename: 'IncidentOperationPage', results, hasMore: false, cursor: 'c' },
      }),
    ),
    api.mutation('UndoIncidentOperation', ({ variables }) => {
      undone.push(variables['operationId']);
      return dataResponse({
        undoIncidentOperation: {
          __typename: 'UpdateIncidentsSuccess',
          message: 'Done.',
          updated: 3,
          detections: 47,
          operationId: String(variables['operationId']),
          incidents: [],
        },
      });
    }),
  );
  return undone;
}

describe('the history of all incidents', () => {
  it('says who did what with how many, and undoes it', async () => {
    const undone = serverWithOperations([
      operation('operation-3', {
        kind: 'ASSIGNED',
        by: null,
        incidents: 1,
        detections: 0,
        assignee: 'Grace Row',
        resolution: null,
        incident: { __typename: 'ChangedIncident', id: 'incident-1', title: 'Vidar malware on OFFICE-PC-1' },
      }),
      operation('operation-2'),
      operation('operation-1', { kind: 'WAITING', undoneAt: '2026-03-01T13:00:00Z', undoneBy: 'Grace Row' }),
    ]);
    const { user, address } = openAt('/dashboard/incidents/history');
    const list = await screen.findByRole('list', { name: 'History' });
    await within(list).findByText(/closed 3 incidents/);
    const [assigned, closed, waiting] = within(list).getAllByRole('listitem');
    expect(assigned).toHaveTextContent('Former member assigned 1 incident to Grace Row');
    expect(closed).toHaveTextContent('Ada Ray closed 3 incidents · Password reset');
    expect(closed).toHaveTextContent('47 detections');
    expect(waiting).toHaveTextContent('Undone by Grace Row');
    expect(within(waiting ?? document.body).queryByRole('button')).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    await user.click(within(closed ?? document.body).getByRole('button', { name: /Undo/ }));
    await waitFor(() => expect(undone).toEqual(['operation-2']));
    expect(await screen.findByText('Undone: 3 incidents')).toBeVisible();
    serverWith();
    await user.click(screen.getByRole('link', { name: 'Vidar malware on OFFICE-PC-1' }));
    await waitFor(() => expect(address()).toBe('/dashboard/incidents/incident-1'));
  });

  it('asks before many detections change', async () => {
    const undone = serverWithOperations([operation('operation-1', { detections: 100 })]);
    const { user } = openAt('/dashboard/incidents/history');
    await user.click(await screen.findByRole('button', { name: /Undo/ }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/100/)).toBeVisible();
    expect(undone).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual(['operation-1']));
  });

  it('is empty at first', async () => {
    serverWithOperations([]);
    openAt('/dashboard/incidents/history');
    expect(await screen.findByRole('heading', { name: 'Nothing done yet' })).toBeVisible();
  });

  it('shows the error and retries', async () => {
    serverWithOperations([operation('operation-1')]);
    server.use(
      api.query('IncidentOperations', () => errorResponse('The database is away.', 'UNAVAILABLE'), { once: true }),
    );
    const { user } = openAt('/dashboard/incidents/history');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/closed 3 incidents/)).toBeVisible();
  });
});

const event = (change: Partial<Event>): Event => ({
  __typename: 'IncidentEvent',
  kind: 'CLOSED',
  at: '2026-03-01T12:00:00Z',
  by: 'Ada Ray',
  cause: null,
  assignee: null,
  resolution: null,
  acceptedUntil: null,
  operationId: null,
  incidents: 1,
  undone: null,
  step: null,
  ...change,
});

it('the history of an incident has its changes, with and without a member', async () => {
  serverWith();
  const undone = serverWithOperations([]);
  server.use(
    api.query('IncidentHistory', () =>
      dataResponse({
        incidentHistory: {
          __typename: 'IncidentHistory',
          hasMore: true,
          events: [
            event({ operationId: 'operation-1', incidents: 3, resolution: 'ACCEPTED', acceptedUntil: '2026-06-01' }),
            event({ kind: 'UNDONE', undone: 'ASSIGNED', at: '2026-03-01T11:00:00Z' }),
            event({ kind: 'STEP_COMPLETED', step: 'unknown_step', at: '2026-03-01T10:00:00Z' }),
            event({ kind: 'OPENED', by: null, cause: 'DETECTION', at: '2026-03-01T09:00:00Z' }),
          ],
        },
      }),
    ),
  );
  const { user, address } = openAt('/dashboard/incidents/incident-1');
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  await waitFor(() => expect(address()).toBe('/dashboard/incidents/incident-1?tab=history'));
  const list = within(await screen.findByRole('list', { name: 'History' }));
  expect(list.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'Ada Ray closed this · Risk accepted until Jun 1, 2026 · with 2 incidents more',
    'Ada Ray undid the assignment',
    'Ada Ray completed the step: unknown_step',
    'A new detection reopened this',
  ]);
  expect(screen.getByText("Older events aren't shown.")).toBeVisible();
  await user.click(list.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(undone).toEqual(['operation-1']));
});

import { act, screen, waitFor, within } from '@testing-library/react';
import type { GraphQLSubscription } from 'msw/graphql';
import { dataResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { inbox, incident, type Row, row, serverWith } from '../incident-fixtures';
import type { IncidentGroupsQuery } from '../incidents.generated';

const opener = (number: number) => screen.findByRole('link', { name: new RegExp(`OFFICE-PC-${number} `) });

/** A server that does what it is told, and records it. */
function desk(rows: Row[] = [row(1), row(2), row(3)]) {
  let shown = rows;
  const done: unknown[] = [];
  let number = 0;
  const result = () => {
    number += 1;
    return {
      __typename: 'UpdateIncidentsSuccess',
      message: 'Done.',
      updated: 2,
      detections: 6,
      operationId: `operation-${number}`,
      incidents: [],
    };
  };
  serverWith();
  server.use(
    api.query('IncidentList', () => dataResponse(inbox(shown, { total: 40 }))),
    api.query('IncidentTotals', () =>
      dataResponse({
        incidentTotals: { __typename: 'IncidentTotals', incidents: 40, detections: 1300, openDetections: 1284 },
      }),
    ),
    api.mutation('SetIncidentsState', ({ variables }) => {
      done.push(variables['input']);
      return dataResponse({ setIncidentsState: result() });
    }),
    api.mutation('AssignIncidents', ({ variables }) => {
      done.push(variables['input']);
      return dataResponse({ assignIncidents: result() });
    }),
    api.mutation('UndoIncidentOperation', ({ variables }) => {
      done.push(variables);
      return dataResponse({ undoIncidentOperation: result() });
    }),
  );
  return {
    done,
    show: (next: Row[]) => {
      shown = next;
    },
  };
}

describe('incidents', () => {
  it('are selected with the mouse, counted, and closed with a resolution', async () => {
    const { done, show } = desk();
    const { user } = openAt('/dashboard/incidents');
    await opener(1);
    await user.click(screen.getByRole('checkbox', { name: /OFFICE-PC-1$/ }));
    await user.click(screen.getByRole('checkbox', { name: /OFFICE-PC-2$/ }));
    expect(await screen.findByText('2 incidents, 6 detections')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close 2 incidents' }));
    expect(dialog.getByText(/Open detections: 6/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(dialog.getByRole('radio', { name: /False positive/ }));
    show([row(3)]);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('2 incidents closed')).toBeVisible();
    expect(screen.getByText('6 detections')).toBeVisible();
    expect(done).toEqual([{ ids: ['incident-1', 'incident-2'], state: 'CLOSED', resolution: 'FALSE_POSITIVE' }]);
    await waitFor(() => expect(screen.queryByText(/2 incidents, /)).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(done.at(-1)).toEqual({ operationId: 'operation-1' }));
  });

  it('are selected and closed with the keyboard alone, and brought back', async () => {
    const { done } = desk();
    const { user } = openAt('/dashboard/incidents');
    await opener(1);
    await user.keyboard('jxjx');
    expect(await screen.findByText('2 incidents, 6 detections')).toBeVisible();
    await user.keyboard('e');
    const chosen = await screen.findByRole('radio', { name: /Password reset/ });
    await waitFor(() => expect(chosen).toHaveFocus());
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(done).toEqual([{ ids: ['incident-1', 'incident-2'], state: 'CLOSED', resolution: 'PASSWORD_RESET' }]),
    );
    await screen.findByText('2 incidents closed');
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(done.at(-1)).toEqual({ operationId: 'operation-1' }));
  });

  it('of which one has the focus wait at a key', async () => {
    const { done } = desk();
    const { user } = openAt('/dashboard/incidents');
    await opener(1);
    await user.keyboard('jh');
    await waitFor(() => expect(done).toEqual([{ ids: ['incident-1'], state: 'WAITING' }]));
  });

  it('have an accepted risk until a date', async () => {
    const { done } = desk();
    const { user } = openAt('/dashboard/incidents');
    await opener(1);
    await user.keyboard('je');
    await user.click(await screen.findByRole('radio', { name: /Risk accepted/ }));
    const until = await screen.findByLabelText(/Accepted until/);
    await user.clear(until);
    await user.type(until, '2099-03-01');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() =>
      expect(done).toEqual([
        { ids: ['incident-1'], state: 'CLOSED', resolution: 'ACCEPTED', acceptedUntil: '2099-03-01' },
      ]),
    );
  });

  it('that match are all closed with one filter', async () => {
    const { done } = desk();
    const { user } = openAt('/dashboard/incidents');
    await opener(1);
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 40' }));
    expect(await screen.findByText('40 incidents, 1,284 detections')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close 40 incidents' }));
    expect(dialog.getByText(/1,284/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() =>
      expect(done).toEqual([{ filter: { tab: 'NEW' }, state: 'CLOSED', resolution: 'PASSWORD_RESET' }]),
    );
  });

  it('are assigned', async () => {
    const { done } = desk();
    const { user } = openAt('/dashboard/incidents');
    await opener(1);
    await user.click(screen.getByRole('checkbox', { name: /OFFICE-PC-1$/ }));
    await user.click(await screen.findByRole('button', { name: 'Assign' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Ada Ray/ }));
    await waitFor(() => expect(done).toEqual([{ ids: ['incident-1'], assigneeId: 'member-1' }]));
  });

  it('with few detections are reopened at once', async () => {
    const { done } = desk([row(1, { state: 'CLOSED', detections: 12, openDetections: 0 })]);
    const { user } = openAt('/dashboard/incidents?tab=closed');
    await opener(1);
    await user.click(screen.getByRole('checkbox', { name: /OFFICE-PC-1$/ }));
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    await waitFor(() => expect(done).toEqual([{ ids: ['incident-1'], state: 'OPEN' }]));
  });

  it('with many detections are reopened after a question', async () => {
    const { done } = desk([row(1, { state: 'CLOSED', detections: 120, openDetections: 0 })]);
    const { user } = openAt('/dashboard/incidents?tab=closed');
    await opener(1);
    await user.click(screen.getByRole('checkbox', { name: /OFFICE-PC-1$/ }));
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Reopen 1 incident?' }));
    expect(done).toEqual([]);
    expect(question.getByText(/120/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Reopen' }));
    await waitFor(() => expect(done).toEqual([{ ids: ['incident-1'], state: 'OPEN' }]));
  });

  it('that could not be changed stay selected', async () => {
    desk();
    server.use(
      api.mutation('SetIncidentsState', () =>
        dataResponse({
          setIncidentsState: { __typename: 'NotFoundProblem', message: 'Not there.', code: 'NOT_FOUND' },
        }),
      ),
    );
    const { user } = openAt('/dashboard/incidents');
    await opener(1);
    await user.keyboard('jxe{Enter}');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Not there.')).toBeVisible();
    expect(screen.getByText('1 incident, 3 detections')).toBeVisible();
  });
});

describe('a page of an incident', () => {
  it('closes the incident, and offers its shortcut', async () => {
    const { done } = desk();
    const { user } = openAt('/dashboard/incidents/incident-1');
    expect(await screen.findByRole('button', { name: 'Set to waiting' })).toBeVisible();
    await user.keyboard('e');
    await screen.findByRole('dialog', { name: 'Vidar malware on OFFICE-PC-1' });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(done).toEqual([{ ids: ['incident-1'], state: 'CLOSED', resolution: 'PASSWORD_RESET' }]));
  });

  it('reopens a closed incident', async () => {
    const { done } = desk();
    server.use(api.query('Incident', () => dataResponse(incident({ state: 'CLOSED', openDetections: 0 }))));
    const { user } = openAt('/dashboard/incidents/incident-1');
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    await waitFor(() => expect(done).toEqual([{ ids: ['incident-1'], state: 'OPEN' }]));
  });
});

const group = (
  key: string,
  results: Row[],
  change: Partial<IncidentGroupsQuery['incidentGroups']['results'][number]> = {},
): IncidentGroupsQuery['incidentGroups']['results'][number] => ({
  __typename: 'IncidentGroup',
  key,
  computer: null,
  userName: null,
  leakName: null,
  leakTitle: null,
  personId: null,
  personEmail: null,
  hasSeveral: false,
  incidents: results.length,
  detections: 4,
  openDetections: 3,
  level: 'HIGH',
  results,
  ...change,
});

function serverWithGroups() {
  const asked: Record<string, unknown>[] = [];
  const { done } = desk();
  server.use(
    api.query('IncidentGroups', ({ variables }) => {
      asked.push(variables);
      return dataResponse({
        incidentGroups: {
          __typename: 'IncidentGroupPage',
          total: 12,
          results: [
            group('leak:a', [row(1), row(2)], { leakName: 'lantern', leakTitle: 'Lantern Logs', incidents: 14 }),
            group('leak:none', [row(3)]),
          ],
        },
      });
    }),
  );
  return { asked, done };
}

describe('groups', () => {
  it('have headings with counts, are collapsed, selected and paged', async () => {
    const { asked } = serverWithGroups();
    const { user, address } = openAt('/dashboard/incidents');
    await opener(1);
    await user.click(screen.getByRole('radio', { name: 'Leak' }));
    await waitFor(() => expect(address()).toBe('/dashboard/incidents?group=leak'));
    const heading = await screen.findByRole('button', { name: /Lantern Logs/ });
    expect(screen.getByText('14 incidents · 3 detections')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Lantern Logs' })).toHaveAttribute('href', '/dashboard/leaks/lantern');
    expect(screen.getByText('1-2 of 12 groups')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Select incidents of Lantern Logs' }));
    expect(await screen.findByText('2 incidents, 6 detections')).toBeVisible();
    await user.click(heading);
    expect(heading).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('link', { name: /OFFICE-PC-1 / })).not.toBeInTheDocument();
    // What is selected stays so.
    expect(screen.getByText('2 incidents, 6 detections')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        groupBy: 'LEAK',
        filter: { tab: 'NEW' },
        orderBy: 'SEVERITY',
        page: 2,
      }),
    );
  });

  it('show all of their incidents on pages', async () => {
    serverWithGroups();
    const lists: unknown[] = [];
    server.use(
      api.query('IncidentList', ({ variables }) => {
        lists.push(variables['filter']);
        return dataResponse(inbox([row(1)], { total: 14 }));
      }),
    );
    const { user, address } = openAt('/dashboard/incidents?group=leak');
    await user.click(await screen.findByRole('button', { name: 'Show all 14' }));
    await waitFor(() => expect(address()).toBe('/dashboard/incidents?group=leak&only=leak%3Aa'));
    await waitFor(() => expect(lists).toEqual([{ tab: 'NEW', group: 'leak:a' }]));
    expect(await screen.findByText('Lantern Logs')).toBeVisible();
    expect(await screen.findByText('1-1 of 14')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all groups' }));
    expect(await screen.findByRole('button', { name: /Lantern Logs/ })).toBeVisible();
  });
});

function live() {
  const { show } = desk([row(1), row(2)]);
  let feed: GraphQLSubscription | undefined;
  server.use(
    api.subscription('DetectionsTriaged', ({ subscription }) => {
      feed = subscription;
    }),
  );
  return {
    show,
    ready: () => waitFor(() => expect(feed).toBeDefined()),
    announce: () =>
      act(() => feed?.publish({ data: { alertsChanged: { __typename: 'AlertsChanged', isMany: true } } })),
  };
}

describe('what others do', () => {
  it('is shown at once while nobody uses the list', async () => {
    const { show, ready, announce } = live();
    openAt('/dashboard/incidents');
    await opener(1);
    await ready();
    show([row(9), row(1)]);
    announce();
    expect(await opener(9)).toBeVisible();
  });

  it('moves no row under the focus, but updates it, and is announced', async () => {
    const { show, ready, announce } = live();
    const { user } = openAt('/dashboard/incidents');
    (await opener(1)).focus();
    await ready();
    show([row(9), row(1, { openDetections: 77 }), row(2)]);
    announce();
    const pill = await screen.findByRole('button', { name: '1 new incident' });
    expect(within((await opener(1)).closest('tr') ?? document.body).getByText('77')).toBeVisible();
    expect(screen.queryByRole('link', { name: /OFFICE-PC-9 / })).not.toBeInTheDocument();
    await user.click(pill);
    expect(await opener(9)).toBeVisible();
    expect(screen.queryByRole('button', { name: '1 new incident' })).not.toBeInTheDocument();
  });
});

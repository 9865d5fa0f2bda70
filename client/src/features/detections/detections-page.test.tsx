import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { GraphQLSubscription } from 'msw/graphql';
import { dataResponse, detection, detectionList, detectionRow, errorResponse, history } from '@/testing/fixtures';
import { axeViolations, openAt, openerOf } from '@/testing/render';
import { api, server } from '@/testing/server';

const rows = Array.from({ length: 10 }, (_, index) => detectionRow(index + 1, { isRead: index !== 0 }));

/** Serves this list and records queries and mutations. */
function serverWith(list = detectionList(rows, { total: 37 })) {
  const asked: Record<string, unknown>[] = [];
  const updates: unknown[] = [];
  server.use(
    api.query('DetectionHistory', () => dataResponse(history())),
    api.query('DetectionList', ({ variables }) => {
      asked.push(variables);
      return dataResponse(list);
    }),
    api.query('Detection', ({ variables }) => {
      const row = rows.find(({ id }) => id === variables['id']);
      return dataResponse(row ? detection(row) : { alert: null, alertContext: null });
    }),
    api.mutation('UpdateDetections', ({ variables }) => {
      updates.push(variables['input']);
      return dataResponse({
        updateAlerts: {
          __typename: 'UpdateAlertsSuccess',
          updated: 2,
          operationId: 'operation-1',
          missing: [],
          alerts: [],
        },
      });
    }),
  );
  return { asked, updates };
}

const table = () => screen.findByRole('table', { name: 'Detections' });
const rowOf = (number: number) => screen.findByRole('button', { name: openerOf(`user${number}@acme.example`) });

describe('the list', () => {
  it.each([
    ['/dashboard/alerts', 'User', true],
    ['/dashboard/alerts-domain', 'Domain', false],
  ])('%s names rows by %s and uses its base filter', async (address, header, domainIsNotSet) => {
    const { asked } = serverWith();
    openAt(address);
    expect(within(await table()).getAllByRole('columnheader')[1]).toHaveTextContent(header);
    expect(screen.getByText('These detections are currently open and require investigation.')).toBeVisible();
    await rowOf(1);
    expect(asked[0]).toEqual({
      filter: { domainIsNotSet, isClosed: false },
      page: 1,
      pageSize: 10,
      ordering: '-datetime',
    });
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    ['?state=closed', 'Closed detections, kept with their history.'],
    ['?read=unread', 'Open and unread.'],
    ['?state=all&period=7d', 'Everything detected in the last 7 days, open or closed.'],
    ['?state=all&period=30d', 'All detections, open and closed.'],
  ])('describes the view %s', async (query, words) => {
    serverWith();
    openAt(`/dashboard/alerts${query}`);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/require investigation/)).not.toBeInTheDocument();
  });

  it('follows the URL and updates it', async () => {
    const { asked } = serverWith();
    const { user, address } = openAt('/dashboard/alerts?state=all&user=jane&search=vpn&page=2');
    await rowOf(1);
    expect(asked[0]).toMatchObject({
      filter: { domainIsNotSet: true, breachRecordUsernames: 'jane', search: 'vpn' },
      page: 2,
    });
    await user.click(screen.getByRole('radio', { name: 'Closed' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?state=closed&user=jane&search=vpn'));
    await user.clear(screen.getByRole('combobox', { name: 'Search people and sites' }));
    await user.type(screen.getByRole('combobox', { name: 'Search people and sites' }), 'owa');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: { isClosed: true, search: 'owa' }, page: 1 }));
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 2 }));
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alerts'));
  });

  it.each([
    ['', 'All clear'],
    ['?state=closed', 'Nothing closed yet'],
    ['?state=all', 'No detections yet'],
    ['?read=unread', 'Nothing new'],
    ['?state=all&period=7d', 'Nothing in the last 7 days'],
    ['?search=nothing', 'No matching detections'],
  ])('explains an empty list: %s', async (query, title) => {
    serverWith(detectionList([]));
    openAt(`/dashboard/alerts${query}`);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });

  it('names apps instead of their URLs, and says that nobody is assigned', async () => {
    const { breachRecord } = detectionRow(1);
    const url = 'android://c2FtcGxlLWNlcnRpZmljYXRl==@com.example.bank/';
    serverWith(detectionList([detectionRow(1, { breachRecord: { ...breachRecord, url, app: 'com.example.bank' } })]));
    openAt('/dashboard/alerts');
    const row = (await rowOf(1)).closest('tr') ?? document.body;
    expect(within(row).getByText('com.example.bank')).toBeVisible();
    expect(within(row).getByText('Nobody')).toBeInTheDocument();
    expect(within(row).queryByText('Unknown')).not.toBeInTheDocument();
  });

  it.each([
    ['?state=closed', false],
    ['?state=closed&user=jane', true],
    ['?state=closed&read=unread', true],
  ])('offers to clear filters only where there are some: %s', async (query, offered) => {
    serverWith();
    openAt(`/dashboard/alerts${query}`);
    await rowOf(2);
    expect(screen.queryAllByRole('button', { name: 'Clear all' })).toHaveLength(offered ? 1 : 0);
  });

  it('loads again what failed while there was no connection', async () => {
    serverWith();
    server.use(api.query('DetectionList', () => HttpResponse.error()));
    openAt('/dashboard/alerts');
    expect(await screen.findByText(/^Cannot connect to the server/)).toBeVisible();
    expect(screen.getByText('No connection to the server. Retrying…')).toBeVisible();
    serverWith();
    server.use(http.get('/version.json', () => HttpResponse.json({ version: '1' })));
    act(() => {
      dispatchEvent(new Event('online'));
    });
    expect(await rowOf(1)).toBeVisible();
    expect(screen.queryByText('No connection to the server. Retrying…')).not.toBeInTheDocument();
  });

  // spec: S8.2
  it('shows the error and retries', async () => {
    serverWith();
    server.use(
      api.query('DetectionList', () => errorResponse('The database is away.', 'UNAVAILABLE'), { once: true }),
      // An answer to anything else would ask for the list again.
      api.query('Notifications', () => errorResponse('The database is away.', 'UNAVAILABLE')),
    );
    const { user } = openAt('/dashboard/alerts');
    expect(await screen.findByText('The database is away.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf(1)).toBeVisible();
  });

  it('pages through the state of the page opened first until the list is loaded again', async () => {
    const asked: Record<string, unknown>[] = [];
    const closed = rows.map((row, index) => ({ ...row, isClosed: index === 2 }));
    server.use(
      api.query('DetectionList', ({ variables }) => {
        asked.push(variables);
        const anchored = variables['asOf'] !== undefined;
        return dataResponse(
          detectionList(anchored ? closed : rows, {
            total: 37,
            asOf: anchored ? 'anchor-1' : `anchor-${asked.length}`,
          }),
        );
      }),
    );
    const { user } = openAt('/dashboard/alerts');
    await rowOf(1);
    expect(screen.queryByRole('button', { name: 'Reload list' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 2, asOf: 'anchor-1' }));
    // A row that was closed since stays, and says so.
    expect(await within(await table()).findByRole('columnheader', { name: 'State' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 3, asOf: 'anchor-1' }));
    await user.click(screen.getByRole('button', { name: 'Page 1' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 1, asOf: 'anchor-1' }));
    await user.click(screen.getByRole('button', { name: 'Reload list' }));
    await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('asOf'));
    const last = `anchor-${asked.length}`;
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reload list' })).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'State' })).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 2, asOf: last }));
  });

  it('returns to the present list when its former state is gone', async () => {
    const asked: Record<string, unknown>[] = [];
    server.use(
      api.query('DetectionList', ({ variables }) => {
        asked.push(variables);
        return variables['asOf'] === undefined
          ? dataResponse(detectionList(rows, { total: 37 }))
          : errorResponse('Some fields are invalid.', 'VALIDATION');
      }),
    );
    const { user } = openAt('/dashboard/alerts');
    await rowOf(1);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() =>
      expect(asked.map(({ page, asOf }) => [page, asOf])).toEqual([
        [1, undefined],
        [2, 'anchor-1'],
        [2, undefined],
      ]),
    );
    await rowOf(1);
  });

  it('goes to the last page if the requested one no longer exists', async () => {
    serverWith(detectionList([], { total: 37 }));
    const { address } = openAt('/dashboard/alerts?page=9');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?page=4'));
  });
});

describe('bulk actions', () => {
  it('close the selected rows and undo it', async () => {
    const { updates } = serverWith();
    const undone: unknown[] = [];
    server.use(
      api.mutation('UndoDetectionsUpdate', ({ variables }) => {
        undone.push(variables['operationId']);
        return dataResponse({
          undoAlertOperation: { __typename: 'UpdateAlertsSuccess', updated: 2, operationId: 'operation-2', alerts: [] },
        });
      }),
    );
    const { user } = openAt('/dashboard/alerts');
    await user.click(await screen.findByRole('checkbox', { name: 'Select detection for user1@acme.example' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select detection for user2@acme.example' }));
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('2 detections closed')).toBeInTheDocument();
    expect(updates).toEqual([{ action: 'CLOSE', ids: ['detection-1', 'detection-2'], skipMissing: true }]);
    await waitFor(() => expect(screen.queryByText('2 selected')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(undone).toEqual(['operation-1']);
  });

  it('send the filter instead of ids for all matching', async () => {
    const { updates } = serverWith();
    const { user } = openAt('/dashboard/alerts?search=acme');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all detections on this page' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 37 matching' }));
    expect(screen.getByText('37 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark as read' }));
    await waitFor(() =>
      expect(updates).toEqual([{ action: 'READ', filter: { domainIsNotSet: true, isClosed: false, search: 'acme' } }]),
    );
  });

  it('drop "all matching" when the filter changes', async () => {
    serverWith();
    const { user } = openAt('/dashboard/alerts');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all detections on this page' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 37 matching' }));
    await user.click(screen.getByRole('radio', { name: 'New' }));
    await waitFor(() => expect(screen.queryByText('37 selected')).not.toBeInTheDocument());
  });

  it('keep the selection and show the error on failure', async () => {
    serverWith();
    server.use(
      api.mutation('UpdateDetections', () =>
        dataResponse({ updateAlerts: { __typename: 'RefusedProblem', message: 'Not now.', code: 'REFUSED' } }),
      ),
    );
    const { user } = openAt('/dashboard/alerts');
    await user.click(await screen.findByRole('checkbox', { name: 'Select detection for user1@acme.example' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect((await screen.findAllByText('Not now.')).length).toBeGreaterThan(0);
    expect(screen.getByText('1 selected')).toBeVisible();
  });
});

describe('new detections', () => {
  it('are announced live and shown on request', async () => {
    const { asked } = serverWith();
    let feed: GraphQLSubscription | undefined;
    const { user } = openAt('/dashboard/alerts');
    let after: unknown;
    server.use(
      api.subscription('DetectionsRaised', ({ subscription }) => {
        feed = subscription;
        after = subscription.variables['after'];
      }),
    );
    await rowOf(1);
    await waitFor(() => expect(feed).toBeDefined());
    expect(after).toBe('cursor-1');
    const raise = (workforce: number, portals: number) =>
      act(() => {
        feed?.publish({
          data: { alertRaised: { __typename: 'AlertsRaised', workforce, portals, cursor: 'cursor-2' } },
        });
      });
    raise(0, 4);
    raise(2, 1);
    raise(1, 0);
    const pill = await screen.findByRole('button', { name: '3 new' });
    const before = asked.length;
    await user.click(pill);
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    expect(screen.queryByRole('button', { name: '3 new' })).not.toBeInTheDocument();
  });
});

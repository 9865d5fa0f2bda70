import { act, screen, waitFor, within } from '@testing-library/react';
import type { GraphQLSubscription } from 'msw/graphql';
import { dataResponse, detection, detectionList, detectionRow, history } from '@/testing/fixtures';
import { openAt, openerOf } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { DetectionsChangedSubscription } from './list/changes.generated';

type Row = DetectionsChangedSubscription['alertsChanged']['alerts'][number];

const rows = Array.from({ length: 10 }, (_, index) =>
  detectionRow(index + 1, { datetime: `2026-03-01T12:${String(50 - index).padStart(2, '0')}:00Z` }),
);

/** A server with this list, and what others do with it. */
function serverWith(total = 37) {
  const asked = { list: 0, totals: 0, histories: 0 };
  const resumed: unknown[] = [];
  let missed = false;
  let feed: GraphQLSubscription | undefined;
  let beginnings = 0;
  const publish = (alerts: Row[], isMany = false, operationId: string | null = 'of-another') => {
    feed?.publish({ data: { alertsChanged: { __typename: 'AlertsChanged', isMany, operationId, alerts } } });
  };
  server.use(
    api.subscription('DetectionsChanged', ({ subscription }) => {
      feed = subscription;
      beginnings += 1;
      resumed.push(subscription.variables['after']);
      publish([], missed, null);
      missed = false;
    }),
    api.query('DetectionList', () => {
      asked.list += 1;
      return dataResponse(detectionList(rows, { total }));
    }),
    api.query('DetectionTotal', () => {
      asked.totals += 1;
      return dataResponse({ alerts: { __typename: 'AlertPage', total: 12, totalIsExact: true } });
    }),
    api.query('DetectionHistory', () => {
      asked.histories += 1;
      return dataResponse(history());
    }),
    api.query('Detection', ({ variables }) => {
      const row = rows.find(({ id }) => id === variables['id']);
      return dataResponse(row ? detection(row) : { alert: null, alertContext: null });
    }),
  );
  return {
    asked,
    resumed,
    begun: () => beginnings,
    /** Lets something happen before the feed begins. */
    hurry: () => {
      missed = true;
    },
    change: (...alerts: Row[]) => act(() => publish(alerts)),
    changeMany: () => act(() => publish([], true)),
    announce: (operationId: string, ...alerts: Row[]) => act(() => publish(alerts, false, operationId)),
    lose: () => act(() => feed?.error([{ message: 'The connection was lost.' }])),
  };
}

const opener = (number: number) => screen.queryByRole('button', { name: openerOf(`user${number}@acme.example`) });
const shown = () =>
  within(screen.getByRole('table', { name: 'Detections' }))
    .getAllByRole('button', { name: /^(?:Open detection for )?user\d+@/ })
    .map(({ ariaLabel, textContent }) => Number(/\d+/.exec(ariaLabel ?? textContent)?.[0]));

async function openList(address: string, { begun }: { begun: () => number }) {
  const opened = openAt(address);
  // Behind an open detail, the list is hidden from assistive technology.
  await screen.findByRole('button', { name: openerOf('user1@acme.example'), hidden: true });
  await waitFor(() => expect(begun()).toBe(1));
  return opened;
}

describe('what others do', () => {
  it('is shown if it happened after the list was read and before the feed began', async () => {
    const others = serverWith();
    others.hurry();
    await openList('/dashboard/alerts', others);
    await waitFor(() => expect(others.asked.list).toBe(2));
    expect(others.resumed).toEqual([detectionList(rows).alerts.cursor]);
  });

  it('takes a closed row off the list and brings it back when it is reopened, without asking for the list', async () => {
    const others = serverWith();
    await openList('/dashboard/alerts', others);
    others.change(detectionRow(3, { ...rows[2], isClosed: true }));
    await waitFor(() => expect(opener(3)).not.toBeInTheDocument());
    expect(screen.getByText(/of 36/)).toBeVisible();
    others.change(detectionRow(3, { ...rows[2] }));
    await waitFor(() => expect(shown()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(screen.getByText(/of 37/)).toBeVisible();
    expect(others.asked).toMatchObject({ list: 1, totals: 0 });
  });

  it('moves the focus to the row that takes the position of one that leaves', async () => {
    const others = serverWith();
    await openList('/dashboard/alerts', others);
    opener(3)?.focus();
    others.change(detectionRow(3, { ...rows[2], isClosed: true }));
    await waitFor(() => expect(opener(4)).toHaveFocus());
  });

  it('shows in the open detail and in its history', async () => {
    const others = serverWith();
    await openList('/dashboard/alerts?detection=detection-3', others);
    const drawer = within(await screen.findByRole('region', { name: 'user3@acme.example' }));
    await drawer.findByRole('button', { name: 'Close detection' });
    await waitFor(() => expect(others.asked.histories).toBe(1));
    others.change(detectionRow(3, { ...rows[2], isClosed: true }));
    expect(await drawer.findByRole('button', { name: 'Reopen' })).toBeVisible();
    await waitFor(() => expect(others.asked.histories).toBe(2));
    expect(others.asked.list).toBe(1);
  });

  it('is asked about once after a large action, and once when the connection comes back', async () => {
    const others = serverWith();
    await openList('/dashboard/alerts', others);
    others.changeMany();
    others.changeMany();
    others.changeMany();
    await waitFor(() => expect(others.asked.list).toBe(2));
    others.lose();
    await waitFor(() => expect(others.begun()).toBe(2));
    await waitFor(() => expect(others.asked.list).toBe(3));
    expect(others.asked.totals).toBe(0);
  });

  it('asks for the total alone when another page has changed', async () => {
    const others = serverWith();
    await openList('/dashboard/alerts', others);
    others.change(detectionRow(31, { isClosed: true }), detectionRow(32, { isClosed: true }));
    expect(await screen.findByText(/of 12/)).toBeVisible();
    expect(others.asked).toMatchObject({ list: 1, totals: 1 });
  });

  it('is not shown a second time where it was done on this page', async () => {
    const others = serverWith();
    const { user } = await openList('/dashboard/alerts', others);
    server.use(
      api.mutation('UpdateDetections', () => {
        others.announce('mine', detectionRow(40, { isClosed: true }));
        return dataResponse({
          updateAlerts: {
            __typename: 'UpdateAlertsSuccess',
            updated: 1,
            operationId: 'mine',
            missing: [],
            alerts: [],
          },
        });
      }),
    );
    await user.click(screen.getByRole('checkbox', { name: /user3@acme\.example/ }));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(others.asked.list).toBe(2));
    // Another's change that would ask for the total comes after it, so the own one has been passed over by then.
    others.change(detectionRow(41, { isClosed: true }));
    expect(await screen.findByText(/of 12/)).toBeVisible();
    expect(others.asked).toMatchObject({ list: 2, totals: 1 });
  });
});

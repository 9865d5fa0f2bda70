import { screen, waitFor, within } from '@testing-library/react';
import * as z from 'zod/mini';
import { dataResponse, detection, detectionList, detectionRow, history } from '@/testing/fixtures';
import { axeViolations, openAt, openerOf } from '@/testing/render';
import { api, server } from '@/testing/server';

const updateInput = z.object({ action: z.string(), ids: z.array(z.string()) });

/** Serves a list of open detections in pages of ten, from which closed ones leave. */
function serverWith(count: number) {
  const rows = Array.from({ length: count }, (_, index) => detectionRow(index + 1));
  const closed = new Set<string>();
  const state = (row: (typeof rows)[number]) => ({ ...row, isClosed: closed.has(row.id) });
  server.use(
    api.query('DetectionHistory', () => dataResponse(history())),
    api.query('DetectionList', ({ variables }) => {
      const page = z.parse(z.number(), variables['page']);
      // Another page is cut from what the first one was.
      const { asOf = [...closed].join(' ') } = z.parse(z.object({ asOf: z.optional(z.string()) }), variables);
      const listed = rows.filter(({ id }) => !asOf.split(' ').includes(id));
      const shown = listed.slice((page - 1) * 10, page * 10).map(state);
      return dataResponse(detectionList(shown, { total: listed.length, asOf }));
    }),
    api.query('Detection', ({ variables }) => {
      const row = rows.find(({ id }) => id === variables['id']);
      return dataResponse(row ? detection(state(row)) : { alert: null, alertContext: null });
    }),
    api.mutation('UpdateDetections', ({ variables }) => {
      const { action, ids } = z.parse(updateInput, variables['input']);
      if (action === 'CLOSE') for (const id of ids) closed.add(id);
      return dataResponse({
        updateAlerts: {
          __typename: 'UpdateAlertsSuccess',
          updated: ids.length,
          operationId: 'operation-1',
          missing: [],
          alerts: [],
        },
      });
    }),
  );
  return { closed };
}

const detailOf = (number: number) => screen.findByRole('region', { name: openerOf(`user${number}@acme.example`) });
const press = async (user: ReturnType<typeof openAt>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('stepping through the list', () => {
  it('continues on the next page and comes back', async () => {
    serverWith(12);
    const { user, address } = openAt('/dashboard/alerts?detection=detection-10');
    await detailOf(10);
    await screen.findByRole('list', { name: 'Detections' });
    await user.keyboard('j');
    await detailOf(11);
    expect(address()).toBe('/dashboard/alerts?detection=detection-11&page=2');
    expect(await screen.findByRole('button', { name: openerOf('user11@acme.example') })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await user.keyboard('j');
    await detailOf(12);
    await user.keyboard('j');
    expect(await screen.findByText('This is the last detection.')).toBeInTheDocument();
    await user.keyboard('kk');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?detection=detection-11&page=2'));
    await detailOf(11);
    await user.keyboard('k');
    await detailOf(10);
    expect(address()).toBe('/dashboard/alerts?detection=detection-10');
  });

  it('works from a detection that has left the list', async () => {
    serverWith(5);
    const { user } = openAt('/dashboard/alerts?detection=detection-3');
    await detailOf(3);
    await press(user, 'Close detection');
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: openerOf('user3@acme.example') })).not.toBeInTheDocument(),
    );
    expect(screen.getByRole('region', { name: 'user3@acme.example' })).toBeVisible();
    await user.keyboard('j');
    await detailOf(4);
    await user.keyboard('k');
    await detailOf(2);
  });

  it('begins at the first row if the detection was never listed', async () => {
    const { closed } = serverWith(5);
    closed.add('detection-4');
    const { user } = openAt('/dashboard/alerts?detection=detection-4');
    await detailOf(4);
    await screen.findByRole('button', { name: openerOf('user1@acme.example') });
    expect(screen.getByRole('button', { name: 'Previous detection' })).toBeDisabled();
    await press(user, 'Next detection');
    await detailOf(1);
  });

  it('closes and shows the next one until there is none', async () => {
    const { closed } = serverWith(3);
    const { user, address } = openAt('/dashboard/alerts?detection=detection-2');
    await detailOf(2);
    await press(user, 'Close and next');
    await detailOf(3);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Close and next' })).toBeEnabled());
    await user.keyboard('n');
    const ended = await screen.findByRole('region', { name: 'No more detections' });
    expect(within(ended).getByText('That was the last one in this list.')).toBeVisible();
    expect([...closed]).toEqual(['detection-2', 'detection-3']);
    expect(await axeViolations()).toEqual([]);
    await user.keyboard('k');
    await detailOf(1);
    await press(user, 'Close and next');
    await press(user, 'Back to the list');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts'));
  });

  it('closes the last one of a page and continues with the first of the next', async () => {
    serverWith(12);
    const { user, address } = openAt('/dashboard/alerts?detection=detection-10');
    await detailOf(10);
    await screen.findByRole('button', { name: openerOf('user1@acme.example') });
    await press(user, 'Close and next');
    await detailOf(11);
    // It has moved up to this page.
    expect(address()).toBe('/dashboard/alerts?detection=detection-11');
    await press(user, 'Close and next');
    await detailOf(12);
    expect(address()).toBe('/dashboard/alerts?detection=detection-12');
  });
});

describe('the split view', () => {
  it('marks its row, moves the focus and returns it with the table', async () => {
    serverWith(3);
    const { user, address } = openAt('/dashboard/alerts');
    await user.click(await screen.findByRole('button', { name: openerOf('user2@acme.example') }));
    const detail = await detailOf(2);
    await waitFor(() => expect(detail).toHaveFocus());
    expect(screen.queryByRole('table', { name: 'Detections' })).not.toBeInTheDocument();
    const list = within(screen.getByRole('list', { name: 'Detections' }));
    const current = list.getAllByRole('button', { current: true });
    expect(current.map(({ textContent }) => textContent.trim())).toEqual(['user2@acme.example']);
    for (const row of list.getAllByRole('listitem').slice(2)) await user.click(row);
    await detailOf(3);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts'));
    expect(screen.getByRole('table', { name: 'Detections' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: openerOf('user3@acme.example') })).toHaveFocus());
  });

  it('keeps a note that is being written when Escape is pressed', async () => {
    serverWith(3);
    const { user, address } = openAt('/dashboard/alerts?detection=detection-1');
    await detailOf(1);
    await user.click(await screen.findByRole('tab', { name: 'Notes' }));
    await user.click(await screen.findByRole('textbox', { name: 'Add a note for your team' }));
    await user.keyboard('Called them.{Escape}');
    expect(screen.getByRole('textbox', { name: 'Add a note for your team' })).toHaveValue('Called them.');
    expect(address()).toBe('/dashboard/alerts?detection=detection-1');
  });

  it('is a drawer over the list below 1280 px', async () => {
    const wide = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(wide(media), { matches: !media.includes('1280') && media.includes('min-width') }),
    );
    serverWith(3);
    const { user, address } = openAt('/dashboard/alerts');
    const opener = await screen.findByRole('button', { name: openerOf('user2@acme.example') });
    await user.click(opener);
    const drawer = await screen.findByRole('dialog', { name: 'user2@acme.example' });
    expect(await within(drawer).findByRole('heading', { name: 'What happened' })).toBeVisible();
    await user.keyboard('j');
    expect(await screen.findByRole('dialog', { name: 'user3@acme.example' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts'));
    expect(screen.getByRole('table', { name: 'Detections', hidden: true })).toBeInTheDocument();
  });
});

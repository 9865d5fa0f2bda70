import { screen, waitFor, within } from '@testing-library/react';
import * as z from 'zod/mini';
import {
  dataResponse,
  detection,
  detectionList,
  detectionRow,
  globalSearch,
  history,
  historyEvent,
} from '@/testing/fixtures';
import { axeViolations, openAt, openerOf } from '@/testing/render';
import { api, server } from '@/testing/server';

const rows = Array.from({ length: 3 }, (_, index) => detectionRow(index + 1));

interface Kept {
  id: string;
  name: string;
  query: string;
}

const saveInput = z.object({ id: z.optional(z.string()), name: z.string(), query: z.string() });

/** Stores views and records queries and mutations. */
function desk({ views = [], missing = [] }: { views?: Kept[]; missing?: string[] } = {}) {
  const asked: unknown[] = [];
  const updates: unknown[] = [];
  const kept = [...views];
  const view = (each: Kept) => ({ __typename: 'SavedView' as const, ...each });
  server.use(
    api.query('SavedViews', () => dataResponse({ savedViews: kept.map(view) })),
    api.mutation('SaveView', ({ variables }) => {
      const { id = `view-${kept.length + 1}`, name, query } = z.parse(saveInput, variables['input']);
      if (kept.some((each) => each.name === name && each.id !== id)) {
        return dataResponse({
          saveView: {
            __typename: 'ValidationProblem',
            message: 'No.',
            code: 'VALIDATION',
            fieldErrors: [
              { __typename: 'FieldError', field: 'name', messages: ['You already have a view with this name.'] },
            ],
          },
        });
      }
      const index = kept.findIndex((each) => each.id === id);
      kept.splice(index === -1 ? kept.length : index, 1, { id, name, query });
      return dataResponse({ saveView: { __typename: 'SavedViewSuccess', view: view({ id, name, query }) } });
    }),
    api.mutation('DeleteView', ({ variables }) => {
      kept.splice(
        kept.findIndex(({ id }) => id === variables['id']),
        1,
      );
      return dataResponse({ deleteView: { __typename: 'DeleteViewSuccess', id: String(variables['id']) } });
    }),
    api.query('DetectionHistory', () => dataResponse(history())),
    api.query('GlobalSearch', () => dataResponse(globalSearch())),
    api.query('DetectionList', ({ variables }) => {
      asked.push(variables['filter']);
      return dataResponse(detectionList(rows, { total: 3 }));
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
          updated: 3 - missing.length,
          operationId: 'operation-1',
          missing,
          alerts: [],
        },
      });
    }),
  );
  return { asked, updates, kept };
}

const ready = () => screen.findByRole('button', { name: openerOf('user1@acme.example') });

describe('filters', () => {
  it('are typed as tokens, shown as chips and in the URL, and removed one by one', async () => {
    const { asked } = desk();
    const { user, address } = openAt('/dashboard/alerts');
    await ready();
    expect(screen.getByRole('combobox', { name: 'Search people and sites' })).toHaveAccessibleDescription(
      /type filters, such as user:jane/,
    );
    await user.click(screen.getByRole('combobox', { name: 'Search people and sites' }));
    await user.paste('vpn user:jane is:any severity:high assignee:grace is:odd');
    await user.keyboard('{Enter}');
    expect(
      await screen.findByText(/^Invalid filter: is:odd\. Filters: user: url: .*device: malware: site: country: type: /),
    ).toBeVisible();
    await user.clear(screen.getByRole('combobox', { name: 'Search people and sites' }));
    await user.paste('vpn');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(address()).toBe('/dashboard/alerts?user=jane&state=all&severity=high&assignee=user-2&search=vpn'),
    );
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        domainIsNotSet: true,
        search: 'vpn',
        breachRecordUsernames: 'jane',
        severityFrom: 60,
        assigneeId: 'user-2',
      }),
    );
    const chips = within(screen.getByRole('group', { name: 'Active filters' }));
    expect(chips.getByText('Grace Example')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(chips.getByRole('button', { name: 'Remove filter: Username' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?state=all&severity=high&assignee=user-2&search=vpn'));
    await user.click(chips.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alerts'));
  });

  it('are added from a menu', async () => {
    desk();
    const { user, address } = openAt('/dashboard/alerts');
    await ready();
    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'URL…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Filter by: URL' });
    await user.click(within(dialog).getByRole('textbox', { name: /URL/ }));
    await user.paste('github');
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?url=github'));
  });
});

describe('saved views', () => {
  it('are saved, show changes and can be restored', async () => {
    const { kept } = desk({ views: [{ id: 'view-1', name: 'Payroll', query: 'state=all&user=jane' }] });
    const { user, address } = openAt('/dashboard/alerts');
    await ready();
    await user.click(screen.getByRole('button', { name: 'My views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Payroll' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?state=all&user=jane&view=view-1'));
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();

    await user.click(screen.getByRole('radio', { name: 'Closed' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?state=all&user=jane&view=view-1'));
    await user.click(screen.getByRole('radio', { name: 'Closed' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(kept).toEqual([{ id: 'view-1', name: 'Payroll', query: 'state=closed&user=jane' }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument());
  });

  it('show a rejected name at the field, and can be deleted and restored', async () => {
    const { kept } = desk({ views: [{ id: 'view-1', name: 'Payroll', query: 'user=jane' }] });
    const { user, address } = openAt('/dashboard/alerts?user=al');
    await ready();
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
    await user.click(within(dialog).getByRole('textbox', { name: /Name/ }));
    await user.paste('Payroll');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('You already have a view with this name.')).toBeVisible();
    await user.click(within(dialog).getByRole('textbox', { name: /Name/ }));
    await user.paste(' 2');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?user=al&view=view-2'));
    await user.click(await screen.findByRole('button', { name: 'Payroll 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
    await waitFor(() => expect(kept.map(({ name }) => name)).toEqual(['Payroll']));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(kept.map(({ name }) => name)).toEqual(['Payroll', 'Payroll 2']));
  });
});

describe('actions', () => {
  it('assign the selected detections', async () => {
    const { updates } = desk();
    const { user } = openAt('/dashboard/alerts');
    await ready();
    await user.click(screen.getByRole('checkbox', { name: 'Select all detections on this page' }));
    await user.click(screen.getByRole('button', { name: 'Assign' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ada Example (you)' }));
    await waitFor(() =>
      expect(updates).toEqual([
        { action: 'ASSIGN', ids: rows.map(({ id }) => id), assigneeId: 'user-1', skipMissing: true },
      ]),
    );
  });

  it('report partial success and keep the failed rows selected', async () => {
    desk({ missing: ['detection-2'] });
    const { user } = openAt('/dashboard/alerts');
    await ready();
    await user.click(screen.getByRole('checkbox', { name: 'Select all detections on this page' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('2 of 3 closed')).toBeInTheDocument();
    expect(await screen.findByText('1 selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select detection for user2@acme.example' })).toBeChecked();
  });
});

it('the detail shows the history and lets authors add and edit notes', async () => {
  desk();
  const note = {
    __typename: 'AlertNote' as const,
    id: 'note-1',
    text: 'Called <b>them</b>.',
    editedAt: null,
    isOwn: true,
    mentions: [],
  };
  let written = false;
  server.use(
    api.query('DetectionHistory', () =>
      dataResponse(
        history(
          ...(written ? [historyEvent({ kind: 'NOTED', by: 'Ada Example', leak: null, note })] : []),
          historyEvent({ kind: 'ASSIGNED', by: 'Grace Example', assignee: 'Ada Example', leak: null }),
          historyEvent({
            kind: 'ASSIGNED',
            by: 'Grace Example',
            assignee: 'Grace Example',
            at: '2026-11-01T09:00:00Z',
            leak: null,
          }),
          historyEvent({ kind: 'UNDONE', undone: 'CLOSED', leak: null }),
          historyEvent({ kind: 'CLOSED', leak: null }),
        ),
      ),
    ),
    api.mutation('AddNote', () => {
      written = true;
      return dataResponse({ addAlertNote: { __typename: 'AlertNoteSuccess', note } });
    }),
    api.mutation('EditNote', ({ variables }) =>
      dataResponse({
        editAlertNote: { __typename: 'AlertNoteSuccess', note: { ...note, text: String(variables['text']) } },
      }),
    ),
  );
  const { user } = openAt('/dashboard/alerts?detection=detection-1');
  const dialog = within(await screen.findByRole('region', { name: 'user1@acme.example' }));
  expect(await dialog.findByText('Grace Example assigned this to Ada Example')).toBeVisible();
  expect(dialog.getByText('Grace Example took this')).toBeVisible();
  expect(dialog.getByText('Closing was undone')).toBeVisible();
  expect(dialog.getByText('Auto-closed as a duplicate')).toBeVisible();
  const raised = dialog.getByText(/^Detected in/);
  expect(raised).toHaveTextContent('Detected in Invented leak');
  expect(within(raised).getByRole('link')).toHaveAttribute('href', '/dashboard/leaks/invented-leak');
  expect(dialog.getByText(/Sign out of all sessions/)).toBeVisible();
  await user.click(dialog.getByRole('tab', { name: 'Notes' }));
  expect(dialog.getByText('No notes yet.')).toBeVisible();
  await user.click(dialog.getByRole('textbox', { name: 'Add a note for your team' }));
  await user.paste('Called them.');
  await user.click(dialog.getByRole('button', { name: 'Save note' }));
  expect(await dialog.findByText('Called <b>them</b>.', { selector: 'p' })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Edit' }));
  const field = dialog.getByRole('textbox', { name: 'Your note' });
  await user.clear(field);
  await user.click(field);
  await user.paste('Called again.');
  await user.click(within(field.closest('form') ?? document.body).getByRole('button', { name: 'Save note' }));
  expect(await dialog.findByText('Called again.', { selector: 'p' })).toBeVisible();
});

describe('keys and the palette', () => {
  it('triage by keyboard: move, select, close, open, undo', async () => {
    const { updates } = desk();
    const undone: unknown[] = [];
    server.use(
      api.mutation('UndoDetectionsUpdate', ({ variables }) => {
        undone.push(variables['operationId']);
        return dataResponse({
          undoAlertOperation: {
            __typename: 'UpdateAlertsSuccess',
            updated: 1,
            operationId: 'o',
            missing: [],
            alerts: [],
          },
        });
      }),
    );
    const { user, address } = openAt('/dashboard/alerts');
    const first = await ready();
    await user.keyboard('j');
    expect(first).toHaveFocus();
    await user.keyboard('jxe');
    await waitFor(() => expect(updates).toEqual([{ action: 'CLOSE', ids: ['detection-2'], skipMissing: true }]));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(undone).toEqual(['operation-1']));
    await user.keyboard('{Enter}');
    await screen.findByRole('region', { name: 'user2@acme.example' });
    await user.keyboard('j');
    expect(await screen.findByRole('region', { name: 'user3@acme.example' })).toBeVisible();
    await user.keyboard('u');
    await waitFor(() => expect(updates.at(-1)).toEqual({ action: 'UNREAD', ids: ['detection-3'], skipMissing: true }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts'));
    await user.keyboard('gp');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts-domain'));
  });

  it('the palette finds and runs actions', async () => {
    Element.prototype.scrollIntoView = vi.fn<() => void>();
    desk({ views: [{ id: 'view-1', name: 'Payroll', query: 'user=jane' }] });
    const { user, address } = openAt('/dashboard/alerts');
    await ready();
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search people, devices, leaks, sites and actions' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(await axeViolations()).toEqual([]);
    await user.type(field, 'fly');
    expect(await screen.findByText('No results for “fly”.')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'payr');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?user=jane&view=view-1'));
    await user.keyboard('?');
    const shortcuts = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(shortcuts).getByText('Close or reopen')).toBeVisible();
    await user.click(within(shortcuts).getByRole('switch', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(shortcuts).not.toBeInTheDocument());
    await user.keyboard('gp');
    expect(address()).toBe('/dashboard/alerts?user=jane&view=view-1');
    localStorage.removeItem('breachlight-single-keys');
  });
});

it('hidden columns are kept in the URL and remembered by the browser', async () => {
  desk();
  const { user, address } = openAt('/dashboard/alerts');
  await ready();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Leak' }));
  await waitFor(() => expect(address()).toBe('/dashboard/alerts?columns=severity.site.assignee.datetime'));
  expect(screen.queryByRole('columnheader', { name: 'Leak' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('menuitemradio', { name: 'Compact' }));
  expect(localStorage.getItem('breachlight-density')).toBe('compact');
  const stored = Object.entries(localStorage).find(([key]) => key.startsWith('breachlight-list-workforce'));
  expect(stored?.[1]).toBe('{"columns":"severity.site.assignee.datetime","widths":{}}');
  localStorage.removeItem(stored?.[0] ?? '');
  localStorage.removeItem('breachlight-density');
});

it('a page of another size begins with the row that was first, and the browser remembers it', async () => {
  desk();
  const { user, address } = openAt('/dashboard/alerts?page=2');
  await ready();
  await user.click(await screen.findByRole('button', { name: '10 per page' }));
  await user.click(await screen.findByRole('menuitemradio', { name: '25' }));
  await waitFor(() => expect(address()).toBe('/dashboard/alerts'));
  expect(await screen.findByRole('button', { name: '25 per page' })).toBeInTheDocument();
  expect(localStorage.getItem('breachlight-page-size')).toBe('25');
  localStorage.removeItem('breachlight-page-size');
});

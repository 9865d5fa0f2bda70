import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, useCommands } from '@/lib/commands/commands';
import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import { usePermissions } from '@/lib/session/permissions';
import type { ChangeUrlState } from '@/lib/url-state';
import { focusedRow, moveFocus, rememberFocus } from '@/ui/table/row-keys';
import type { RowSelection } from '@/ui/table/use-row-selection';
import type { DetectionRowFragment } from '../detections.generated';
import type { Steps } from '../detail/use-steps';
import { type ListState, NO_FILTER, SCOPE_NAMES, SCOPES } from '../list/list-state';
import type { Assignee } from '../list/search-query';
import type { SavedViews } from '../list/use-saved-views';
import { ACTIONS, keepFailed, targetOf } from './selection-target';
import type { DetectionUpdates, PlainAction } from './use-update-detections';

/** State and actions of the page that commands use. */
export interface DetectionsDesk {
  rows: readonly DetectionRowFragment[];
  list: ListState;
  changeList: ChangeUrlState<ListState>;
  steps: Steps;
  openView: (id: string) => void;
  filter: AlertFilter;
  selection: RowSelection;
  updates: DetectionUpdates;
  saved: SavedViews;
  assignees: readonly Assignee[];
  onExport: (() => void) | undefined;
}

/** Moves the open detail, or else the focus, to another row. */
function move({ list, steps }: DetectionsDesk, by: 1 | -1): void {
  if (list.detection === '') moveFocus(by);
  else void steps.step(by);
}

/** Target rows of a shortcut: the open one, else the selected ones, else the focused one. */
function idsInHand({ list, selection }: DetectionsDesk): readonly string[] {
  if (list.detection !== '') return [list.detection];
  if (selection.ids.size > 0) return [...selection.ids];
  const focused = focusedRow();
  return focused === null ? [] : [focused];
}

/** Applies an action to the target rows and keeps the focus position. */
async function act(desk: DetectionsDesk, action: PlainAction): Promise<void> {
  const ids = idsInHand(desk);
  if (ids.length === 0) return;
  const whole = desk.list.detection === '' && desk.selection.ids.size > 0;
  const restoreFocus = rememberFocus();
  const applied = await desk.updates.update(action, whole ? targetOf(desk.selection, desk.filter) : { ids: [...ids] });
  if (whole) keepFailed(desk.selection, applied);
  if (desk.list.detection === '') restoreFocus();
}

/** Toggles: reopens or marks as unread only if all rows are already closed or read. */
function turned({ rows }: DetectionsDesk, ids: readonly string[], key: 'isRead' | 'isClosed'): PlainAction {
  const chosen = rows.filter(({ id }) => ids.includes(id));
  const all = chosen.length > 0 && chosen.every((row) => row[key]);
  if (key === 'isRead') return all ? 'UNREAD' : 'READ';
  return all ? 'REOPEN' : 'CLOSE';
}

/** Commands of the detection list, for palette and shortcuts. */
export function useDetectionCommands(desk: DetectionsDesk): void {
  const { t } = useTranslation('detections');
  const may = usePermissions();
  const mayTriage = may('TRIAGE');
  // Commands run later than they are registered, and must see the current page.
  const now = useRef(desk);
  useEffect(() => {
    now.current = desk;
  });
  const { saved, assignees, list, selection } = desk;
  const { state } = list;
  const { views } = saved;
  const mayExport = desk.onExport !== undefined;
  const isOpen = list.detection !== '';
  const hasChosen = selection.ids.size > 0 || isOpen;

  const commands = useMemo<Command[]>(() => {
    const group = t('commands.list');
    const triage: Command[] = [
      {
        id: 'close',
        label: t('commands.close'),
        group,
        keys: 'e',
        run: () => void act(now.current, turned(now.current, idsInHand(now.current), 'isClosed')),
      },
      {
        id: 'read',
        label: t('commands.read'),
        group,
        keys: 'u',
        run: () => void act(now.current, turned(now.current, idsInHand(now.current), 'isRead')),
      },
      ...(isOpen
        ? [
            {
              id: 'close-next',
              label: t('commands.closeAndNext'),
              group,
              keys: 'n',
              run: () => void now.current.steps.closeAndNext(),
            },
          ]
        : []),
      { id: 'undo', label: t('commands.undo'), group, keys: 'mod+z', run: () => now.current.updates.undoLast() },
      ...(hasChosen ? ACTIONS[state] : []).map((action) => ({
        id: `do-${action}`,
        label: t('commands.chosen', { action: t(`action.${action}`) }),
        group,
        run: () => void act(now.current, action),
      })),
      ...(hasChosen ? [...assignees, null] : []).map((member) => ({
        id: `assign-${member?.id ?? 'nobody'}`,
        label: t('commands.assign', { name: member?.name ?? t('assign.nobody') }),
        group,
        run: () => {
          const { updates, list: current, selection: chosen, filter } = now.current;
          const target = current.detection === '' ? targetOf(chosen, filter) : { ids: [current.detection] };
          void updates.assign(member?.id ?? null, target).then((applied) => {
            if (current.detection === '') keepFailed(chosen, applied);
          });
        },
      })),
    ];
    return [
      { id: 'next', label: t('commands.next'), group, keys: 'j', keysOnly: true, run: () => move(now.current, 1) },
      {
        id: 'previous',
        label: t('commands.previous'),
        group,
        keys: 'k',
        keysOnly: true,
        run: () => move(now.current, -1),
      },
      {
        id: 'select',
        label: t('commands.select'),
        group,
        keys: 'x',
        keysOnly: true,
        run: () => {
          const id = focusedRow();
          if (id !== null) now.current.selection.toggle(id, false);
        },
      },
      {
        id: 'search',
        label: t('commands.search'),
        group,
        keys: '/',
        run: () => document.querySelector<HTMLElement>('main input[role=combobox]')?.focus(),
      },
      ...(mayTriage ? triage : []),
      { id: 'select-page', label: t('select.page'), group, run: () => now.current.selection.togglePage() },
      {
        id: 'select-all',
        label: t('commands.selectAll'),
        group,
        run: () => now.current.selection.selectAllMatching(),
      },
      ...(mayExport
        ? [{ id: 'export', label: t('export.all'), group, keywords: 'csv json', run: () => now.current.onExport?.() }]
        : []),
      {
        id: 'clear-filters',
        label: t('commands.clearFilters'),
        group: t('commands.views'),
        run: () => now.current.changeList(NO_FILTER),
      },
      ...SCOPE_NAMES.map((name) => ({
        id: `view-${name}`,
        label: t('commands.view', { name: t(`views.${name}`) }),
        group: t('commands.views'),
        run: () => now.current.changeList({ ...SCOPES[name], page: 1 }),
      })),
      ...views.map(({ id, name }) => ({
        id: `view-${id}`,
        label: t('commands.view', { name }),
        group: t('commands.views'),
        run: () => now.current.openView(id),
      })),
    ];
  }, [t, assignees, views, mayTriage, mayExport, hasChosen, isOpen, state]);
  useCommands(commands);
}

import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, useCommands } from '@/lib/commands/commands';
import type { ChangeUrlState } from '@/lib/url-state';
import { focusedRow, moveFocus } from '@/ui/table/row-keys';
import type { RowSelection } from '@/ui/table/use-row-selection';
import type { InboxState } from './inbox-state';
import { type Choice, choiceOf } from './triage/selection-target';
import type { IncidentUpdates } from './triage/use-incident-updates';
import type { Member } from './triage/use-members';
import type { Triage } from './triage/use-triage';
import type { IncidentRow } from './use-inbox';

/** State and actions of the inbox that commands use. */
export interface InboxDesk {
  state: InboxState;
  onChange: ChangeUrlState<InboxState>;
  rows: readonly IncidentRow[];
  selection: RowSelection;
  /** The selected incidents; undefined while everything is being counted. */
  choice: Choice | undefined;
  triage: Triage;
  updates: IncidentUpdates;
  members: readonly Member[];
  mayTriage: boolean;
  /** Collapses or expands all groups. */
  toggleAll: () => void;
}

/** What a shortcut is about: the selected incidents, else the focused one. */
function inHand({ selection, choice, rows }: InboxDesk): Choice | undefined {
  if (selection.ids.size > 0) return choice;
  const id = focusedRow();
  const row = rows.find((each) => each.id === id);
  return row && choiceOf([row]);
}

/** Runs an action on what a shortcut is about. */
function act(desk: InboxDesk, run: (triage: Triage, choice: Choice) => void): void {
  const choice = inHand(desk);
  if (choice && !desk.triage.updating) run(desk.triage, choice);
}

/** Commands of the inbox, for palette and shortcuts; the keys are those of the detection lists. */
export function useInboxCommands(desk: InboxDesk): void {
  const { t } = useTranslation('incidents');
  // Commands run later than they are registered, and must see the current page.
  const now = useRef(desk);
  useEffect(() => {
    now.current = desk;
  });
  const { members, mayTriage, state, selection } = desk;
  const { group: grouping, tab } = state;
  const hasChosen = selection.ids.size > 0;
  const commands = useMemo<Command[]>(() => {
    const group = t('title');
    const triage: Command[] = [
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
        id: 'close',
        label: t('commands.close'),
        group,
        keys: 'e',
        run: () =>
          act(now.current, (actions, choice) =>
            choice.areClosed ? actions.setState(choice, 'OPEN') : actions.close(choice),
          ),
      },
      {
        id: 'wait',
        label: t('commands.wait'),
        group,
        keys: 'h',
        run: () =>
          act(now.current, (actions, choice) => actions.setState(choice, tab === 'waiting' ? 'OPEN' : 'WAITING')),
      },
      { id: 'undo', label: t('commands.undo'), group, keys: 'mod+z', run: () => now.current.updates.undoLast() },
      { id: 'select-page', label: t('select.page'), group, run: () => now.current.selection.togglePage() },
      {
        id: 'select-all',
        label: t('commands.selectAll'),
        group,
        run: () => now.current.selection.selectAllMatching(),
      },
      ...(hasChosen && members.length > 0 ? [...members, null] : []).map((member) => ({
        id: `assign-${member?.id ?? 'nobody'}`,
        label: t(member ? 'commands.assign' : 'commands.unassign', { name: member?.name }),
        group,
        run: () => act(now.current, (actions, choice) => actions.assign(choice, member?.id ?? null)),
      })),
    ];
    return [
      { id: 'next', label: t('commands.next'), group, keys: 'j', keysOnly: true, run: () => moveFocus(1) },
      { id: 'previous', label: t('commands.previous'), group, keys: 'k', keysOnly: true, run: () => moveFocus(-1) },
      ...(mayTriage ? triage : []),
      ...(['none', 'device', 'leak', 'person'] as const)
        .filter((each) => each !== grouping)
        .map((each) => ({
          id: `group-${each}`,
          label: t(`commands.group.${each}`),
          group,
          run: () => now.current.onChange({ group: each, only: '', page: 1 }),
        })),
      ...(grouping === 'none'
        ? []
        : [{ id: 'collapse', label: t('commands.collapse'), group, run: () => now.current.toggleAll() }]),
    ];
  }, [t, members, mayTriage, grouping, tab, hasChosen]);
  useCommands(commands);
}

import { UserRound } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, useCommands } from '@/lib/commands/commands';
import { usePermissions } from '@/lib/session/permissions';
import { Button } from '@/ui/form/button';
import { Menu } from '@/ui/overlay/menu';
import type { IncidentDetail } from './incident-page';
import { AssigneeItems } from './triage/bulk-actions';
import { choiceOf } from './triage/selection-target';
import type { IncidentUpdates } from './triage/use-incident-updates';
import { useMembers } from './triage/use-members';
import { useTriage } from './triage/use-triage';

interface IncidentActionsProps {
  incident: IncidentDetail;
  updates: IncidentUpdates;
}

/** Assigns an incident, lets it wait, closes all of its open detections, or reopens it. */
export function IncidentActions({ incident, updates }: IncidentActionsProps) {
  const { t } = useTranslation('incidents');
  const mayTriage = usePermissions()('TRIAGE');
  const members = useMembers();
  const triage = useTriage(updates, () => undefined);
  const choice = choiceOf([incident]);
  const isClosed = choice.areClosed;
  useIncidentCommands(
    mayTriage,
    () => (isClosed ? triage.setState(choice, 'OPEN') : triage.close(choice)),
    () => updates.undoLast(),
  );
  if (!mayTriage) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {members.length > 0 && (
        <Menu
          align="end"
          trigger={
            <Button disabled={triage.updating} icon={<UserRound aria-hidden="true" className="size-4" />}>
              {incident.assignee?.name ?? t('action.ASSIGN')}
            </Button>
          }
        >
          <AssigneeItems members={members} onChoose={(id) => triage.assign(choice, id)} />
        </Menu>
      )}
      {incident.state !== 'OPEN' && (
        <Button
          variant={isClosed ? 'primary' : 'secondary'}
          disabled={triage.updating}
          onClick={() => triage.setState(choice, 'OPEN')}
        >
          {t('action.OPEN')}
        </Button>
      )}
      {incident.state === 'OPEN' && (
        <Button disabled={triage.updating} onClick={() => triage.setState(choice, 'WAITING')}>
          {t('action.WAITING')}
        </Button>
      )}
      {!isClosed && (
        <Button variant="primary" disabled={triage.updating} onClick={() => triage.close(choice)}>
          {t('action.CLOSED')}
        </Button>
      )}
      {triage.dialogs}
    </div>
  );
}

/** Shortcuts of an incident's page. */
function useIncidentCommands(mayTriage: boolean, close: () => void, undo: () => void): void {
  const { t } = useTranslation('incidents');
  const now = useRef({ close, undo });
  useEffect(() => {
    now.current = { close, undo };
  });
  const commands = useMemo<Command[]>(() => {
    const group = t('incident');
    if (!mayTriage) return [];
    return [
      { id: 'close', label: t('commands.close'), group, keys: 'e', run: () => now.current.close() },
      { id: 'undo', label: t('commands.undo'), group, keys: 'mod+z', run: () => now.current.undo() },
    ];
  }, [t, mayTriage]);
  useCommands(commands);
}

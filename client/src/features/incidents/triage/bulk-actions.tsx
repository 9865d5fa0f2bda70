import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { LoadingDots } from '@/ui/feedback/loading-dots';
import { Button } from '@/ui/form/button';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlay/menu';
import { BulkBar } from '@/ui/table/bulk-bar';
import type { RowSelection } from '@/ui/table/use-row-selection';
import type { InboxState } from '../inbox-state';
import type { Choice } from './selection-target';
import type { Member } from './use-members';
import type { Triage } from './use-triage';

interface BulkActionsProps {
  selection: RowSelection;
  /** Undefined while everything is being counted. */
  choice: Choice | undefined;
  tab: InboxState['tab'];
  /** All incidents of the list. */
  total: number;
  members: readonly Member[];
  triage: Triage;
}

/** Actions for the selected incidents: "3 incidents, 47 detections". */
export function BulkActions({ selection, choice, tab, total, members, triage }: BulkActionsProps) {
  const { t, i18n } = useTranslation('incidents');
  const { ids, allMatching } = selection;
  const isDisabled = triage.updating || choice === undefined;
  const label = choice
    ? t('select.count', {
        incidents: t('count', { count: choice.incidents }),
        detections: t('detectionCount', { count: tab === 'closed' ? choice.allDetections : choice.detections }),
      })
    : t('count', { count: total });
  return (
    <BulkBar
      label={ids.size > 0 ? label : undefined}
      clearLabel={t('select.clear')}
      onClear={selection.clear}
      extend={
        triage.updating ? (
          <span role="status" className="flex items-center gap-2 text-sm text-ink-muted">
            <LoadingDots size={16} />
            {t('select.updating')}
          </span>
        ) : (
          !allMatching &&
          total > ids.size && (
            <Button size="sm" variant="ghost" onClick={selection.selectAllMatching}>
              {t('select.allMatching', { number: formatNumber(total, i18n.language) })}
            </Button>
          )
        )
      }
    >
      {members.length > 0 && (
        <Menu
          side="top"
          trigger={
            <Button size="sm" disabled={isDisabled} icon={<UserRound aria-hidden="true" className="size-3.5" />}>
              {t('action.ASSIGN')}
            </Button>
          }
        >
          <AssigneeItems members={members} onChoose={(id) => choice && triage.assign(choice, id)} />
        </Menu>
      )}
      {tab !== 'closed' && (
        <Button size="sm" disabled={isDisabled} onClick={() => choice && triage.setState(choice, 'WAITING')}>
          {t('action.WAITING')}
        </Button>
      )}
      {(tab === 'closed' || tab === 'waiting') && (
        <Button
          size="sm"
          variant={tab === 'closed' ? 'primary' : 'secondary'}
          disabled={isDisabled}
          onClick={() => choice && triage.setState(choice, 'OPEN')}
        >
          {t('action.OPEN')}
        </Button>
      )}
      {tab !== 'closed' && (
        <Button size="sm" variant="primary" disabled={isDisabled} onClick={() => choice && triage.close(choice)}>
          {t('action.CLOSED')}
        </Button>
      )}
    </BulkBar>
  );
}

interface AssigneeItemsProps {
  members: readonly Member[];
  onChoose: (id: string | null) => void;
}

/** Menu items of the members, and nobody. */
export function AssigneeItems({ members, onChoose }: AssigneeItemsProps) {
  const { t: td } = useTranslation('detections');
  return (
    <>
      {members.map(({ id, name, isMe }) => (
        <MenuItem key={id} onSelect={() => onChoose(id)}>
          {isMe ? td('assign.me', { name }) : name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onChoose(null)}>{td('assign.nobody')}</MenuItem>
    </>
  );
}

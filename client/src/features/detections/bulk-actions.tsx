import { useTranslation } from 'react-i18next';
import type { AlertAction, AlertFilter } from '@/lib/graphql/schema-types.generated';
import { BulkBar } from '@/ui/bulk-bar';
import { Button } from '@/ui/button';
import type { RowSelection } from '@/ui/use-row-selection';
import type { ListState } from './list-state';
import type { DetectionUpdates } from './use-update-detections';

interface BulkActionsProps {
  selection: RowSelection;
  state: ListState['state'];
  total: number;
  totalIsExact: boolean;
  filter: AlertFilter;
  updates: DetectionUpdates;
}

/** What the state of a list leaves to do: nothing closed is closed again. */
const ACTIONS: Record<ListState['state'], readonly AlertAction[]> = {
  open: ['READ', 'UNREAD', 'CLOSE'],
  closed: ['READ', 'UNREAD', 'REOPEN'],
  all: ['READ', 'UNREAD', 'REOPEN', 'CLOSE'],
};

/** Actions on the chosen rows, or on all rows that the filter chooses: then the filter is sent, not the ids. */
export function BulkActions({ selection, state, total, totalIsExact, filter, updates }: BulkActionsProps) {
  const { t } = useTranslation('detections');
  const { ids, allMatching } = selection;
  const apply = async (action: AlertAction) => {
    const applied = await updates.update(action, allMatching ? { filter } : { ids: [...ids] });
    if (applied) selection.clear();
  };

  const count = allMatching ? total : ids.size;
  const more = allMatching && !totalIsExact;
  const label = more ? t('select.countMore', { count }) : t('select.count', { count });
  return (
    <BulkBar
      label={ids.size > 0 ? label : undefined}
      clearLabel={t('select.clear')}
      onClear={selection.clear}
      extend={
        !allMatching &&
        total > ids.size && (
          <Button size="sm" variant="ghost" onClick={selection.selectAllMatching}>
            {totalIsExact ? t('select.allMatching', { count: total }) : t('select.allMatchingMore', { count: total })}
          </Button>
        )
      }
    >
      {ACTIONS[state].map((action) => (
        <Button
          key={action}
          size="sm"
          variant={action === ACTIONS[state].at(-1) ? 'primary' : 'secondary'}
          disabled={updates.updating}
          onClick={() => void apply(action)}
        >
          {t(`action.${action}`)}
        </Button>
      ))}
    </BulkBar>
  );
}

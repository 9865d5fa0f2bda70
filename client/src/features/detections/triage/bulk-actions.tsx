import { Download, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import { usePermissions } from '@/lib/session/permissions';
import { Button } from '@/ui/form/button';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlay/menu';
import { BulkBar } from '@/ui/table/bulk-bar';
import type { RowSelection } from '@/ui/table/use-row-selection';
import type { ListState } from '../list/list-state';
import type { Assignee } from '../list/search-query';
import { ACTIONS, keepFailed, targetOf } from './selection-target';
import type { Applied, DetectionUpdates } from './use-update-detections';

interface BulkActionsProps {
  selection: RowSelection;
  state: ListState['state'];
  total: number;
  totalIsExact: boolean;
  filter: AlertFilter;
  assignees: readonly Assignee[];
  updates: DetectionUpdates;
  onExport: () => void;
}

export function BulkActions({
  selection,
  state,
  total,
  totalIsExact,
  filter,
  assignees,
  updates,
  onExport,
}: BulkActionsProps) {
  const { t } = useTranslation('detections');
  const may = usePermissions();
  const { ids, allMatching } = selection;
  const target = targetOf(selection, filter);
  const apply = async (done: Promise<Applied>) => keepFailed(selection, await done);

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
      {may('EXPORT') && (
        <Button size="sm" icon={<Download aria-hidden="true" className="size-3.5" />} onClick={onExport}>
          {t('export.action')}
        </Button>
      )}
      {may('TRIAGE') && (
        <>
          <Menu
            side="top"
            trigger={
              <Button
                size="sm"
                disabled={updates.updating}
                icon={<UserRound aria-hidden="true" className="size-3.5" />}
              >
                {t('action.ASSIGN')}
              </Button>
            }
          >
            {assignees.map(({ id, name, isMe }) => (
              <MenuItem key={id} onSelect={() => void apply(updates.assign(id, target))}>
                {isMe ? t('assign.me', { name }) : name}
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem onSelect={() => void apply(updates.assign(null, target))}>{t('assign.nobody')}</MenuItem>
          </Menu>
          {ACTIONS[state].map((action) => (
            <Button
              key={action}
              size="sm"
              variant={action === ACTIONS[state].at(-1) ? 'primary' : 'secondary'}
              disabled={updates.updating}
              onClick={() => void apply(updates.update(action, target))}
            >
              {t(`action.${action}`)}
            </Button>
          ))}
        </>
      )}
    </BulkBar>
  );
}

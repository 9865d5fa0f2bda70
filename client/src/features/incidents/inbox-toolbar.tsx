import { History, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import type { ChangeUrlState } from '@/lib/url-state';
import { DensityChoice } from '@/ui/density-choice';
import { Button } from '@/ui/form/button';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { Link } from '@/ui/layout/link';
import { Menu, MenuChoice, MenuHeading, MenuSeparator } from '@/ui/overlay/menu';
import { FilterChip } from '@/ui/table/filter-chip';
import type { InboxState } from './inbox-state';

interface InboxToolbarProps {
  state: InboxState;
  onChange: ChangeUrlState<InboxState>;
  /** Name of the only group that is shown. */
  groupName: string | undefined;
}

/** Grouping, order and density of the inbox, and the ways to its history and to all detections. */
export function InboxToolbar({ state: { group, order, only }, onChange, groupName }: InboxToolbarProps) {
  const { t } = useTranslation('incidents');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <SegmentedControl
          label={t('group.by')}
          value={group}
          onValueChange={(next) => onChange({ group: next, only: '', page: 1 })}
          options={(['none', 'device', 'leak', 'person'] as const).map((value) => ({
            value,
            label: t(`group.${value}`),
          }))}
        />
        {only !== '' && group !== 'none' && (
          <FilterChip
            name={t(`group.${group}`)}
            value={groupName ?? '…'}
            removeLabel={t('group.back')}
            onRemove={() => onChange({ only: '', page: 1 })}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex flex-wrap gap-x-4 text-sm">
          <Link to={paths.workforce} look="quiet">
            {t('lists.workforce')}
          </Link>
          <Link to={paths.portals} look="quiet">
            {t('lists.portals')}
          </Link>
          <Link to={paths.incidentOperations} look="quiet">
            <History aria-hidden="true" className="me-1.5 inline size-3.5 align-[-2px]" />
            {t('operations.title')}
          </Link>
        </span>
        <Menu
          align="end"
          trigger={<Button icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}>{t('display')}</Button>}
        >
          <MenuHeading>{t('order.label')}</MenuHeading>
          <MenuChoice
            label={t('order.label')}
            value={order}
            onValueChange={(next) => onChange({ order: next, page: 1 })}
            options={(['severity', 'recent'] as const).map((value) => ({ value, label: t(`order.${value}`) }))}
          />
          <MenuSeparator />
          <DensityChoice />
        </Menu>
      </div>
    </div>
  );
}

import { Globe, ShieldAlert, Users } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '@/lib/commands/single-keys';
import { formatNumber } from '@/lib/format';
import { incidentPath } from '@/lib/paths';
import { Avatar } from '@/ui/display/avatar';
import { Badge } from '@/ui/display/badge';
import { RelativeTime } from '@/ui/display/relative-time';
import { SeverityMark } from '@/ui/display/severity-mark';
import { TrendBars } from '@/ui/display/trend-bars';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn, TableSection } from '@/ui/table/data-table-types';
import type { RowSelection } from '@/ui/table/use-row-selection';
import { IncidentTile } from './incident-tile';
import { PlaybookProgress } from './playbook/playbook-section';
import type { IncidentRow } from './use-inbox';

interface IncidentTableProps {
  rows: readonly IncidentRow[];
  sections: readonly TableSection<IncidentRow>[] | undefined;
  state: 'ready' | 'loading' | 'refreshing';
  skeletonRows: number;
  /** Undefined if the role may not triage. */
  selection: RowSelection | undefined;
  /** Individuals have no colleagues to assign incidents to. */
  hasAssignees: boolean;
  isClosedTab: boolean;
  empty: ReactNode;
  onOpen: (id: string) => void;
}

/** Incidents as rows of what happened, how bad it is, whom it concerns and who works on it. */
export function IncidentTable({
  rows,
  sections,
  state,
  skeletonRows,
  selection,
  hasAssignees,
  isClosedTab,
  empty,
  onOpen,
}: IncidentTableProps) {
  const { t } = useTranslation('incidents');
  const columns = useColumns(hasAssignees, isClosedTab);
  return (
    <div className="[--sticky-top:3.5rem]">
      <DataTable
        label={t('table')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        state={state}
        loadingLabel={t('loading')}
        skeletonRows={skeletonRows}
        sections={sections}
        {...(selection && {
          selection,
          selectRowLabel: ({ title }: IncidentRow) => t('select.row', { title }),
          selectPageLabel: t('select.page'),
        })}
        singleKeys={useSingleKeys()}
        empty={empty}
        hrefOf={({ id }) => incidentPath(id)}
        onOpen={({ id }) => onOpen(id)}
      />
    </div>
  );
}

function useColumns(hasAssignees: boolean, isClosedTab: boolean): DataTableColumn<IncidentRow>[] {
  const { t, i18n } = useTranslation('incidents');
  const { t: td } = useTranslation('detections');
  return useMemo(() => {
    const number = (value: number) => formatNumber(value, i18n.language);
    const person: DataTableColumn<IncidentRow> = {
      id: 'assignee',
      header: td('column.assignee'),
      width: 140,
      optional: 'next',
      card: 'inline',
      cell: ({ assignee }) => {
        if (assignee === null) return <Missing said={td('assign.nobody')} />;
        const name = assignee.name ?? td('assign.former');
        return (
          <span className="flex min-w-0 items-center gap-2">
            <Avatar name={name} size={24} />
            <span title={name} className="truncate">
              {name}
            </span>
          </span>
        );
      },
    };
    const resolution: DataTableColumn<IncidentRow> = {
      id: 'resolution',
      header: t('column.resolution'),
      width: 150,
      cell: ({ resolution: said }) =>
        said === null ? <Missing said={t('resolution.NONE')} /> : t(`resolution.${said}`),
    };
    return [
      {
        id: 'title',
        header: t('column.incident'),
        width: 560,
        cell: (row) => (
          <span className="flex min-w-0 gap-3 in-[td]:items-center">
            <IncidentTile incident={row} size={32} />
            <span className="min-w-0">
              <span className="flex min-w-0 items-center gap-2">
                <span
                  dir="auto"
                  title={row.title}
                  className="text-match font-medium text-ink in-[li]:line-clamp-2 in-[td]:truncate"
                >
                  {row.title}
                </span>
                {row.state === 'WAITING' && <Badge>{t('state.WAITING')}</Badge>}
              </span>{' '}
              <span
                dir="auto"
                title={row.summary}
                className="block text-match text-xs font-normal text-ink-muted in-[li]:mt-0.5 in-[li]:line-clamp-2 in-[td]:truncate"
              >
                {row.summary}
              </span>
            </span>
          </span>
        ),
      },
      {
        id: 'severity',
        header: td('column.severity'),
        width: 118,
        exact: true,
        card: 'inline',
        cell: ({ severity }) => <SeverityMark level={severity.level} label={td(`severity.${severity.level}`)} />,
      },
      {
        id: 'steps',
        header: t('column.steps'),
        width: 92,
        exact: true,
        optional: 'first',
        card: 'inline',
        cell: ({ playbook }) => playbook && <PlaybookProgress {...playbook} />,
      },
      {
        id: 'trend',
        header: t('column.trend'),
        width: 108,
        exact: true,
        optional: 'first',
        card: 'hidden',
        cell: ({ trend }) => <TrendBars values={trend} label={t('trend', { count: total(trend) })} height={22} />,
      },
      {
        id: 'affected',
        header: t('column.affected'),
        width: 120,
        exact: true,
        optional: 'next',
        card: 'inline',
        cell: ({ people, sites }) => (
          <span className="flex gap-4">
            <Count icon={<Users className="size-3.5" />} label={t('column.people')} value={number(people.total)} />
            <Count icon={<Globe className="size-3.5" />} label={t('column.sites')} value={number(sites.total)} />
          </span>
        ),
      },
      {
        id: 'detections',
        header: t('column.detections'),
        width: 115,
        exact: true,
        align: 'end',
        optional: 'next',
        card: 'inline',
        cell: ({ detections, openDetections }) => (
          <span title={t('column.detections')} className="inline-flex items-center gap-1.5">
            <ShieldAlert aria-hidden="true" className="size-3.5 text-ink-muted in-[td]:hidden" />
            {number(isClosedTab ? detections : openDetections)}
          </span>
        ),
      },
      ...(isClosedTab ? [resolution] : hasAssignees ? [person] : []),
      {
        id: 'last',
        header: t('column.last'),
        width: 140,
        exact: true,
        align: 'end',
        card: 'inline',
        cell: ({ lastDetectedAt }) => <RelativeTime iso={lastDetectedAt} />,
      },
    ];
  }, [hasAssignees, isClosedTab, t, td, i18n.language]);
}

export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** A number with its sign; the tooltip and screen readers name it. */
const Count = ({ icon, label, value }: { icon: ReactNode; label: string; value: string }) => (
  <span title={label} className="flex items-center gap-1.5 tabular-nums">
    <span aria-hidden="true" className="text-ink-muted">
      {icon}
    </span>
    <VisuallyHidden>{label}</VisuallyHidden> {value}
  </span>
);

function Missing({ said }: { said: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-ink-muted in-[li]:hidden">
        –
      </span>
      <VisuallyHidden>{said}</VisuallyHidden>
    </>
  );
}

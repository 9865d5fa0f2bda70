import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '@/lib/commands/single-keys';
import { useSession } from '@/lib/session/store';
import type { ChangeUrlState } from '@/lib/url-state';
import { Badge } from '@/ui/display/badge';
import { Breakable } from '@/ui/display/breakable';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { SeverityMark } from '@/ui/display/severity-mark';
import { TiledName } from '@/ui/display/tiled-name';
import { EmptyState } from '@/ui/feedback/empty-state';
import { AllClear, NoMatch, NoneYet } from '@/ui/feedback/illustrations';
import { Button } from '@/ui/form/button';
import { LeakLink, PersonLink, SiteLink } from '@/ui/layout/entity-link';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { usePageSize } from '@/ui/table/page-size';
import type { RowSelection } from '@/ui/table/use-row-selection';
import type { DetectionRowFragment } from '../detections.generated';
import { shortSiteLabel, subjectLabel } from '../labels';
import { isNarrowed, type ListState, type Mode, NO_FILTER, orderOf, scopeOf } from './list-state';
import type { ColumnId, TablePreferences } from './table-preferences';

interface DetectionTableProps {
  mode: Mode;
  rows: readonly DetectionRowFragment[];
  state: 'ready' | 'loading' | 'refreshing';
  selection: RowSelection;
  list: ListState;
  shown: readonly ColumnId[];
  look: TablePreferences;
  onLookChange: (change: Partial<TablePreferences>) => void;
  /** Whether a detection is open in the split view. */
  isSplit: boolean;
  onChange: ChangeUrlState<ListState>;
}

export function DetectionTable({
  mode,
  rows,
  state,
  selection,
  list,
  shown,
  look,
  onLookChange,
  isSplit,
  onChange,
}: DetectionTableProps) {
  const { t } = useTranslation('detections');
  const singleKeys = useSingleKeys();
  const every = useColumns(mode, isSplit);
  const columns = useMemo(() => {
    // An anchored page keeps rows that were closed or reopened since.
    const isMixed = list.state === 'all' || rows.some(({ isClosed }) => isClosed !== (list.state === 'closed'));
    const usual = isSplit ? SPLIT_COLUMNS : shown;
    const wanted: readonly string[] = isMixed ? [...usual, 'state'] : usual;
    return every.filter(({ id }) => wanted.includes(id));
  }, [every, shown, isSplit, list.state, rows]);
  return (
    <div className="[--sticky-top:3.5rem]">
      <DataTable
        label={t('table')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        state={state}
        // A list that is measured as soon as it changes its look, so that it can take the focus at once.
        key={String(isSplit)}
        compact={isSplit}
        // While a detection is open, j and k step through the detail.
        singleKeys={singleKeys && list.detection === ''}
        edgeLabel={(header) => t('look.edge', { header })}
        keptWidths={{ widths: look.widths, onWidthsChange: (widths) => onLookChange({ widths }) }}
        loadingLabel={t('loading')}
        skeletonRows={usePageSize()}
        empty={<NoDetections list={list} onChange={onChange} />}
        isUnread={({ isRead }) => !isRead}
        unreadLabel={t('unread')}
        onOpen={({ id }) => onChange({ detection: id })}
        {...(hasPersonLinks(mode, isSplit) && {
          openLabel: (row: DetectionRowFragment) => t('openRow', { name: subjectLabel(row) ?? t('unknownName') }),
        })}
        openId={list.detection || undefined}
        selection={selection}
        selectRowLabel={(row) => t('select.row', { name: subjectLabel(row) ?? t('unknownName') })}
        selectPageLabel={t('select.page')}
        sortLabels={{ by: t('sort.by'), ascending: t('sort.ascending'), descending: t('sort.descending') }}
        sort={{ key: list.order.replace('-', ''), reverse: list.order.startsWith('-') }}
        onSortChange={({ key, reverse }) => onChange({ order: orderOf(key, reverse), page: 1 })}
      />
    </div>
  );
}

/** Columns of the list in the split view. */
const SPLIT_COLUMNS = ['name', 'severity', 'site', 'datetime'];

/** In the split view, the name opens the detail next to it, which has the link. */
const hasPersonLinks = (mode: Mode, isSplit: boolean) => mode === 'workforce' && !isSplit;

/** Columns by mode: Workforce starts with the user, Portals with the domain. */
function useColumns(mode: Mode, isSplit: boolean): DataTableColumn<DetectionRowFragment>[] {
  const { t } = useTranslation('detections');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t(mode === 'workforce' ? 'column.user' : 'column.domain'),
        width: mode === 'workforce' ? 275 : 180,
        cell: (row) => (
          <span className="flex items-center gap-x-2 gap-y-1 in-[li]:flex-wrap">
            <span title={subjectLabel(row) ?? undefined} className="min-w-0 in-[li]:line-clamp-2 in-[td]:truncate">
              <SubjectName row={row} isLinked={hasPersonLinks(mode, isSplit)} />
            </span>
            {mode === 'workforce' && row.user?.isLive === false && <Badge tone="warning">{t('noSuchAccount')}</Badge>}
            {row.retractedAt !== null && <Badge tone="warning">{t('state.retracted')}</Badge>}
            {row.erasedAt !== null && <Badge tone="info">{t('state.erased')}</Badge>}
          </span>
        ),
      },
      {
        id: 'severity',
        header: t('column.severity'),
        width: 138,
        exact: true,
        card: 'aside',
        sortKey: 'severity',
        cell: ({ severity }) => <SeverityMark level={severity.level} label={t(`severity.${severity.level}`)} />,
      },
      stateColumn(t),
      {
        id: 'site',
        header: t('column.site'),
        width: mode === 'workforce' ? 200 : 245,
        cell: ({ breachRecord }) => <Site mode={mode} breachRecord={breachRecord} />,
      },
      {
        id: 'login',
        header: t('column.login'),
        width: 195,
        // In Workforce, it usually repeats the first column.
        ...(mode === 'workforce' ? { optional: 'first', card: 'hidden' } : { optional: 'next' }),
        cell: ({ breachRecord }) => <Evidence value={breachRecord.usernames[0] ?? null} />,
      },
      {
        id: 'leak',
        header: t('column.leak'),
        width: 172,
        optional: 'first',
        cell: ({ leak }) => (
          <TiledName name={leak.title}>
            <span title={leak.title}>
              <LeakLink name={leak.name}>{leak.title}</LeakLink>
            </span>
          </TiledName>
        ),
      },
      {
        id: 'assignee',
        header: t('column.assignee'),
        width: 118,
        optional: mode === 'workforce' ? 'next' : 'first',
        cell: ({ assignee }) => (
          <Plain value={assignee && (assignee.name ?? t('assign.former'))} missing={t('assign.nobody')} />
        ),
      },
      {
        id: 'datetime',
        header: t('column.datetime'),
        width: 145,
        exact: true,
        align: 'end',
        sortKey: 'datetime',
        cell: ({ datetime }) => <RelativeTime iso={datetime} />,
      },
    ],
    [mode, isSplit, t],
  );
}

/** Whose login it is, linked to that person's page. */
function SubjectName({ row, isLinked }: { row: DetectionRowFragment; isLinked: boolean }) {
  const { t } = useTranslation('detections');
  const name = <Breakable text={subjectLabel(row) ?? t('unknownName')} />;
  if (!isLinked || row.user === null) return name;
  return (
    <PersonLink isName id={row.user.id}>
      {name}
    </PersonLink>
  );
}

const stateColumn = (t: TFunction<'detections'>): DataTableColumn<DetectionRowFragment> => ({
  id: 'state',
  header: t('column.state'),
  width: 105,
  exact: true,
  cell: ({ isClosed }) => (isClosed ? <Badge>{t('state.closed')}</Badge> : t('state.open')),
});

const Evidence = ({ value }: { value: string | null }) =>
  value === null ? <Plain value={null} /> : <MonospaceValue truncate value={value} />;

/** Site with its tile, linked to its other detections. */
function Site({ mode, breachRecord }: { mode: Mode; breachRecord: DetectionRowFragment['breachRecord'] }) {
  const label = shortSiteLabel(breachRecord);
  const name = breachRecord.app ?? breachRecord.host;
  if (label === null || name === null) return <Evidence value={label} />;
  return (
    <TiledName name={name}>
      <SiteLink name={name} list={mode}>
        <MonospaceValue truncate value={label} />
      </SiteLink>
    </TiledName>
  );
}

/** A dash for a missing value; screen readers say `missing`. */
function Plain({ value, missing }: { value: string | null; missing?: string }) {
  const { t } = useTranslation('detections');
  if (value !== null) return <span title={value}>{value}</span>;
  return (
    <>
      <span aria-hidden="true" className="text-ink-muted">
        –
      </span>
      <VisuallyHidden>{missing ?? t('unknownValue')}</VisuallyHidden>
    </>
  );
}

function NoDetections({ list, onChange }: Pick<DetectionTableProps, 'list' | 'onChange'>) {
  const { t } = useTranslation('detections');
  const { account } = useSession();
  if (isNarrowed(list)) {
    return (
      <EmptyState
        illustration={<NoMatch />}
        title={t('empty.noMatch.title')}
        text={t('empty.noMatch.text')}
        action={<Button onClick={() => onChange({ ...NO_FILTER, state: list.state })}>{t('filter.clear')}</Button>}
      />
    );
  }
  // An unverified address is not monitored, so "All clear" would be wrong.
  if (account && !account.user.is_email_verified) {
    return (
      <EmptyState illustration={<NoneYet />} title={t('empty.unverified.title')} text={t('empty.unverified.text')} />
    );
  }
  const scope = scopeOf(list) ?? list.state;
  return (
    <EmptyState
      illustration={scope === 'closed' || scope === 'all' ? <NoneYet /> : <AllClear />}
      title={t(`empty.${scope}.title`)}
      text={t(`empty.${scope}.text`)}
    />
  );
}

import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/display/badge';
import { Breakable } from '@/ui/display/breakable';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { SeverityMark } from '@/ui/display/severity-mark';
import { TiledName } from '@/ui/display/tiled-name';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { Card } from '@/ui/layout/card';
import { PersonLink, SiteLink } from '@/ui/layout/entity-link';
import { Link } from '@/ui/layout/link';
import { Pagination } from '@/ui/table/pagination';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { useRefetchOnChange } from './use-refetch-on-change';
import { type ProfileDetectionsQuery, useProfileDetectionsQuery } from './profiles.generated';

type Row = ProfileDetectionsQuery['alerts']['results'][number];

const modeOf = ({ domain }: Row) => (domain === null ? 'workforce' : 'portals');

const nameOf = ({ domain, user, breachRecord }: Row): string | undefined =>
  domain?.domain ?? user?.email ?? breachRecord.usernames[0];

const siteOf = ({ breachRecord: { url, host, app } }: Row): string | undefined =>
  (app ?? url ?? host)?.replace(/^https:\/\//i, '');

const PAGE_SIZE = 10;

interface LatestDetectionsProps {
  filter: AlertFilter;
  /** The same filter as parameters of the lists; without it, no link leads to them. */
  listFilter?: Record<string, string>;
  noneText: string;
  title?: string;
  /** Leaves out the monitored address, where it is the same in each row. */
  hidesName?: boolean;
  /** Something that changes when the list may have changed. */
  version?: string;
}

/** Detections of a profile, the newest first; a row opens it in its list. */
export function LatestDetections({
  filter,
  listFilter,
  noneText,
  title,
  hidesName = false,
  version = '',
}: LatestDetectionsProps) {
  const { t } = useTranslation('profiles');
  const { t: td } = useTranslation('detections');
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const asked = useProfileDetectionsQuery({
    variables: { filter, page, pageSize: PAGE_SIZE },
    fetchPolicy: 'cache-and-network',
  });
  useRefetchOnChange(asked.refetch, version);
  const list = (asked.data ?? asked.previousData)?.alerts;
  const rows = list?.results;
  const pageCount = Math.ceil((list?.total ?? 0) / PAGE_SIZE);
  const label = title ?? t('detections.title');
  const listOf = (mode: 'workforce' | 'portals', more: Record<string, string> = {}) =>
    `${paths[mode]}?${new URLSearchParams({ state: 'all', ...listFilter, ...more })}`;
  const columns = useColumns(hidesName);
  const modes = (['workforce', 'portals'] as const).filter(
    (mode) => listFilter !== undefined && rows?.some((row) => modeOf(row) === mode),
  );
  return (
    <Card
      title={label}
      padded={false}
      footer={
        pageCount > 1 && (
          <div className="w-full">
            <Pagination
              page={page}
              pageCount={pageCount}
              onPageChange={setPage}
              label={t('detections.pages')}
              previousLabel={t('pages.previous')}
              nextLabel={t('pages.next')}
              pageLabel={(number) => t('pages.page', { page: number })}
            />
          </div>
        )
      }
      actions={
        modes.length > 0 && (
          <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {modes.map((mode) => (
              <Link key={mode} to={listOf(mode)}>
                {t(`detections.${mode}`)}
              </Link>
            ))}
          </span>
        )
      }
    >
      <AsyncContent query={asked} padded>
        <DataTable
          label={label}
          columns={columns}
          rows={rows ?? []}
          rowId={({ id }) => id}
          state={rows ? (asked.loading ? 'refreshing' : 'ready') : 'loading'}
          loadingLabel={t('detections.loading')}
          skeletonRows={3}
          openLabel={(row) => td('openRow', { name: (hidesName ? siteOf(row) : nameOf(row)) ?? td('unknownName') })}
          onOpen={(row) => void navigate(listOf(modeOf(row), { detection: row.id }))}
          empty={<EmptyState title={t('detections.none')} text={noneText} />}
        />
      </AsyncContent>
    </Card>
  );
}

function useColumns(hidesName: boolean): DataTableColumn<Row>[] {
  const { t } = useTranslation('profiles');
  const { t: td } = useTranslation('detections');
  return useMemo(() => {
    const every: DataTableColumn<Row>[] = [
      {
        id: 'name',
        header: t('detections.name'),
        width: 300,
        cell: (row) => {
          const name = nameOf(row) ?? td('unknownName');
          const shown = <Breakable text={name} />;
          return (
            <span title={name}>
              {row.domain === null && row.user !== null ? (
                <PersonLink isName id={row.user.id}>
                  {shown}
                </PersonLink>
              ) : (
                shown
              )}
            </span>
          );
        },
      },
      {
        id: 'site',
        header: td('column.site'),
        width: 260,
        cell: (row) => {
          const { host, app } = row.breachRecord;
          const name = app ?? host;
          const site = siteOf(row);
          if (site === undefined) return <span className="text-ink-muted">{td('unknownValue')}</span>;
          return (
            <TiledName name={name ?? site}>
              <SiteLink name={name ?? site} list={modeOf(row)}>
                <MonospaceValue truncate value={site} />
              </SiteLink>
            </TiledName>
          );
        },
      },
      {
        id: 'severity',
        header: td('column.severity'),
        width: 125,
        exact: true,
        card: 'aside',
        cell: ({ severity }) => <SeverityMark level={severity.level} label={td(`severity.${severity.level}`)} />,
      },
      {
        id: 'state',
        header: td('column.state'),
        width: 105,
        exact: true,
        optional: 'first',
        cell: ({ isClosed }) => (isClosed ? <Badge>{td('state.closed')}</Badge> : td('state.open')),
      },
      {
        id: 'datetime',
        header: td('column.datetime'),
        width: 145,
        exact: true,
        align: 'end',
        optional: 'next',
        cell: ({ datetime }) => <RelativeTime iso={datetime} />,
      },
    ];
    return hidesName ? every.filter(({ id }) => id !== 'name') : every;
  }, [t, td, hidesName]);
}

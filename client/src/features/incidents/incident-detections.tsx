import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSingleKeys } from '@/lib/commands/single-keys';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/display/badge';
import { Breakable } from '@/ui/display/breakable';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { SeverityMark } from '@/ui/display/severity-mark';
import { TiledName } from '@/ui/display/tiled-name';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Card } from '@/ui/layout/card';
import { PersonLink, SiteLink } from '@/ui/layout/entity-link';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { PAGE_SIZES, usePageSize } from '@/ui/table/page-size';
import { Pagination } from '@/ui/table/pagination';
import { type IncidentDetectionsQuery, useIncidentDetectionsQuery } from './incidents.generated';

type Row = IncidentDetectionsQuery['alerts']['results'][number];

const nameOf = ({ user, breachRecord }: Row): string | null => breachRecord.usernames[0] ?? user?.email ?? null;

interface IncidentDetectionsProps {
  incidentId: string;
  /** Changes with the numbers of detections; a new value reloads the list. */
  version: string;
}

/** Detections of an incident, worst first; a row opens in the list of its kind. */
export function IncidentDetections({ incidentId, version }: IncidentDetectionsProps) {
  const { t } = useTranslation('incidents');
  const { t: td } = useTranslation('detections');
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const pageSize = usePageSize();
  const asked = useIncidentDetectionsQuery({
    variables: { id: incidentId, page, pageSize },
    fetchPolicy: 'cache-and-network',
  });
  const [seen, setSeen] = useState(version);
  if (seen !== version) {
    setSeen(version);
    void asked.refetch();
  }
  const list = (asked.data ?? asked.previousData)?.alerts;
  const rows = list?.results ?? [];
  const total = list?.total ?? 0;
  const first = (page - 1) * pageSize + 1;
  return (
    <Card padded={false}>
      <AsyncContent query={asked} padded>
        <DataTable
          label={td('table')}
          columns={useColumns()}
          rows={rows}
          rowId={({ id }) => id}
          state={list ? (asked.loading ? 'refreshing' : 'ready') : 'loading'}
          loadingLabel={td('loading')}
          skeletonRows={5}
          singleKeys={useSingleKeys()}
          openLabel={(row) => td('openRow', { name: nameOf(row) ?? td('unknownName') })}
          onOpen={({ id, domain }) =>
            void navigate(
              `${domain ? paths.portals : paths.workforce}?${new URLSearchParams({ state: 'all', detection: id })}`,
            )
          }
          empty={<p className="p-5 text-base text-ink-muted">{t('noDetections')}</p>}
        />
        {total > PAGE_SIZES[0] && (
          <div className="border-t border-line px-4 py-3">
            <Pagination
              sizes
              page={page}
              pageCount={Math.ceil(total / pageSize)}
              onPageChange={setPage}
              label={td('pages.label')}
              previousLabel={td('pages.previous')}
              nextLabel={td('pages.next')}
              pageLabel={(number) => td('pages.page', { page: number })}
              summary={td('pages.summary', { first, last: first + rows.length - 1, total })}
            />
          </div>
        )}
      </AsyncContent>
    </Card>
  );
}

function useColumns(): DataTableColumn<Row>[] {
  const { t } = useTranslation('detections');
  return useMemo(
    () => [
      {
        id: 'login',
        header: t('column.login'),
        width: 260,
        cell: (row) => {
          const name = nameOf(row) ?? t('unknownName');
          const shown = <Breakable text={name} />;
          return (
            <span title={name} className="block in-[li]:line-clamp-2 in-[td]:truncate">
              {row.user === null ? (
                shown
              ) : (
                <PersonLink isName id={row.user.id}>
                  {shown}
                </PersonLink>
              )}
            </span>
          );
        },
      },
      {
        id: 'severity',
        header: t('column.severity'),
        width: 120,
        exact: true,
        card: 'aside',
        cell: ({ severity }) => <SeverityMark level={severity.level} label={t(`severity.${severity.level}`)} />,
      },
      {
        id: 'site',
        header: t('column.site'),
        width: 260,
        cell: ({ domain, breachRecord: { url, host, app } }) => {
          const site = app ?? url?.replace(/^https:\/\//i, '') ?? host;
          const name = app ?? host;
          if (site === null) return '–';
          if (name === null) return <MonospaceValue truncate value={site} />;
          return (
            <TiledName name={name}>
              <SiteLink name={name} list={domain === null ? 'workforce' : 'portals'}>
                <MonospaceValue truncate value={site} />
              </SiteLink>
            </TiledName>
          );
        },
      },
      {
        id: 'state',
        header: t('column.state'),
        width: 105,
        exact: true,
        optional: 'next',
        cell: ({ isClosed }) => (isClosed ? <Badge>{t('state.closed')}</Badge> : t('state.open')),
      },
      {
        id: 'datetime',
        header: t('column.datetime'),
        width: 145,
        exact: true,
        align: 'end',
        optional: 'first',
        cell: ({ datetime }) => <RelativeTime iso={datetime} />,
      },
    ],
    [t],
  );
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatDay, formatNumber } from '@/lib/format';
import { leakPath } from '@/lib/paths';
import { oneOf, pageNumber, type UrlSchema, useUrlState } from '@/lib/url-state';
import { Badge } from '@/ui/display/badge';
import { Monogram } from '@/ui/display/monogram';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoneYet } from '@/ui/feedback/illustrations';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { Pagination } from '@/ui/table/pagination';
import { type LeakListQuery, useLeakListQuery } from './profiles.generated';

type Row = LeakListQuery['leaks']['results'][number];

const ORDERS = ['added', 'breached', 'records', 'title'] as const;
type Order = (typeof ORDERS)[number];

interface LeaksState {
  page: number;
  order: Order;
  /** Against the first direction of the order. */
  reverse: 'no' | 'yes';
}

const schema: UrlSchema<LeaksState> = { page: pageNumber, order: oneOf(...ORDERS), reverse: oneOf('no', 'yes') };
const ORDER = { added: 'ADDED', breached: 'BREACHED', records: 'RECORDS', title: 'TITLE' } as const;
const PAGE_SIZE = 25;

/** The catalogue of leaks, sortable, the newest first by default, with the account's share of each. */
export function LeaksPage() {
  const { t } = useTranslation('profiles');
  const { t: td } = useTranslation('detections');
  const navigate = useNavigate();
  const [{ page, order, reverse }, change] = useUrlState(schema);
  const isReversed = reverse === 'yes';
  const asked = useLeakListQuery({
    variables: { page, pageSize: PAGE_SIZE, orderBy: ORDER[order], reverse: isReversed },
    fetchPolicy: 'cache-and-network',
  });
  const list = (asked.data ?? asked.previousData)?.leaks;
  const columns = useColumns();
  const pageCount = Math.ceil((list?.total ?? 0) / PAGE_SIZE);
  return (
    <Page width="wide">
      <title>{t('leaks.title')}</title>
      <PageHeader title={t('leaks.title')} description={t('leaks.text')} />
      <Card
        padded={false}
        footer={
          pageCount > 1 && (
            <div className="w-full">
              <Pagination
                page={page}
                pageCount={pageCount}
                onPageChange={(next) => change({ page: next })}
                label={t('leaks.pages')}
                previousLabel={t('pages.previous')}
                nextLabel={t('pages.next')}
                pageLabel={(number) => t('pages.page', { page: number })}
              />
            </div>
          )
        }
      >
        <AsyncContent query={asked} padded>
          <DataTable
            label={t('leaks.title')}
            columns={columns}
            rows={list?.results ?? []}
            rowId={({ name }) => name}
            state={list ? (asked.loading ? 'refreshing' : 'ready') : 'loading'}
            loadingLabel={t('loading')}
            skeletonRows={5}
            // Titles ascend at first, all else descends.
            sort={{ key: order, reverse: (order === 'title') === isReversed }}
            onSortChange={(next) => {
              const key = schema.order.read(next.key);
              const isAgainst = (key === 'title') === next.reverse;
              change({ order: key, reverse: isAgainst ? 'yes' : 'no', page: 1 });
            }}
            sortLabels={{ by: td('sort.by'), ascending: td('sort.ascending'), descending: td('sort.descending') }}
            hrefOf={({ name }) => leakPath(name)}
            onOpen={({ name }) => void navigate(leakPath(name))}
            empty={<EmptyState illustration={<NoneYet />} title={t('leaks.none')} text={t('leaks.noneText')} />}
          />
        </AsyncContent>
      </Card>
    </Page>
  );
}

function useColumns(): DataTableColumn<Row>[] {
  const { t, i18n } = useTranslation('profiles');
  return useMemo(() => {
    const number = (value: number) => formatNumber(value, i18n.language);
    return [
      {
        id: 'leak',
        header: t('leak.fallback'),
        width: 300,
        sortKey: 'title',
        cell: ({ title, isSensitive }) => (
          <span className="flex min-w-0 items-center gap-3">
            <Monogram name={title} size={28} />
            <span dir="auto" title={title} className="min-w-0 font-medium text-ink in-[td]:truncate">
              {title}
            </span>
            {isSensitive && <Badge tone="warning">{t('leak.flag.sensitive')}</Badge>}
          </span>
        ),
      },
      {
        id: 'kind',
        header: t('leak.fact.kind'),
        width: 160,
        cell: ({ kind }) => <span title={t(`leak.kind.${kind}`)}>{t(`leak.kind.${kind}`)}</span>,
      },
      {
        id: 'ours',
        header: t('leak.detections'),
        width: 150,
        align: 'end',
        cell: ({ detections: { total, isExact } }) => (isExact ? number(total) : t('more', { number: number(total) })),
      },
      {
        id: 'open',
        header: t('devices.open'),
        width: 96,
        exact: true,
        align: 'end',
        cell: ({ detections }) => number(detections.open),
      },
      {
        id: 'records',
        header: t('leak.records'),
        width: 150,
        exact: true,
        align: 'end',
        sortKey: 'records',
        optional: 'first',
        cell: ({ pwnCount }) => number(pwnCount),
      },
      {
        id: 'breached',
        header: t('leak.fact.breachDate'),
        width: 140,
        exact: true,
        sortKey: 'breached',
        optional: 'next',
        cell: ({ breachDate }) =>
          breachDate === null ? (
            <span className="text-ink-muted">{t('leak.unknown')}</span>
          ) : (
            formatDay(breachDate, i18n.language)
          ),
      },
      {
        id: 'added',
        header: t('leak.fact.addedDate'),
        width: 140,
        exact: true,
        align: 'end',
        sortKey: 'added',
        cell: ({ addedDate }) => formatDay(addedDate.slice(0, 10), i18n.language),
      },
    ];
  }, [t, i18n.language]);
}

import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '@/lib/format';
import { useExpiredAnchor, useListAnchor } from '@/lib/list-anchor';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { SearchField } from '@/ui/form/search-field';
import { Card } from '@/ui/layout/card';
import { PersonLink } from '@/ui/layout/entity-link';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn, SortOrder } from '@/ui/table/data-table-types';
import { PAGE_SIZES, usePageSize } from '@/ui/table/page-size';
import { Pagination } from '@/ui/table/pagination';
import { type EmailAccountsQuery, type EmailAccountsQueryVariables, useEmailAccountsQuery } from './emails.generated';

type Person = EmailAccountsQuery['emailAccounts']['results'][number];

const mailboxOf = ({ email, addresses }: Person) => (
  <PersonLink id={addresses[0]?.id ?? ''}>
    <MonospaceValue value={email} />
  </PersonLink>
);
const markOf = (person: Person) => <LiveMark isLive={person.isLive} />;

/** Variables of an order; the server's own order of numbers and times is descending. */
function orderOf({ key, reverse }: SortOrder): Pick<EmailAccountsQueryVariables, 'orderBy' | 'reverse'> {
  const orderBy = key === 'EMAIL' || key === 'SEEN' ? key : 'OPEN';
  return { orderBy, reverse: orderBy === 'EMAIL' ? reverse : !reverse };
}

/** People of the organization in leaks, most open detections first by default; aliases are grouped with their mailbox. */
export function PeopleTable() {
  const { t, i18n } = useTranslation('emails');
  const [page, setPage] = useState(1);
  const pageSize = usePageSize();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const [sort, setSort] = useState<SortOrder>({ key: 'OPEN', reverse: true });
  const anchor = useListAnchor(`${search} ${sort.key} ${sort.reverse}`, page);
  const asked = useEmailAccountsQuery({
    variables: {
      page,
      pageSize,
      search,
      ...orderOf(sort),
      ...(anchor.asOf !== null && { asOf: anchor.asOf }),
    },
    fetchPolicy: 'cache-and-network',
  });
  anchor.keep(asked.data?.emailAccounts.asOf);
  useExpiredAnchor(anchor, asked.error);
  const { loading } = asked;
  const list = (asked.data ?? asked.previousData)?.emailAccounts;
  const total = list?.total ?? 0;

  const columns: DataTableColumn<Person>[] = [
    {
      id: 'email',
      header: t('people.email'),
      width: 260,
      sortKey: 'EMAIL',
      cell: mailboxOf,
    },
    { id: 'live', header: t('people.account'), width: 150, cell: markOf },
    {
      id: 'aliases',
      header: t('people.aliases'),
      width: 110,
      align: 'end',
      optional: 'first',
      cell: (person) =>
        formatNumber(person.addresses.filter(({ email }) => email !== person.email).length, i18n.language),
    },
    {
      id: 'open',
      header: t('people.open'),
      width: 110,
      align: 'end',
      sortKey: 'OPEN',
      cell: (person) => formatNumber(person.openDetections, i18n.language),
    },
    {
      id: 'seen',
      header: t('people.seen'),
      width: 190,
      exact: true,
      sortKey: 'SEEN',
      optional: 'next',
      cell: (person) => formatDateTime(person.lastSeen, i18n.language),
    },
  ];

  return (
    <Card
      title={t('people.title')}
      description={t('people.text')}
      padded={false}
      footer={
        total > PAGE_SIZES[0] && (
          <div className="w-full">
            <Pagination
              sizes
              page={page}
              pageCount={Math.ceil(total / pageSize)}
              onPageChange={setPage}
              reload={anchor.asOf === null ? undefined : { label: t('people.reload'), onPress: anchor.reload }}
              label={t('people.pages')}
              previousLabel={t('people.previous')}
              nextLabel={t('people.next')}
              pageLabel={(number) => t('people.page', { page: number })}
            />
          </div>
        )
      }
    >
      {(total > 0 || typed !== '') && (
        <div className="border-b border-line p-3">
          <SearchField
            label={t('people.search')}
            placeholder={t('people.search')}
            clearLabel={t('people.clear')}
            value={typed}
            onValueChange={(value) => {
              setTyped(value);
              setPage(1);
            }}
          />
        </div>
      )}
      <AsyncContent query={asked} padded>
        <DataTable
          label={t('people.title')}
          columns={columns}
          rows={list?.results ?? []}
          rowId={(person) => person.email}
          state={list ? (loading ? 'refreshing' : 'ready') : 'loading'}
          loadingLabel={t('people.loading')}
          skeletonRows={3}
          sort={sort}
          sortLabels={{
            by: t('people.sort.by'),
            ascending: t('people.sort.ascending'),
            descending: t('people.sort.descending'),
          }}
          onSortChange={(next) => {
            setSort(next);
            setPage(1);
          }}
          empty={
            <EmptyState
              title={t(typed === '' ? 'people.empty' : 'people.none')}
              text={t(typed === '' ? 'people.emptyText' : 'people.noneText')}
            />
          }
        />
      </AsyncContent>
    </Card>
  );
}

/** State of the account in the uploaded list. */
function LiveMark({ isLive }: { isLive: boolean | null }) {
  const { t } = useTranslation('emails');
  if (isLive === null) return <span className="text-ink-muted">{t('people.unknown')}</span>;
  return <Badge tone={isLive ? 'success' : 'warning'}>{t(isLive ? 'people.live' : 'people.gone')}</Badge>;
}

import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatEvidenceTime, formatNumber } from '@/lib/format';
import { useExpiredAnchor, useListAnchor } from '@/lib/list-anchor';
import { oneOf, pageNumber, type UrlSchema, useUrlState } from '@/lib/url-state';
import { Badge } from '@/ui/display/badge';
import { Monogram } from '@/ui/display/monogram';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { SearchField } from '@/ui/form/search-field';
import { Card } from '@/ui/layout/card';
import { PersonLink } from '@/ui/layout/entity-link';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { PAGE_SIZES, usePageSize } from '@/ui/table/page-size';
import { Pagination } from '@/ui/table/pagination';
import { type EmailAccountsQuery, useEmailAccountsQuery } from './emails.generated';

type Person = EmailAccountsQuery['emailAccounts']['results'][number];

const mailboxOf = ({ email, addresses }: Person) => (
  <span className="flex min-w-0 items-center gap-3">
    <Monogram round name={email} size={28} />
    <span className="min-w-0 in-[td]:truncate">
      <PersonLink id={addresses[0]?.id ?? ''}>
        <MonospaceValue value={email} />
      </PersonLink>
    </span>
  </span>
);
const markOf = (person: Person) => <LiveMark isLive={person.isLive} />;

interface PeopleState {
  page: number;
  order: 'open' | 'seen' | 'email';
  /** Against the first direction of the order. */
  reverse: 'no' | 'yes';
}

const schema: UrlSchema<PeopleState> = {
  page: pageNumber,
  order: oneOf('open', 'seen', 'email'),
  reverse: oneOf('no', 'yes'),
};
const ORDER = { open: 'OPEN', seen: 'SEEN', email: 'EMAIL' } as const;

/**
 * People of the organization in leaks, most open detections first by default; aliases are grouped with their mailbox.
 * `hasTitle` where the page is about something else.
 */
export function PeopleTable({ hasTitle = false }: { hasTitle?: boolean }) {
  const { t, i18n } = useTranslation('emails');
  const [{ page, order, reverse }, change] = useUrlState(schema);
  const pageSize = usePageSize();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const isReversed = reverse === 'yes';
  const anchor = useListAnchor(`${search} ${order} ${reverse}`, page);
  const asked = useEmailAccountsQuery({
    variables: {
      page,
      pageSize,
      search,
      orderBy: ORDER[order],
      reverse: isReversed,
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
      sortKey: 'email',
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
      sortKey: 'open',
      cell: (person) => formatNumber(person.openDetections, i18n.language),
    },
    {
      id: 'seen',
      header: t('people.seen'),
      width: 190,
      exact: true,
      sortKey: 'seen',
      optional: 'next',
      cell: (person) => formatEvidenceTime(person.lastSeen, i18n.language),
    },
  ];

  return (
    <Card
      {...(hasTitle && { title: t('people.title'), description: t('people.text') })}
      padded={false}
      footer={
        total > PAGE_SIZES[0] && (
          <div className="w-full">
            <Pagination
              sizes
              page={page}
              pageCount={Math.ceil(total / pageSize)}
              onPageChange={(next) => change({ page: next })}
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
              change({ page: 1 }, { replace: true });
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
          // Addresses ascend at first, all else descends.
          sort={{ key: order, reverse: (order === 'email') === isReversed }}
          sortLabels={{
            by: t('people.sort.by'),
            ascending: t('people.sort.ascending'),
            descending: t('people.sort.descending'),
          }}
          onSortChange={(next) => {
            const key = schema.order.read(next.key);
            const isAgainst = (key === 'email') === next.reverse;
            change({ order: key, reverse: isAgainst ? 'yes' : 'no', page: 1 });
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

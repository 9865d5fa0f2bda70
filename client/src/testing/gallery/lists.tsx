import { useMemo, useState } from 'react';
import { MonospaceValue } from '../../ui/display/monospace-value';
import { SeverityMark } from '../../ui/display/severity-mark';
import { EmptyState } from '../../ui/feedback/empty-state';
import { AllClear } from '../../ui/feedback/illustrations';
import { Button } from '../../ui/form/button';
import { Card } from '../../ui/layout/card';
import { BulkBar } from '../../ui/table/bulk-bar';
import { DataTable } from '../../ui/table/data-table';
import type { DataTableColumn, SortOrder } from '../../ui/table/data-table-types';
import { Pagination } from '../../ui/table/pagination';
import { useRowSelection } from '../../ui/table/use-row-selection';
import { LEVELS } from './foundations';
import { Section } from './section';

interface Sample {
  id: string;
  user: string;
  url: string;
  leak: string;
  level: (typeof LEVELS)[number];
  raised: string;
  unread: boolean;
}

const USERS = [
  'j.doe',
  'm.garcia',
  'svc-backup',
  'a.very.long.address.that.does.not.fit.into.its.column',
  'k.osei',
  't.nguyen',
  'r.lund',
];
const SITES = [
  'https://vpn.acme.example/login',
  'https://mail.acme.example/owa/auth/logon.aspx?replaceCurrent=1',
  'https://shop.example/account',
  'android://com.invented.bank',
];
const LEAKS = ['Invented collection 4', 'Redline week 12', 'Forum dump, autumn'];
const ROWS: Sample[] = Array.from({ length: 10 }, (_, index) => ({
  id: `row-${index}`,
  user: `${USERS[index % USERS.length]}@acme.example`,
  url: SITES[index % SITES.length] ?? '',
  leak: LEAKS[index % LEAKS.length] ?? '',
  level: LEVELS[(index * 3 + 4) % LEVELS.length] ?? { level: 'INFO', label: 'Info' },
  raised: `${19 - index} Nov 2026, 14:0${index}`,
  unread: index % 3 === 0,
}));

const COLUMNS: DataTableColumn<Sample>[] = [
  { id: 'user', header: 'User', width: 250, cell: (row) => row.user, sortKey: 'user' },
  {
    id: 'severity',
    header: 'Severity',
    width: 120,
    cell: (row) => <SeverityMark {...row.level} />,
    sortKey: 'severity',
    card: 'aside',
  },
  { id: 'url', header: 'Site', width: 280, cell: (row) => <MonospaceValue truncate value={row.url} /> },
  { id: 'leak', header: 'Leak', width: 180, cell: (row) => row.leak, optional: 'first' },
  {
    id: 'raised',
    header: 'Raised',
    width: 190,
    exact: true,
    cell: (row) => row.raised,
    sortKey: 'datetime',
    align: 'end',
  },
];

export function Lists() {
  const [sort, setSort] = useState<SortOrder>({ key: 'datetime', reverse: true });
  const [page, setPage] = useState(4);
  const [openId, setOpenId] = useState<string>();
  const order = useMemo(() => ROWS.map((row) => row.id), []);
  const selection = useRowSelection(order);
  const common = { columns: COLUMNS, rowId: (row: Sample) => row.id, loadingLabel: 'Loading detections' };
  return (
    <Section title="Lists">
      <div>
        <Card padded={false}>
          <DataTable
            {...common}
            label="Detections"
            rows={ROWS}
            isUnread={(row) => row.unread}
            unreadLabel="Unread:"
            sortLabels={{ by: 'Sort by', ascending: 'ascending', descending: 'descending' }}
            sort={sort}
            onSortChange={setSort}
            selection={selection}
            selectRowLabel={(row) => `Select ${row.user}`}
            selectPageLabel="Select all on this page"
            onOpen={(row) => setOpenId(row.id)}
            openId={openId}
          />
          <div className="border-t border-line px-4 py-3">
            <Pagination
              page={page}
              pageCount={129}
              onPageChange={setPage}
              label="Detection pages"
              previousLabel="Previous page"
              nextLabel="Next page"
              pageLabel={(number) => `Page ${number}`}
              summary="31-40 of 1,284"
            />
          </div>
        </Card>
        <BulkBar
          label={selection.ids.size ? `${selection.allMatching ? '1,284' : selection.ids.size} selected` : undefined}
          clearLabel="Clear selection"
          onClear={selection.clear}
          extend={
            selection.ids.size === ROWS.length && !selection.allMatching ? (
              <Button size="sm" variant="ghost" onClick={selection.selectAllMatching}>
                Select all 1,284 matching
              </Button>
            ) : null
          }
        >
          <Button size="sm">Mark as read</Button>
          <Button size="sm" variant="primary">
            Close
          </Button>
        </BulkBar>
      </div>
      <Card padded={false}>
        <DataTable {...common} label="Detections on their way" rows={[]} state="loading" skeletonRows={3} />
      </Card>
      <Card padded={false}>
        <DataTable {...common} label="Detections being refreshed" rows={ROWS.slice(0, 2)} state="refreshing" />
      </Card>
      <Card padded={false}>
        <DataTable
          {...common}
          label="No detections"
          rows={[]}
          empty={
            <EmptyState illustration={<AllClear />} title="All clear" text="Every detection has been dealt with." />
          }
        />
      </Card>
    </Section>
  );
}

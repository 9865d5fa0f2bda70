import { Check, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/ui/classes';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import type { DomainRowFragment } from './domains.generated';
import { type Sorting, SORT_KEYS, nextSorting, sorted } from './sorting';
import { TxtCell } from './txt-cell';

interface DomainTableProps {
  rows: readonly DomainRowFragment[];
  loading: boolean;
  sorting: Sorting;
  onSortingChange: (sorting: Sorting) => void;
  empty: ReactNode;
  /** Actions of a row; omitted for read-only members. */
  actions: ((row: DomainRowFragment) => ReactNode) | undefined;
}

/** Domains of the organization (spec §2): 52 px rows, 10 px header and 12 px body text. */
export function DomainTable({ rows, loading, sorting, onSortingChange, empty, actions }: DomainTableProps) {
  const { t } = useTranslation('domains');
  const columns = useColumns(actions);
  return (
    <div className="[--spacing-row:3.25rem] [--sticky-top:3.5rem]">
      <DataTable
        small
        label={t('table')}
        columns={columns}
        rows={useMemo(() => sorted(rows, sorting), [rows, sorting])}
        rowId={({ id }) => id}
        state={loading ? 'loading' : 'ready'}
        loadingLabel={t('loading')}
        skeletonRows={4}
        empty={empty}
        sortLabels={{ by: t('sort.by'), ascending: t('sort.ascending'), descending: t('sort.descending') }}
        sort={{ key: sorting.sortKey, reverse: sorting.reverse }}
        onSortChange={({ key }) => {
          const next = SORT_KEYS.find((each) => each === key);
          if (next) onSortingChange(nextSorting(sorting, next));
        }}
        edgeLabel={(name) => t('resize', { name })}
      />
    </div>
  );
}

function useColumns(actions: DomainTableProps['actions']): DataTableColumn<DomainRowFragment>[] {
  const { t } = useTranslation('domains');
  return useMemo(
    () => [
      {
        id: 'domain',
        header: t('column.domain'),
        width: 230,
        sortKey: 'DOMAIN',
        cell: (row) => <DomainName row={row} />,
      },
      {
        id: 'txt',
        header: t('column.txt'),
        width: 250,
        sortKey: 'TXT',
        bleed: true,
        cell: ({ domain, domainTxt }) => (
          <TxtCell value={domainTxt} copyLabel={t('copy', { name: t('column.txt'), domain })} />
        ),
      },
      {
        id: 'txt-secret',
        header: t('column.txtSecret'),
        width: 230,
        sortKey: 'TXT_SECRET',
        bleed: true,
        cell: ({ domain, domainTxtSecret }) => (
          <TxtCell value={domainTxtSecret} copyLabel={t('copy', { name: t('column.txtSecret'), domain })} />
        ),
      },
      {
        id: 'enabled',
        header: t('column.enabled'),
        width: 112,
        exact: true,
        sortKey: 'ENABLED',
        cell: ({ isEnabled }) => <Mark holds={isEnabled} />,
      },
      {
        id: 'verified',
        header: t('column.verified'),
        width: 112,
        exact: true,
        sortKey: 'VERIFIED',
        cell: ({ isVerified }) => <Mark holds={isVerified} />,
      },
      ...(actions
        ? [
            {
              id: 'actions',
              header: t('column.actions'),
              headerHidden: true,
              width: 64,
              exact: true,
              align: 'end',
              card: 'aside',
              bleed: true,
              cell: (row) => <div className="flex justify-end in-[td]:pe-3">{actions(row)}</div>,
            } satisfies DataTableColumn<DomainRowFragment>,
          ]
        : []),
    ],
    [actions, t],
  );
}

function DomainName({ row: { domain, missingSince, backfill } }: { row: DomainRowFragment }) {
  const { t } = useTranslation('domains');
  const percent = Math.round((backfill?.progress ?? 0) * 100);
  return (
    <>
      <bdi
        dir="ltr"
        title={domain}
        className="block truncate text-match font-medium in-[li]:text-base in-[li]:wrap-anywhere in-[li]:whitespace-normal"
      >
        {domain}
      </bdi>
      {missingSince !== null && <Note text={t('missing.row')} look="text-warning-text" />}
      {backfill?.isDone === false && (
        <Note
          text={t('retroactiveScan.running', { percent, found: backfill.found })}
          look="text-ink-muted tabular-nums"
        />
      )}
    </>
  );
}

/** Note below a domain, with the full text as title in case the column is too narrow. */
const Note = ({ text, look }: { text: string; look: string }) => (
  <span title={text} className={classes('block truncate text-3xs in-[li]:text-sm in-[li]:whitespace-normal', look)}>
    {text}
  </span>
);

/** A green check or red cross (spec §2), with a text alternative. */
function Mark({ holds }: { holds: boolean }) {
  const { t } = useTranslation('domains');
  return (
    <span className="flex in-[li]:justify-end">
      {holds ? (
        <Check aria-hidden="true" className="size-4 text-success-text" />
      ) : (
        <X aria-hidden="true" className="size-4 text-danger-text" />
      )}
      <VisuallyHidden>{t(holds ? 'yes' : 'no')}</VisuallyHidden>
    </span>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncContent, type QueryState } from '@/ui/feedback/async-content';
import { Card } from '@/ui/layout/card';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableProps } from '@/ui/table/data-table-types';
import { ConsoleCursorPages } from './console-cursor-pages';
import type { useCursorPages } from './use-cursor-pages';

type Position = ReturnType<typeof useCursorPages>;
type Shown = 'label' | 'columns' | 'skeletonRows' | 'onOpen' | 'hrefOf' | 'openId' | 'empty';

interface ConsoleTableProps<Row> extends Pick<DataTableProps<Row>, Shown> {
  query: QueryState;
  /** Undefined while the first one is loading. */
  page: (Parameters<Position['of']>[0] & { results: readonly Row[] }) | undefined;
  position: Position;
  pagesLabel: string;
  previousLabel: string;
  nextLabel: string;
  /** Whether rows have another order than the newest first. */
  isOrdered?: boolean;
  /** False for a list that is asked for again and again. */
  marksRefreshing?: boolean;
  title?: string;
  description?: string;
  /** Above the table, within the card. */
  children?: ReactNode;
}

/** Table of the console with pages that follow cursors. */
export function ConsoleTable<Row extends { id: string }>({
  query,
  page,
  position,
  pagesLabel,
  previousLabel,
  nextLabel,
  isOrdered = false,
  marksRefreshing = true,
  title,
  description,
  children,
  skeletonRows = 10,
  ...table
}: ConsoleTableProps<Row>) {
  const { t } = useTranslation('console');
  const rows = page?.results ?? [];
  return (
    <Card
      title={title}
      description={description}
      padded={false}
      footer={
        rows.length > 0 && (
          <ConsoleCursorPages
            label={pagesLabel}
            isOrdered={isOrdered}
            previousLabel={previousLabel}
            nextLabel={nextLabel}
            pages={position.of(page)}
            shown={rows.length}
          />
        )
      }
    >
      {children}
      <AsyncContent query={query} padded>
        <DataTable
          {...table}
          rows={rows}
          rowId={({ id }) => id}
          state={page ? (marksRefreshing && query.loading ? 'refreshing' : 'ready') : 'loading'}
          loadingLabel={t('loading')}
          skeletonRows={skeletonRows}
        />
      </AsyncContent>
    </Card>
  );
}

import { Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { consoleLeakPath } from '@/lib/entity-paths';
import { formatDay, formatNumber } from '@/lib/format';
import { useUrlState } from '@/lib/url-state';
import { useSettled } from '@/lib/use-settled';
import { Badge } from '@/ui/display/badge';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { Button } from '@/ui/form/button';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { ConsolePage } from '../console-page';
import { ConsoleTable } from '../console-table';
import { useCursorPages } from '../use-cursor-pages';
import { type ConsoleLeaksQuery, useConsoleLeaksQuery } from './catalogue.generated';
import { ImportDialog } from './import-dialog';
import { LeakFilters } from './leak-filters';
import { leaksSchema, wantedLeaks } from './leaks-state';

type Leak = ConsoleLeaksQuery['console']['leaks']['results'][number];

const PAGE_SIZE = 50;

/** Catalogue of leaks of the installation. */
export function LeaksPage() {
  const { t } = useTranslation('catalogue');
  const navigate = useNavigate();
  const [state, change] = useUrlState(leaksSchema);
  const wanted = wantedLeaks({ ...state, search: useSettled(state.search) });
  const position = useCursorPages(JSON.stringify(wanted), PAGE_SIZE);
  const asked = useConsoleLeaksQuery({
    variables: { ...wanted, first: PAGE_SIZE, ...(position.after !== undefined && { after: position.after }) },
    fetchPolicy: 'cache-and-network',
  });
  const [isImporting, setImporting] = useState(false);
  const page = (asked.data ?? (asked.loading ? asked.previousData : undefined))?.console.leaks;
  const columns = useColumns();
  return (
    <ConsolePage
      title={t('title')}
      description={t('text')}
      query={asked}
      actions={
        <Button icon={<Upload aria-hidden="true" className="size-4" />} onClick={() => setImporting(true)}>
          {t('import.open')}
        </Button>
      }
    >
      <LeakFilters state={state} onChange={change} />
      <ConsoleTable
        query={asked}
        page={page}
        position={position}
        label={t('title')}
        pagesLabel={t('pages')}
        previousLabel={t('previous')}
        nextLabel={t('next')}
        isOrdered={state.order !== 'newest'}
        columns={columns}
        onOpen={({ name }) => void navigate(consoleLeakPath(name))}
        hrefOf={({ name }) => consoleLeakPath(name)}
        empty={<EmptyState illustration={<NoMatch />} title={t('none')} text={t('noneText')} />}
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} onImported={() => void asked.refetch()} />}
    </ConsolePage>
  );
}

function useColumns(): DataTableColumn<Leak>[] {
  const { t, i18n } = useTranslation('catalogue');
  return useMemo(() => {
    const number = (value: number | null) => (value === null ? t('uncounted') : formatNumber(value, i18n.language));
    return [
      {
        id: 'title',
        header: t('leak'),
        width: 280,
        cell: ({ title, name }) => (
          <bdi title={title} className="font-medium text-ink">
            {title || name}
          </bdi>
        ),
      },
      {
        id: 'state',
        header: t('state'),
        width: 190,
        exact: true,
        card: 'inline',
        cell: ({ isSensitive, retractedDate }) => (
          <span className="flex gap-1">
            {retractedDate !== null && <Badge tone="danger">{t('retracted')}</Badge>}
            {isSensitive && <Badge tone="warning">{t('flags.isSensitive')}</Badge>}
            {retractedDate === null && !isSensitive && '–'}
          </span>
        ),
      },
      {
        id: 'kind',
        header: t('kind'),
        width: 150,
        exact: true,
        optional: 'first',
        cell: ({ kind }) => t(`kinds.${kind}`),
      },
      {
        id: 'breachDate',
        header: t('breachDate'),
        width: 140,
        exact: true,
        optional: 'next',
        cell: ({ breachDate }) => (breachDate === null ? t('unknown') : formatDay(breachDate, i18n.language)),
      },
      {
        id: 'pwnCount',
        header: t('pwnCount'),
        width: 140,
        exact: true,
        align: 'end',
        optional: 'first',
        cell: ({ pwnCount }) => <span className="tabular-nums">{number(pwnCount)}</span>,
      },
      {
        id: 'records',
        header: t('records'),
        width: 150,
        exact: true,
        align: 'end',
        cell: ({ records }) => <span className="tabular-nums">{number(records)}</span>,
      },
      {
        id: 'accounts',
        header: t('accounts'),
        width: 170,
        exact: true,
        align: 'end',
        cell: ({ accounts }) => <span className="tabular-nums">{number(accounts)}</span>,
      },
    ];
  }, [t, i18n.language]);
}

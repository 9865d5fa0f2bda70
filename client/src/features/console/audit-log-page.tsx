import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExactTime } from '@/lib/format';
import { useSettled } from '@/lib/use-settled';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { AuditEventDrawer, type AuditEvent } from './audit-event-drawer';
import { AuditLogActions } from './audit-log-actions';
import { AuditLogFilters } from './audit-log-filters';
import { type AuditLogState, useAuditLogState, wantedEvents } from './audit-log-state';
import { useConsoleAuditLogQuery } from './console.generated';
import { ConsolePage } from './console-page';
import { ConsoleTable } from './console-table';
import { useCursorPages } from './use-cursor-pages';

const PAGE_SIZE = 50;

/** Audit log of operators, or of one account. */
export function AuditLogPage() {
  const { t } = useTranslation('console');
  const [state, change] = useAuditLogState();
  const { asked, page, position } = useEvents(state);
  const [open, setOpen] = useState<AuditEvent>();
  const isOfAccount = state.account.trim() !== '';
  const columns = useColumns(isOfAccount);
  return (
    <ConsolePage title={t('log.title')} description={t('log.text')} query={asked}>
      <AuditLogActions />
      <AuditLogFilters state={state} onChange={change} kinds={page?.kinds ?? []} />
      <ConsoleTable
        query={asked}
        page={page}
        position={position}
        label={t('log.title')}
        pagesLabel={t('log.pages')}
        previousLabel={t('log.previous')}
        nextLabel={t('log.next')}
        columns={columns}
        onOpen={setOpen}
        openId={open?.id}
        empty={<EmptyState illustration={<NoMatch />} title={t('log.none')} text={t('log.noneText')} />}
      />
      <AuditEventDrawer event={open} onClose={() => setOpen(undefined)} />
    </ConsolePage>
  );
}

/** A page of events. */
function useEvents(state: AuditLogState) {
  const account = useSettled(state.account);
  const person = useSettled(state.person);
  const filter = wantedEvents({ ...state, account, person });
  const position = useCursorPages(JSON.stringify(filter), PAGE_SIZE);
  const asked = useConsoleAuditLogQuery({
    variables: { filter, first: PAGE_SIZE, ...(position.after !== undefined && { after: position.after }) },
    fetchPolicy: 'cache-and-network',
  });
  const page = (asked.data ?? (asked.loading ? asked.previousData : undefined))?.console.auditLog;
  return { asked, page, position };
}

function useColumns(isOfAccount: boolean): DataTableColumn<AuditEvent>[] {
  const { t, i18n } = useTranslation('console');
  return useMemo(() => {
    const address: DataTableColumn<AuditEvent> = {
      id: 'address',
      header: t('log.address'),
      width: 150,
      optional: 'first',
      cell: ({ address: value }) => (value ? <MonospaceValue value={value} truncate /> : '–'),
    };
    return [
      {
        id: 'kind',
        header: t('log.kind'),
        width: 270,
        cell: ({ kind }) => <MonospaceValue value={kind} truncate />,
      },
      {
        id: 'person',
        header: t('log.person'),
        width: 220,
        cell: ({ person }) => <bdi title={person ?? undefined}>{person ?? t('unknown')}</bdi>,
      },
      ...(isOfAccount ? [address] : []),
      {
        id: 'detail',
        header: t('log.detail'),
        width: 320,
        optional: 'next',
        cell: ({ detail }) =>
          detail.length > 0 ? (
            <MonospaceValue value={detail.map(({ name, value }) => `${name}: ${value}`).join(', ')} truncate />
          ) : (
            '–'
          ),
      },
      {
        id: 'time',
        header: t('log.time'),
        width: 236,
        exact: true,
        align: 'end',
        cell: ({ happenedAt }) => (
          <time dateTime={happenedAt} className="tabular-nums">
            {formatExactTime(happenedAt, i18n.language)}
          </time>
        ),
      },
    ];
  }, [t, i18n.language, isOfAccount]);
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { AsyncList } from '@/ui/table/async-list';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { type ConsoleHomeQuery, useConsoleHomeQuery } from './console.generated';
import { ConsoleLinks } from './console-links';
import { ConsolePage } from './console-page';
import { SetupProgress } from './setup-progress';

type Operator = ConsoleHomeQuery['console']['operators'][number];

/** First page of the console: who the operators are, and what they did last. */
export function ConsoleHomePage() {
  const { t } = useTranslation('console');
  const asked = useConsoleHomeQuery({ fetchPolicy: 'cache-and-network' });
  const found = asked.data?.console;
  return (
    <ConsolePage title={t('title')} description={t('home.text')} query={asked}>
      <ConsoleLinks />
      {found && <SetupProgress steps={found.setup} />}
      <Operators asked={asked} operators={found?.operators} />
      <Card
        title={t('home.latest')}
        padded={false}
        actions={
          <Link look="quiet" to={paths.consoleAuditLog}>
            {t('home.all')}
          </Link>
        }
      >
        <AsyncList
          query={asked}
          rows={found?.auditLog.results}
          rowKey={({ id }) => id}
          loadingLabel={t('loading')}
          skeletonRows={4}
          rowLines={1}
          empty={t('log.none')}
        >
          {(event) => (
            <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-5 py-2.5">
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <MonospaceValue value={event.kind} />
                <bdi className="text-sm wrap-anywhere text-ink-secondary">{event.person ?? t('unknown')}</bdi>
              </span>
              <span className="text-sm text-ink-muted">
                <RelativeTime iso={event.happenedAt} />
              </span>
            </li>
          )}
        </AsyncList>
      </Card>
    </ConsolePage>
  );
}

interface OperatorsProps {
  asked: ReturnType<typeof useConsoleHomeQuery>;
  operators: readonly Operator[] | undefined;
}

function Operators({ asked, operators }: OperatorsProps) {
  const { t } = useTranslation('console');
  const columns = useColumns();
  return (
    <Card title={t('home.operators')} description={t('home.operatorsText')} padded={false}>
      <AsyncContent query={asked} padded>
        <DataTable
          label={t('home.operators')}
          columns={columns}
          rows={operators ?? []}
          rowId={({ id }) => id}
          state={operators ? 'ready' : 'loading'}
          loadingLabel={t('loading')}
          skeletonRows={3}
          empty={<EmptyState title={t('unknown')} />}
        />
      </AsyncContent>
    </Card>
  );
}

function useColumns(): DataTableColumn<Operator>[] {
  const { t, i18n } = useTranslation('console');
  return useMemo(
    () => [
      {
        id: 'email',
        header: t('home.email'),
        width: 300,
        cell: ({ email }) => (
          <bdi title={email} className="font-medium text-ink">
            {email}
          </bdi>
        ),
      },
      {
        id: 'state',
        header: t('home.state'),
        width: 210,
        card: 'inline',
        cell: ({ isDisabled, hasSecondFactor }) =>
          isDisabled ? (
            <Badge tone="danger">{t('home.disabled')}</Badge>
          ) : hasSecondFactor ? (
            <Badge tone="success">{t('home.ready')}</Badge>
          ) : (
            <Badge tone="warning">{t('home.noFactor')}</Badge>
          ),
      },
      {
        id: 'since',
        header: t('home.since'),
        width: 200,
        exact: true,
        cell: ({ grantedAt }) => <time dateTime={grantedAt}>{formatDateTime(grantedAt, i18n.language)}</time>,
      },
      {
        id: 'by',
        header: t('home.by'),
        width: 160,
        optional: 'first',
        cell: ({ grantedBy }) => <bdi>{grantedBy}</bdi>,
      },
    ],
    [t, i18n.language],
  );
}

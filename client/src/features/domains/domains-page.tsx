import { Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePolling } from '@/lib/graphql/use-polling';
import { logFailure } from '@/lib/log';
import { useSession } from '@/lib/session/store';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoneYet } from '@/ui/feedback/illustrations';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { DomainActions } from './domain-actions';
import { AddDomainDialog, RecordDialog } from './domain-dialog';
import { DomainTable } from './domain-table';
import { type DomainRowFragment, useDomainsQuery } from './domains.generated';
import { MissingRecord } from './missing-record';
import { DEFAULT_SORTING } from './sorting';

const NO_ROWS: DomainRowFragment[] = [];
/** Interval of refetching the list during a retroactive scan, in milliseconds. */
const SCAN_INTERVAL = 3000;

/** Settings > Domains (spec §2); only for organizations. */
export function DomainsPage() {
  const { t } = useTranslation('domains');
  const { account } = useSession();
  const canManage = account?.user.permissions.includes('MANAGE_DOMAINS') === true;
  const { data, error, loading, refetch, startPolling, stopPolling } = useDomainsQuery({
    fetchPolicy: 'cache-and-network',
  });
  const rows = data?.domains.results ?? NO_ROWS;
  const [sorting, setSorting] = useState(DEFAULT_SORTING);
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<string>();
  const shownRow = rows.find(({ id }) => id === shown);

  useEffect(() => {
    if (error) logFailure('The domains could not be read', error);
  }, [error]);

  const searching = rows.some(({ backfill }) => backfill?.isDone === false);
  usePolling({ startPolling, stopPolling }, searching ? SCAN_INTERVAL : undefined);

  const actions = useCallback(
    (row: DomainRowFragment) => <DomainActions row={row} onShowRecord={() => setShown(row.id)} />,
    [],
  );
  const addButton = (
    <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  );

  return (
    <Page width="wide">
      <title>{t('title')}</title>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={canManage && rows.length > 0 ? addButton : undefined}
      />
      {rows.map((row) => row.missingSince !== null && <MissingRecord key={row.id} row={row} canCheck={canManage} />)}
      <Card padded={false}>
        <DomainTable
          rows={rows}
          loading={loading && !data}
          sorting={sorting}
          onSortingChange={setSorting}
          actions={canManage ? actions : undefined}
          empty={
            error && !data ? (
              <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 px-4 py-8 text-sm text-ink-muted">
                {t('unread')}
                <Button size="sm" variant="ghost" onClick={() => void refetch()}>
                  {t('retry')}
                </Button>
              </p>
            ) : (
              <EmptyState
                illustration={<NoneYet />}
                title={t('empty.title')}
                text={t('empty.text')}
                action={canManage ? addButton : undefined}
              />
            )
          }
        />
      </Card>
      {adding && (
        <AddDomainDialog
          onClose={() => setAdding(false)}
          onAdded={({ id }) => {
            setAdding(false);
            setShown(id);
          }}
        />
      )}
      {shownRow && (
        <RecordDialog
          row={shownRow}
          canCheck={canManage && (!shownRow.isVerified || shownRow.missingSince !== null)}
          onClose={() => setShown(undefined)}
        />
      )}
    </Page>
  );
}

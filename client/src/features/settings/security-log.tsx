import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { Card } from '@/ui/card';
import { ErrorPanel } from '@/ui/error-panel';
import { Pagination } from '@/ui/pagination';
import { Skeleton } from '@/ui/skeleton';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { wordedKind } from './event-words';
import { useSecurityEventsQuery } from './security.generated';

const PAGE_SIZE = 10;

/** What happened to the account, newest first. */
export function SecurityLog() {
  const { t, i18n } = useTranslation('settings');
  const [page, setPage] = useState(1);
  const { data, previousData, error, loading, refetch } = useSecurityEventsQuery({
    variables: { page, pageSize: PAGE_SIZE },
    fetchPolicy: 'cache-and-network',
  });
  // The old rows stay until the new ones are there.
  const events = (data ?? previousData)?.securityEvents;
  const pageCount = Math.max(1, Math.ceil((events?.total ?? 0) / PAGE_SIZE));
  const first = (page - 1) * PAGE_SIZE + 1;

  return (
    <Card title={t('events.title')} description={t('events.text')} padded={false}>
      {error && !loading ? (
        <div className="p-5">
          <ErrorPanel
            title={t('failed.title')}
            text={toUserMessage(error)}
            retryLabel={t('failed.retry')}
            onRetry={() => void refetch()}
          />
        </div>
      ) : !events ? (
        <div className="grid gap-4 p-5">
          <VisuallyHidden live>{t('events.loading')}</VisuallyHidden>
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
        </div>
      ) : events.total === 0 ? (
        <p className="p-5 text-base text-ink-muted">{t('events.empty')}</p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {events.results.map((event) => (
              <li
                key={event.id}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-5 py-2.5 text-sm"
              >
                <span className="text-base text-ink">{t(`events.kind.${wordedKind(event.kind)}`)}</span>
                <span className="text-ink-muted">
                  {[event.device, event.address].filter(Boolean).join(', ')}
                  {(event.device || event.address) && ' · '}
                  <time dateTime={event.happenedAt} className="tabular-nums">
                    {formatDateTime(event.happenedAt, i18n.language)}
                  </time>
                </span>
              </li>
            ))}
          </ul>
          <div className="border-t border-line px-5 py-3">
            <Pagination
              page={page}
              pageCount={pageCount}
              onPageChange={setPage}
              label={t('events.pages')}
              previousLabel={t('events.previous')}
              nextLabel={t('events.next')}
              pageLabel={(number) => t('events.page', { page: number })}
              summary={t('events.summary', {
                first,
                last: first + events.results.length - 1,
                total: events.total,
              })}
            />
          </div>
        </>
      )}
    </Card>
  );
}

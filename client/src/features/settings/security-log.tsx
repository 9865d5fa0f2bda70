import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { useExpiredAnchor, useListAnchor } from '@/lib/list-anchor';
import { Card } from '@/ui/layout/card';
import { AsyncList } from '@/ui/table/async-list';
import { usePageSize } from '@/ui/table/page-size';
import { Pagination } from '@/ui/table/pagination';
import { eventLabelKey } from './event-labels';
import { useSecurityEventsQuery } from './security.generated';

/** Security events of the account, newest first. */
export function SecurityLog() {
  const { t, i18n } = useTranslation('settings');
  const [page, setPage] = useState(1);
  const pageSize = usePageSize();
  const anchor = useListAnchor('events', page);
  const asked = useSecurityEventsQuery({
    variables: { page, pageSize, ...(anchor.asOf !== null && { asOf: anchor.asOf }) },
    fetchPolicy: 'cache-and-network',
  });
  anchor.keep(asked.data?.securityEvents.asOf);
  useExpiredAnchor(anchor, asked.error);
  // Shows the old rows until the new ones are loaded.
  const events = (asked.data ?? asked.previousData)?.securityEvents;
  const pageCount = Math.max(1, Math.ceil((events?.total ?? 0) / pageSize));
  const first = (page - 1) * pageSize + 1;

  return (
    <Card title={t('events.title')} description={t('events.text')} padded={false}>
      <AsyncList
        query={asked}
        rows={events?.results}
        rowKey={({ id }) => id}
        loadingLabel={t('events.loading')}
        skeletonRows={3}
        rowLines={1}
        empty={t('events.empty')}
      >
        {(event) => (
          <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-5 py-2.5 text-sm">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-base text-ink">{t(`events.kind.${eventLabelKey(event.kind)}`)}</span>
              {event.byApiKey && (
                <span className="min-w-0 wrap-anywhere text-ink-secondary">
                  {t('events.byKey', { name: event.byApiKey.name ?? event.byApiKey.id })}
                </span>
              )}
            </span>
            <span className="text-ink-muted">
              <bdi>{[event.device, event.address].filter(Boolean).join(', ')}</bdi>
              {(event.device || event.address) && ' · '}
              <time dateTime={event.happenedAt} className="tabular-nums">
                {formatDateTime(event.happenedAt, i18n.language)}
              </time>
            </span>
          </li>
        )}
      </AsyncList>
      {events && events.total > 0 && (
        <div className="border-t border-line px-5 py-3">
          <Pagination
            sizes
            page={page}
            pageCount={pageCount}
            onPageChange={setPage}
            reload={anchor.asOf === null ? undefined : { label: t('events.reload'), onPress: anchor.reload }}
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
      )}
    </Card>
  );
}

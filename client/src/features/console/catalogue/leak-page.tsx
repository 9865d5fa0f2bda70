import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { ConsolePage } from '../console-page';
import { Operations } from '../operations';
import { type ConsoleLeakQuery, useConsoleLeakQuery } from './catalogue.generated';
import { LeakActions } from './leak-actions';
import { LeakFacts } from './leak-facts';

/** A leak with all its fields. */
export type LeakDetail = NonNullable<ConsoleLeakQuery['console']['leak']>;

const POLL_MILLISECONDS = 2000;

/** One leak: its fields, and what an operator may do with it. */
export function LeakPage() {
  const { t } = useTranslation('catalogue');
  const { name = '' } = useParams();
  const asked = useConsoleLeakQuery({ variables: { name }, fetchPolicy: 'cache-and-network' });
  const detail = asked.data?.console.leak;
  const isWorking = detail?.operations.some(({ finishedAt }) => finishedAt === null) ?? false;
  const { startPolling, stopPolling } = asked;
  useEffect(() => {
    if (!isWorking) return undefined;
    startPolling(POLL_MILLISECONDS);
    return stopPolling;
  }, [isWorking, startPolling, stopPolling]);
  return (
    <ConsolePage
      title={detail ? detail.leak.title || detail.leak.name : t('one')}
      description={detail?.description ?? ''}
      query={asked}
      actions={detail && <LeakActions detail={detail} onChanged={() => void asked.refetch()} />}
    >
      <p className="-mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Link look="quiet" to={paths.consoleLeaks}>
          {t('title')}
        </Link>
        {detail && <MonospaceValue value={detail.leak.name} />}
        {detail && detail.leak.retractedDate !== null && <Badge tone="danger">{t('retracted')}</Badge>}
        {detail?.isSensitive && <Badge tone="warning">{t('flags.isSensitive')}</Badge>}
      </p>
      <AsyncContent query={asked}>
        {detail ? (
          <>
            <Operations operations={detail.operations} />
            <LeakFacts detail={detail} />
          </>
        ) : asked.loading ? (
          <>
            <VisuallyHidden live>{t('loading')}</VisuallyHidden>
            <Skeleton className="h-48 w-full rounded-lg" />
            <Skeleton className="h-32 w-full rounded-lg" />
          </>
        ) : (
          <Card padded={false}>
            <EmptyState illustration={<NoMatch />} title={t('gone')} text={t('goneText')} />
          </Card>
        )}
      </AsyncContent>
    </ConsolePage>
  );
}

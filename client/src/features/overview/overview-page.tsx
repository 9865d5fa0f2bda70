import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePolling } from '@/lib/graphql/use-polling';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { logFailure } from '@/lib/log';
import { useSession } from '@/lib/session/store';
import { useUrlState } from '@/lib/url-state';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { Attention } from './attention';
import { Checklist, useChecklist } from './checklist';
import { DomainRanking } from './domain-ranking';
import { Failed } from './failed';
import { FirstSteps } from './first-steps';
import { GlobalStatistics } from './global-statistics';
import { Figures } from './organization/figures';
import { LatestLeaks } from './organization/latest-leaks';
import { MostExposed } from './organization/most-exposed';
import { useExposureQuery, useOverviewQuery } from './overview.generated';
import { isOwn, rangeOf, rangeSchema, variablesOf } from './range';
import { RangePicker } from './range-picker';
import { inStableOrder } from './stable-order';
import { Tiles } from './tiles';
import { Timeline } from './timeline';

const IndividualHome = lazy(async () => ({
  default: (await import('./individual/individual-home')).IndividualHome,
}));

const PENDING_INTERVAL = 15_000;

const nameOf = ({ domain }: { domain: string }) => domain;

/** Statistics of the account (spec §2, /dashboard). */
export function OverviewPage() {
  const { t } = useTranslation('overview');
  const [state, change] = useUrlState(rangeSchema);
  const range = rangeOf(state);
  const { data, previousData, error, loading, refetch, startPolling, stopPolling } = useOverviewQuery({
    variables: variablesOf(range),
    fetchPolicy: 'cache-and-network',
  });
  // Show the previous statistics until the new ones arrive.
  const stats = (data ?? (loading ? previousData : undefined))?.stats;
  const failed = error !== undefined && !loading;
  const { account } = useSession();
  const isOrganization = account?.user.role === 'Organization';
  const exposed = useExposureQuery({
    variables: { ...variablesOf(range), isOrganization },
    fetchPolicy: 'cache-and-network',
    skip: account === null,
  });
  const present = exposed.data ?? (exposed.loading ? exposed.previousData : undefined);
  const exposure = present?.accountExposure;
  const [version, setVersion] = useState(0);
  const refresh = () => {
    setVersion((before) => before + 1);
    void refetch();
    void exposed.refetch();
  };
  useRefreshOnDetections(refresh, loading ? undefined : stats?.cursor);

  // Keep the ranking order while the same range is shown.
  const shown = data && JSON.stringify(variablesOf(range));
  const [kept, setKept] = useState<{ shown?: string; domains: string[] }>({ domains: [] });
  const counts = inStableOrder(stats?.domainCounts ?? [], nameOf, shown === kept.shown ? kept.domains : []);
  const domains = counts.map(nameOf);
  if (shown !== undefined && (shown !== kept.shown || domains.join() !== kept.domains.join())) {
    setKept({ shown, domains });
  }

  useEffect(() => {
    if (error) logFailure('the overview could not be loaded', error);
  }, [error]);
  useEffect(() => {
    if (exposed.error) logFailure('the exposure could not be loaded', exposed.error);
  }, [exposed.error]);

  const summary = stats?.notificationSummary;
  const isEmpty =
    summary !== undefined && summary.userNotifications.total === 0 && summary.domainNotifications.total === 0;
  // The server counts what it has ingested every minute; until the first time, its zeros would contradict the tiles.
  const isPending = !isEmpty && stats?.global.every(({ count }) => count === 0) === true;
  usePolling({ startPolling, stopPolling }, isPending ? PENDING_INTERVAL : undefined);
  const all = summary && [summary.userNotifications, summary.domainNotifications];
  const total = all?.reduce((sum, block) => sum + block.total, 0);
  const checklist = useChecklist(account, {
    members: present?.members?.length,
    hasDetections: total !== undefined && total > 0,
    hasRead: all?.some((block) => block.unread < block.total) ?? false,
  });
  const isKnown = stats !== undefined && (present !== undefined || exposed.error !== undefined);
  return (
    <Page width="wide">
      <title>{t('title')}</title>
      <PageHeader title={t('title')} description={t('description')} />
      <VisuallyHidden live>{loading ? t('loading') : ''}</VisuallyHidden>
      {failed && !stats ? (
        <Failed tall onRetry={() => void refetch()} />
      ) : (
        <>
          {exposed.error && !present && !exposed.loading && <Failed onRetry={() => void exposed.refetch()} />}
          {isOrganization ? (
            <Attention data={present} failed={exposed.error !== undefined} />
          ) : (
            <Suspense fallback={<Skeleton className="h-40 w-full rounded-lg" />}>
              <IndividualHome
                total={total}
                exposure={exposure}
                records={stats?.global.find(({ rowName }) => rowName === 'records')?.count}
                version={version}
                onChanged={refresh}
              />
            </Suspense>
          )}
          {isKnown && checklist.isShown && account && (isOrganization || !checklist.needsVerification) && (
            <Checklist steps={checklist.steps} email={account.user.email} />
          )}
          <Tiles summary={summary} />
          {isOrganization && !isEmpty && !exposed.error && <Figures exposure={exposure} />}
          {isEmpty ? (
            // The checklist has the same steps; an individual reads them above.
            isOrganization && !(checklist.isShown && checklist.needsVerification) && <FirstSteps />
          ) : (
            <Timeline
              range={range}
              items={stats?.timeline}
              detections={stats?.detections}
              exposure={exposure}
              refreshing={loading && stats !== undefined}
              picker={
                <RangePicker
                  range={range}
                  preset={isOwn(state) ? undefined : state.days}
                  onPreset={(days) => change({ days, first: '', last: '' })}
                  onRange={(own) => change({ days: '7', ...own }, { replace: true })}
                />
              }
            />
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
            {isOrganization && !isEmpty && !exposed.error && (
              <>
                <MostExposed exposure={exposure} />
                <LatestLeaks exposure={exposure} />
              </>
            )}
            {counts.length > 0 && <DomainRanking counts={counts} range={range} />}
            <GlobalStatistics rows={stats?.global} pending={isPending} />
          </div>
        </>
      )}
    </Page>
  );
}

import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { emailValidateFor, paths } from '@/lib/paths';
import { usePermissions } from '@/lib/session/permissions';
import { useSession } from '@/lib/session/store';
import { Badge } from '@/ui/display/badge';
import { Breakable } from '@/ui/display/breakable';
import { ProgressRing } from '@/ui/display/progress-ring';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { compactNumber } from '../compact-number';
import { Failed } from '../failed';
import { type ExposureQuery, type OwnLeaksQuery, useOwnLeaksQuery } from '../overview.generated';
import { SiteCard } from './site-card';
import { sitesOf } from './sites';
import { useCloseSite } from './use-close-site';

interface IndividualHomeProps {
  /** All detections, open and closed; undefined while loading. */
  total: number | undefined;
  exposure: ExposureQuery['accountExposure'] | undefined;
  /** Records of all leaks; undefined while loading. */
  records: number | undefined;
  /** A new value reloads the open detections. */
  version: number;
  onChanged: () => void;
}

/** Overview of one person: how much is resolved, what to do at each site, which addresses are monitored, leaks by year. */
export function IndividualHome({ total, exposure, records, version, onChanged }: IndividualHomeProps) {
  const { t } = useTranslation('overview');
  const may = usePermissions();
  const asked = useOwnLeaksQuery({ fetchPolicy: 'cache-and-network' });
  const { refetch } = asked;
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void refetch();
  }, [version, refetch]);
  const { closeSite, closing } = useCloseSite(async () => {
    onChanged();
    await refetch();
  });
  const own = asked.data ?? asked.previousData;
  if (!own) {
    return asked.error ? <Failed onRetry={() => void refetch()} /> : <Skeleton className="h-40 w-full rounded-lg" />;
  }
  const sites = sitesOf(own.alerts.results);
  const hidden = own.alerts.total - own.alerts.results.length;
  return (
    <>
      <Status total={total} open={own.alerts.total} leaks={own.leaks.total} records={records} />
      {sites.length > 0 && (
        <section aria-labelledby="sites-title" className="grid gap-3">
          <div>
            <h2 id="sites-title" className="text-lg font-semibold tracking-tight text-ink">
              {t('sites.title')}
            </h2>
            <p className="mt-0.5 text-sm text-ink-muted">{t('sites.text')}</p>
          </div>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
            {sites.map((site) => (
              <SiteCard
                key={site.name}
                site={site}
                mayClose={may('TRIAGE')}
                closing={closing === site.name}
                onClose={() => void closeSite(site)}
              />
            ))}
          </ul>
          {hidden > 0 && (
            <p className="text-sm">
              <Link look="quiet" to={paths.workforce}>
                {t('sites.more')}
              </Link>
            </p>
          )}
        </section>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <Addresses monitored={own.monitoredEmails} />
        <LeakYears years={exposure?.leakYears} />
      </div>
    </>
  );
}

interface StatusProps {
  total: number | undefined;
  open: number;
  leaks: number;
  records: number | undefined;
}

function Status({ total: counted, open, leaks, records }: StatusProps) {
  const { t, i18n } = useTranslation('overview');
  const { account } = useSession();
  const total = Math.max(counted ?? open, open);
  const done = total - open;
  const state = total > 0 ? (open > 0 ? 'open' : 'resolved') : account?.user.is_email_verified ? 'clear' : 'unverified';
  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-5 shadow-low">
      {total > 0 && <ProgressRing done={done} total={total} size={88} />}
      <div className="min-w-50 flex-1">
        <h2 className="text-xl font-semibold tracking-tight text-ink">{t(`status.${state}`)}</h2>
        <p className="mt-1 max-w-prose text-base text-ink-secondary">
          {state === 'unverified'
            ? t('empty.email.text')
            : state === 'clear'
              ? records === undefined || records === 0
                ? t('status.clearText')
                : t('status.searched', {
                    count: leaks,
                    records: compactNumber(records, i18n.language),
                  })
              : t('status.progress', {
                  done: formatNumber(done, i18n.language),
                  total: formatNumber(total, i18n.language),
                })}
        </p>
      </div>
      {state === 'unverified' && account && (
        <Link look="button" variant="primary" to={emailValidateFor(account.user.role)}>
          {t('empty.email.action')}
        </Link>
      )}
    </section>
  );
}

function Addresses({ monitored }: { monitored: OwnLeaksQuery['monitoredEmails'] }) {
  const { t } = useTranslation('overview');
  const { account } = useSession();
  if (!account) return null;
  const own = { id: 'own', email: account.user.email, isVerified: account.user.is_email_verified };
  return (
    <Card
      title={t('addresses.title')}
      description={t('addresses.text')}
      actions={
        <Link look="button" size="sm" to={paths.emailSettings}>
          <Plus aria-hidden="true" className="size-3.5" />
          {t('addresses.add')}
        </Link>
      }
    >
      <ul className="-my-2.5 divide-y divide-line">
        {[own, ...monitored].map(({ id, email, isVerified }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 text-base wrap-anywhere text-ink">
              <Breakable text={email} />
            </span>
            <Badge tone={isVerified ? 'success' : 'warning'}>
              {t(isVerified ? 'addresses.monitored' : 'addresses.pending')}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LeakYears({ years }: { years: ExposureQuery['accountExposure']['leakYears'] | undefined }) {
  const { t, i18n } = useTranslation('overview');
  const largest = Math.max(1, ...(years ?? []).map(({ leaks }) => leaks));
  return (
    <Card title={t('years.title')} description={t('years.text')}>
      {years === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : years.length === 0 ? (
        <p className="text-base text-ink-muted">{t('years.none')}</p>
      ) : (
        <dl className="grid gap-2.5">
          {years.map(({ year, leaks }) => (
            <div key={year ?? 'unknown'} className="flex items-center gap-3">
              <dt className="w-20 shrink-0 text-base text-ink-secondary tabular-nums">{year ?? t('years.unknown')}</dt>
              <dd className="flex flex-1 items-center gap-3 text-base font-medium text-ink tabular-nums">
                <svg
                  aria-hidden="true"
                  width="100%"
                  height={8}
                  className="block flex-1 rounded-full bg-sunken rtl:-scale-x-100"
                >
                  <rect height={8} rx={4} width={`${(100 * leaks) / largest}%`} className="fill-accent" />
                </svg>
                <span className="w-8 text-end">{formatNumber(leaks, i18n.language)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

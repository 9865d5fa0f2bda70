import { CircleCheck, GlobeLock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '@/lib/format';
import { incidentPath, paths } from '@/lib/paths';
import { classes } from '@/ui/classes';
import { SeverityMark } from '@/ui/display/severity-mark';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Link } from '@/ui/layout/link';
import type { ExposureQuery } from './overview.generated';

const LOOKS = {
  danger: 'border-danger-line bg-danger-soft',
  warning: 'border-warning-line bg-warning-soft',
  info: 'border-info-line bg-info-soft',
  success: 'border-success-line bg-success-soft',
};
const TONES = { CRITICAL: 'danger', HIGH: 'danger', MEDIUM: 'warning', LOW: 'info', INFO: 'info' } as const;

/** What needs attention now: the worst open incident, else a domain that isn't verified, else nothing. */
export function Attention({ data, failed }: { data: ExposureQuery | undefined; failed: boolean }) {
  const { t, i18n } = useTranslation('overview');
  if (failed && !data) return null;
  if (!data) return <Skeleton className="h-24 w-full rounded-lg" />;
  const { results, total } = data.incidents;
  const [incident] = results;
  if (incident) {
    const { level } = incident.severity;
    return (
      <Banner
        tone={TONES[level]}
        mark={<SeverityMark level={level} label={t(`level.${level}`)} />}
        title={incident.title}
        text={incident.summary}
        action={
          <Link look="button" variant="primary" to={incidentPath(incident.id)}>
            {t('attention.open')}
          </Link>
        }
        more={
          total > 1 && (
            <Link look="quiet" to={paths.inbox}>
              {t('attention.more', { shown: formatNumber(total - 1, i18n.language) })}
            </Link>
          )
        }
      />
    );
  }
  const domains = data.domains?.results ?? [];
  const missing = domains.find(({ missingSince }) => missingSince !== null);
  const domain = missing ?? domains.find(({ isEnabled, isVerified }) => isEnabled && !isVerified);
  if (domain) {
    return (
      <Banner
        tone="warning"
        mark={<GlobeLock aria-hidden="true" className="size-4 text-warning-text" />}
        title={t(missing ? 'attention.missing' : 'attention.unverified', { domain: domain.domain })}
        text={
          domain.dropsAt
            ? t('attention.drops', { day: formatDay(domain.dropsAt.slice(0, 10), i18n.language) })
            : t(missing ? 'attention.missingText' : 'attention.unverifiedText')
        }
        action={
          <Link look="button" variant="primary" to={paths.domainSettings}>
            {t('attention.domains')}
          </Link>
        }
      />
    );
  }
  return (
    <Banner
      tone="success"
      mark={<CircleCheck aria-hidden="true" className="size-4 text-success-text" />}
      title={t('attention.none')}
      text={t('attention.noneText')}
    />
  );
}

interface BannerProps {
  tone: keyof typeof LOOKS;
  mark: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
  more?: ReactNode;
}

function Banner({ tone, mark, title, text, action, more }: BannerProps) {
  const { t } = useTranslation('overview');
  return (
    <section
      aria-label={t('attention.label')}
      className={classes(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-lg border px-5 py-4',
        LOOKS[tone],
      )}
    >
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-secondary">
          {mark}
          {tone !== 'success' && (
            <span className="flex items-center gap-1.5">
              <TriangleAlert aria-hidden="true" className="size-3.5" />
              {t('attention.label')}
            </span>
          )}
        </p>
        <h2 dir="auto" className="mt-1.5 text-lg font-semibold tracking-tight wrap-anywhere text-ink">
          {title}
        </h2>
        <p dir="auto" className="mt-0.5 max-w-prose text-base wrap-anywhere text-ink-secondary">
          {text}
        </p>
      </div>
      {(action ?? more) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          {more}
          {action}
        </div>
      )}
    </section>
  );
}

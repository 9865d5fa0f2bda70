import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/lib/duration';
import { formatNumber } from '@/lib/format';
import { paths } from '@/lib/paths';
import { SeverityMark } from '@/ui/display/severity-mark';
import { Stat } from '@/ui/display/stat';
import { Skeleton } from '@/ui/feedback/skeleton';
import { PARTS, type SeverityCounts } from '../bars';
import { LEVELS } from '../bar-names';
import { FILLS } from '../chart-colours';
import type { ExposureQuery } from '../overview.generated';

const GAP_PERCENT = 0.4;

/** Present numbers of the organization: open detections by severity, time to close, people exposed, reused passwords. */
export function Figures({ exposure }: { exposure: ExposureQuery['accountExposure'] | undefined }) {
  const { t, i18n } = useTranslation('overview');
  const seconds = exposure?.medianSecondsToClose;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid md:col-span-3 xl:col-span-1">
        <OpenBySeverity counts={exposure?.openBySeverity} isPending={exposure?.openBySeverity === null} />
      </div>
      <Stat
        label={t('figures.median')}
        value={exposure && (typeof seconds === 'number' ? formatDuration(seconds, i18n.language) : '–')}
        note={t(typeof seconds === 'number' ? 'figures.medianNote' : 'figures.medianNone')}
      />
      <Stat
        label={t('figures.people')}
        value={exposure && formatNumber(exposure.exposedPeople, i18n.language)}
        note={t('figures.peopleNote')}
        to={paths.people}
      />
      <Stat
        label={t('figures.reused')}
        value={exposure && formatNumber(exposure.reusedPasswords, i18n.language)}
        note={t(exposure?.reusedPasswordsAreExact === false ? 'figures.reusedNewest' : 'figures.reusedNote')}
      />
    </div>
  );
}

function OpenBySeverity({ counts, isPending }: { counts: SeverityCounts | null | undefined; isPending: boolean }) {
  const { t, i18n } = useTranslation('overview');
  const total = PARTS.severity.reduce((sum, level) => sum + (counts?.[level] ?? 0), 0);
  return (
    <section className="rounded-lg border border-line bg-surface p-3 shadow-low sm:p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-sm text-ink-muted">{t('figures.open')}</h2>
        {counts && (
          <span className="text-sm text-ink-secondary tabular-nums">{formatNumber(total, i18n.language)}</span>
        )}
      </div>
      {isPending ? (
        <p className="mt-3 text-sm text-ink-muted">{t('global.pending')}</p>
      ) : counts ? (
        <>
          <Stack counts={counts} total={total} />
          <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
            {PARTS.severity.map((level) => (
              <div key={level} className="flex items-baseline gap-2">
                <dt>
                  <SeverityMark level={LEVELS[level]} label={t(`level.${LEVELS[level]}`)} />
                </dt>
                <dd className="text-base font-semibold text-ink tabular-nums">
                  {formatNumber(counts[level], i18n.language)}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <Skeleton className="mt-3 h-14 w-full" />
      )}
    </section>
  );
}

/** One bar of all levels; decorative, the numbers are below. */
function Stack({ counts, total }: { counts: SeverityCounts; total: number }) {
  const parts = PARTS.severity.map((level, index) => ({
    level,
    start: PARTS.severity.slice(0, index).reduce((sum, each) => sum + counts[each], 0),
  }));
  return (
    <svg aria-hidden="true" width="100%" height={8} className="mt-3.5 block rounded-full bg-sunken rtl:-scale-x-100">
      {parts.map(
        ({ level, start }) =>
          counts[level] > 0 && (
            <rect
              key={level}
              x={`${(100 * start) / total}%`}
              width={`${Math.max((100 * counts[level]) / total - GAP_PERCENT, GAP_PERCENT)}%`}
              height={8}
              className={FILLS[level]}
            />
          ),
      )}
    </svg>
  );
}

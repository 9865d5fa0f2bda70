import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/lib/duration';
import { formatMonth, formatNumber } from '@/lib/format';
import type { ReportQuery } from './reports.generated';

type Report = NonNullable<ReportQuery['report']>;

/** Dark strip with the month and its key figures; dark in both themes, and on paper. */
export function ReportStrip({ report }: { report: Report }) {
  const { t, i18n } = useTranslation('reports');
  const { language } = i18n;
  const month = formatMonth(report.month, language);
  const figures = [
    [t('new'), formatNumber(report.new.total, language)],
    [t('closed'), formatNumber(report.closed.total, language)],
    [t(report.isRunning ? 'openNow' : 'open'), formatNumber(report.open.total, language)],
    [t('median'), report.medianSeconds === null ? '–' : formatDuration(report.medianSeconds, language)],
  ] as const;
  return (
    <section className="dark rounded-lg border border-line bg-sunken p-5 text-ink sm:p-7 print:rounded-none print:[print-color-adjust:exact]">
      <p className="flex flex-wrap justify-between gap-x-6 text-sm">
        <span className="font-medium text-accent-text">{t('title')}</span>
        {report.organization && (
          <span dir="auto" className="text-ink-muted wrap-anywhere">
            {report.organization}
          </span>
        )}
      </p>
      <h1 tabIndex={-1} className="mt-1 text-3xl font-semibold tracking-[-0.02em]">
        {report.isRunning ? t('soFar', { month }) : month}
      </h1>
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4 print:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="mt-1 text-sm text-ink-muted">{name}</dt>
            <dd className="text-2xl font-semibold tracking-[-0.02em] tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { ChevronLeft, ChevronRight, FileDown, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { downloadFile } from '@/lib/download';
import { formatDateTime, formatMonth } from '@/lib/format';
import { reportPath } from '@/lib/entity-paths';
import { paths } from '@/lib/paths';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Callout } from '@/ui/feedback/callout';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { toastFailure } from '@/ui/feedback/mutation-toasts';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Button } from '@/ui/form/button';
import { Link } from '@/ui/layout/link';
import { Page } from '@/ui/layout/page';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { ReportSections } from './report-sections';
import { ReportStrip } from './report-strip';
import { type ReportQuery, useReportQuery } from './reports.generated';

type Report = NonNullable<ReportQuery['report']>;

/** Paper is light, whatever the theme of the screen. */
function usePaperTheme() {
  useEffect(() => {
    const root = document.documentElement;
    let wasDark = false;
    const begin = () => {
      wasDark = root.classList.contains('dark');
      root.classList.remove('dark');
    };
    const end = () => {
      if (wasDark) root.classList.add('dark');
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}

/** Exposure report of a month, for the screen and for paper. */
export function ReportPage() {
  const { t, i18n } = useTranslation('reports');
  const { month = '' } = useParams();
  const asked = useReportQuery({ variables: { month }, fetchPolicy: 'cache-and-network' });
  const report = asked.data?.report;
  usePaperTheme();
  return (
    <Page width="text">
      <title>{report ? `${t('title')} – ${formatMonth(report.month, i18n.language)}` : t('title')}</title>
      <AsyncContent query={asked}>
        {report ? (
          <>
            <Actions report={report} />
            <ReportStrip report={report} />
            {!report.isExact && <Callout tone="info">{t('inexact')}</Callout>}
            <ReportSections report={report} />
            <p className="text-sm text-ink-muted">
              {t('created', { time: formatDateTime(report.createdAt, i18n.language) })}
            </p>
          </>
        ) : asked.loading ? (
          <>
            <VisuallyHidden live>{t('loading')}</VisuallyHidden>
            <Skeleton className="h-9 w-64" />
            <Skeleton className="h-48 w-full rounded-lg" />
            <Skeleton className="h-72 w-full rounded-lg" />
          </>
        ) : (
          <EmptyState
            title={t('missing.title')}
            text={t('missing.text')}
            illustration={<NoMatch />}
            action={
              <Link look="button" to={paths.reports}>
                {t('all')}
              </Link>
            }
          />
        )}
      </AsyncContent>
    </Page>
  );
}

function Actions({ report }: { report: Report }) {
  const { t, i18n } = useTranslation('reports');
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const query = new URLSearchParams({ month: report.month });
      await downloadFile(`/api/v1/reports/file?${query}`, `breachlight-${report.month}.pdf`);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
      <nav aria-label={t('months')} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link look="quiet" to={paths.reports}>
          {t('all')}
        </Link>
        {report.previousMonth && (
          <Link look="quiet" to={reportPath(report.previousMonth)}>
            <span className="inline-flex items-center gap-1">
              <ChevronLeft aria-hidden="true" className="size-4" />
              {formatMonth(report.previousMonth, i18n.language)}
            </span>
          </Link>
        )}
        {report.nextMonth && (
          <Link look="quiet" to={reportPath(report.nextMonth)}>
            <span className="inline-flex items-center gap-1">
              {formatMonth(report.nextMonth, i18n.language)}
              <ChevronRight aria-hidden="true" className="size-4" />
            </span>
          </Link>
        )}
      </nav>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          {t('print')}
        </Button>
        <Button variant="primary" onClick={() => void download()} loadingLabel={isBusy ? t('downloading') : undefined}>
          <FileDown aria-hidden="true" className="size-4" />
          {t('download')}
        </Button>
      </div>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { formatMonth, formatNumber } from '@/lib/format';
import { reportPath } from '@/lib/entity-paths';
import { paths } from '@/lib/paths';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoneYet } from '@/ui/feedback/illustrations';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { FigureTable } from './figure-table';
import { useReportsQuery } from './reports.generated';

/** Months that have reports, the running one first. */
export function ReportsPage() {
  const { t, i18n } = useTranslation('reports');
  const asked = useReportsQuery({ fetchPolicy: 'cache-and-network' });
  const months = asked.data?.reports;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Page width="text">
      <title>{t('list.title')}</title>
      <PageHeader title={t('list.title')} description={t('list.text')} />
      <AsyncContent query={asked}>
        {months === undefined ? (
          <>
            <VisuallyHidden live>{t('loading')}</VisuallyHidden>
            <Skeleton className="h-64 w-full rounded-lg" />
          </>
        ) : months.length === 0 ? (
          <Card padded={false}>
            <EmptyState title={t('list.none')} text={t('list.noneText')} illustration={<NoneYet />} />
          </Card>
        ) : (
          <Card>
            <FigureTable
              caption={t('list.title')}
              columns={[t('month'), t('new'), t('closed'), t('open')]}
              rows={months.map((month) => ({
                key: month.month,
                name: (
                  <Link to={reportPath(month.month)}>
                    {month.isRunning
                      ? t('soFar', { month: formatMonth(month.month, i18n.language) })
                      : formatMonth(month.month, i18n.language)}
                  </Link>
                ),
                figures: [number(month.newDetections), number(month.closedDetections), number(month.openDetections)],
              }))}
              none={t('none')}
            />
          </Card>
        )}
      </AsyncContent>
      <p className="text-sm text-ink-secondary">
        {t('list.emails')} <Link to={paths.notificationSettings}>{t('list.settings')}</Link>
      </p>
    </Page>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/lib/duration';
import { formatDay, formatMonth, formatNumber, formatShare } from '@/lib/format';
import { SeverityMark } from '@/ui/display/severity-mark';
import { TiledName } from '@/ui/display/tiled-name';
import { Card } from '@/ui/layout/card';
import { LeakLink, PersonLink, SiteLink } from '@/ui/layout/entity-link';
import { FigureTable } from './figure-table';
import type { ReportQuery } from './reports.generated';
import { LEVELS, TrendChart } from './trend-chart';

type Report = NonNullable<ReportQuery['report']>;

/** Cards of a report, each of which stays together on paper if it can. */
export function ReportSections({ report }: { report: Report }) {
  return (
    <>
      <Trend report={report} />
      <Breakdowns report={report} />
      <Incidents report={report} />
      <People report={report} />
      <Sites report={report} />
      <Leaks report={report} />
    </>
  );
}

function Section({ title, description, children }: { title: string; description?: string; children: ReactNode }) {
  return (
    <div className="break-inside-avoid print:[&>section]:shadow-none">
      <Card title={title} {...(description !== undefined && { description })}>
        {children}
      </Card>
    </div>
  );
}

function useNumbers() {
  const { t, i18n } = useTranslation('reports');
  const { language } = i18n;
  const number = (value: number) => formatNumber(value, language);
  return {
    t,
    language,
    number,
    time: (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds, language)),
    counted: (title: string, shown: number, total: number) =>
      shown < total ? t('shownOf', { title, shown: number(shown), total: number(total) }) : title,
  };
}

function Trend({ report: { trend } }: { report: Report }) {
  const { t, language, number } = useNumbers();
  const last = trend.at(-1);
  return (
    <Section title={t('trend')} description={t('trendText')}>
      <TrendChart
        months={trend}
        label={t('trendLabel', { count: last?.newDetections ?? 0, open: number(last?.openDetections ?? 0) })}
      />
      <div className="mt-5 border-t border-line pt-2">
        <FigureTable
          caption={t('trend')}
          columns={[t('month'), t('new'), t('closed'), t('open')]}
          rows={trend.map((month) => ({
            key: month.month,
            name: formatMonth(month.month, language),
            figures: [number(month.newDetections), number(month.closedDetections), number(month.openDetections)],
          }))}
          none={t('none')}
        />
      </div>
    </Section>
  );
}

const SEVERITIES = { critical: 'CRITICAL', high: 'HIGH', medium: 'MEDIUM', low: 'LOW', info: 'INFO' } as const;

function Breakdowns({ report }: { report: Report }) {
  const { t, number } = useNumbers();
  const open = t(report.isRunning ? 'openNow' : 'open');
  const parts = [report.new, report.closed, report.open];
  return (
    <Section
      title={t('breakdown')}
      description={t('breakdownText', { before: number(report.openBefore), count: report.reopened })}
    >
      <div className="grid gap-5">
        <FigureTable
          caption={t('bySeverity')}
          columns={[t('bySeverity'), t('new'), t('closed'), open]}
          rows={LEVELS.map((level) => ({
            key: level,
            name: <SeverityMark level={SEVERITIES[level]} label={t(`severity.${level}`)} />,
            figures: parts.map((part) => number(part.bySeverity[level])),
          }))}
          none={t('none')}
        />
        <FigureTable
          caption={t('byKind')}
          columns={[t('byKind'), t('new'), t('closed'), open]}
          rows={(['workforce', 'portals'] as const).map((kind) => ({
            key: kind,
            name: t(`kind.${kind}`),
            figures: parts.map((part) => number(part.byKind[kind])),
          }))}
          none={t('none')}
        />
      </div>
    </Section>
  );
}

const RESOLUTIONS = [
  'password_reset',
  'account_inactive',
  'false_positive',
  'accepted',
  'duplicate',
  'withdrawn',
] as const;

function Incidents({ report }: { report: Report }) {
  const { t, number, time } = useNumbers();
  return (
    <Section title={t('incidents')}>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-3 print:grid-cols-3">
        <FigureTable
          caption={t('incidents')}
          columns={[t('incidents'), t('number')]}
          rows={[
            { key: 'opened', name: t('incidentsOpened'), figures: [number(report.incidentsOpened)] },
            { key: 'reopened', name: t('incidentsReopened'), figures: [number(report.incidentsReopened)] },
            { key: 'closed', name: t('incidentsClosed'), figures: [number(report.incidentsClosed)] },
            { key: 'median', name: t('median'), figures: [time(report.medianSeconds)] },
            { key: 'ninetieth', name: t('ninetieth'), figures: [time(report.ninetiethSeconds)] },
          ]}
          none={t('none')}
        />
        <FigureTable
          caption={t('resolutions')}
          columns={[t('resolutions'), t('number')]}
          rows={report.resolutions.map(({ resolution, incidents }) => ({
            key: resolution,
            name: t(`resolution.${RESOLUTIONS.find((known) => known === resolution) ?? 'none'}`),
            figures: [number(incidents)],
          }))}
          none={t('noResolutions')}
        />
        <FigureTable
          caption={t('steps')}
          columns={[t('steps'), t('number')]}
          rows={report.steps.map(({ step, title, incidents }) => ({
            key: step,
            name: title,
            figures: [number(incidents)],
          }))}
          none={t('noSteps')}
        />
      </div>
    </Section>
  );
}

const evidence = (text: string) => (
  <bdi dir="ltr" className="font-mono text-sm">
    {text}
  </bdi>
);

function People({ report }: { report: Report }) {
  const { t, number, counted } = useNumbers();
  const title = t(report.isIndividual ? 'addresses' : 'people');
  return (
    <Section title={counted(title, report.people.length, report.peopleTotal)}>
      <FigureTable
        caption={title}
        columns={[t('address'), t('detections'), t('stillOpen')]}
        rows={report.people.map(({ id, email, detections, stillOpen }) => ({
          key: id,
          name: <PersonLink id={id}>{evidence(email)}</PersonLink>,
          figures: [number(detections), number(stillOpen)],
        }))}
        none={t('none')}
      />
    </Section>
  );
}

function Sites({ report }: { report: Report }) {
  const { t, number, counted } = useNumbers();
  return (
    <Section title={counted(t('sites'), report.sites.length, report.sitesTotal)}>
      <FigureTable
        caption={t('sites')}
        columns={[t('site'), t('detections'), t('stillOpen')]}
        rows={report.sites.map(({ site, detections, stillOpen }) => ({
          key: site,
          name: (
            <TiledName name={site}>
              <SiteLink name={site}>{evidence(site)}</SiteLink>
            </TiledName>
          ),
          figures: [number(detections), number(stillOpen)],
        }))}
        none={t('none')}
      />
    </Section>
  );
}

function Leaks({ report }: { report: Report }) {
  const { t, language, number, counted } = useNumbers();
  return (
    <Section title={counted(t('leaks'), report.leaks.length, report.leaksTotal)} description={t('leaksText')}>
      <FigureTable
        caption={t('leaks')}
        columns={[t('leak'), t('detections'), t('records'), t('share')]}
        rows={report.leaks.map((leak) => ({
          key: leak.name,
          name: (
            <TiledName name={leak.title}>
              <LeakLink name={leak.name}>
                <bdi>{leak.title}</bdi>
              </LeakLink>
              <span className="block text-sm text-ink-muted">
                {leak.breachDate === null ? t('undated') : formatDay(leak.breachDate, language)}
              </span>
            </TiledName>
          ),
          figures: [
            number(leak.detections),
            number(leak.records),
            formatShare(leak.detections, leak.records, language),
          ],
        }))}
        none={t('none')}
      />
    </Section>
  );
}

import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { formatDay, formatNumber } from '@/lib/format';
import { paths } from '@/lib/paths';
import { oneOf, type UrlSchema, useUrlState } from '@/lib/url-state';
import { Badge } from '@/ui/display/badge';
import { SeverityMark } from '@/ui/display/severity-mark';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { EvidenceStrip } from '@/ui/layout/evidence-strip';
import { Link } from '@/ui/layout/link';
import { Page } from '@/ui/layout/page';
import { Tabs } from '@/ui/layout/tabs';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { IncidentHistory } from './history/incident-history';
import { IncidentActions } from './incident-actions';
import { IncidentDetections } from './incident-detections';
import { DeviceFacts, SeverityFactors, TrendFacts } from './incident-facts';
import { IncidentTile } from './incident-tile';
import { type IncidentQuery, useIncidentQuery } from './incidents.generated';
import { PlaybookSection } from './playbook/playbook-section';
import { useIncidentUpdates } from './triage/use-incident-updates';

const tabSchema: UrlSchema<{ tab: 'detections' | 'history' }> = { tab: oneOf('detections', 'history') };

export type IncidentDetail = NonNullable<IncidentQuery['incident']>;

/** One incident: what happened, whom it concerns, and its detections. */
export function IncidentPage() {
  const { t } = useTranslation('incidents');
  const { id = '' } = useParams();
  const asked = useIncidentQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  useRefreshOnDetections(() => void asked.refetch(), asked.data ? null : undefined);
  const incident = (asked.data ?? asked.previousData)?.incident;
  return (
    <Page width="wide">
      <title>{incident?.title ?? t('title')}</title>
      <p className="-mb-2 text-sm">
        <Link to={paths.inbox} look="quiet">
          {t('title')}
        </Link>
      </p>
      <AsyncContent query={asked}>
        {incident ? (
          <Incident key={incident.id} incident={incident} onChanged={asked.refetch} />
        ) : asked.data ? (
          <Card>
            <EmptyState illustration={<NoMatch />} title={t('missing.title')} text={t('missing.text')} />
          </Card>
        ) : (
          <div className="grid gap-4">
            <VisuallyHidden live>{t('loading')}</VisuallyHidden>
            <Skeleton className="h-28 w-full" />
            <Skeleton className="h-64 w-full" />
          </div>
        )}
      </AsyncContent>
    </Page>
  );
}

interface IncidentProps {
  incident: IncidentDetail;
  onChanged: () => Promise<unknown>;
}

function Incident({ incident, onChanged }: IncidentProps) {
  const { t, i18n } = useTranslation('incidents');
  const { t: td } = useTranslation('detections');
  const { severity, resolution, acceptedUntil, playbook } = incident;
  const [{ tab }, change] = useUrlState(tabSchema);
  const updates = useIncidentUpdates(onChanged);
  const version = `${incident.detections} ${incident.openDetections} ${incident.state} ${incident.assignee?.id ?? ''} ${playbook?.done ?? 0} ${incident.closedAt ?? ''}`;
  return (
    <>
      <EvidenceStrip
        tile={<IncidentTile incident={incident} size={48} />}
        title={incident.title}
        summary={incident.summary}
        marks={
          <>
            <SeverityMark look="soft" level={severity.level} label={td(`severity.${severity.level}`)} />
            <span className="text-sm text-ink-muted tabular-nums">{td('detail.score', { score: severity.score })}</span>
            {incident.state !== 'OPEN' && <Badge>{t(`state.${incident.state}`)}</Badge>}
            {resolution !== null && (
              <span className="text-sm text-ink-secondary">
                {acceptedUntil === null
                  ? t(`resolution.${resolution}`)
                  : t('acceptedUntil', { day: formatDay(acceptedUntil, i18n.language) })}
              </span>
            )}
          </>
        }
        actions={<IncidentActions incident={incident} updates={updates} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {playbook && <PlaybookSection incident={{ ...incident, playbook }} />}
          <Tabs
            label={t('incident')}
            value={tab}
            onValueChange={(next) => change({ tab: next }, { replace: true })}
            tabs={[
              {
                value: 'detections',
                label: td('table'),
                count: formatNumber(incident.detections, i18n.language),
                content: tab === 'detections' && <IncidentDetections incidentId={incident.id} version={version} />,
              },
              {
                value: 'history',
                label: t('history.title'),
                content: tab === 'history' && (
                  <IncidentHistory
                    incidentId={incident.id}
                    steps={Object.fromEntries(playbook?.steps.map(({ id, title }) => [id, title]) ?? [])}
                    version={version}
                    updates={updates}
                  />
                ),
              },
            ]}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:max-xl:grid-cols-2">
          <TrendFacts incident={incident} />
          {incident.device && <DeviceFacts id={incident.id} device={incident.device} />}
          <SeverityFactors incident={incident} />
        </div>
      </div>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { countryName, formatEvidenceTime, formatNumber } from '@/lib/format';
import { incidentPath, paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { Badge } from '@/ui/display/badge';
import { DeviceTile } from '@/ui/display/device-tile';
import { Monogram } from '@/ui/display/monogram';
import { SeverityMark } from '@/ui/display/severity-mark';
import { Stat } from '@/ui/display/stat';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Card } from '@/ui/layout/card';
import { LeakLink, PersonLink } from '@/ui/layout/entity-link';
import { EvidenceStrip } from '@/ui/layout/evidence-strip';
import { Link } from '@/ui/layout/link';
import { Page } from '@/ui/layout/page';
import { LatestDetections } from './latest-detections';
import { OpenSteps } from './open-steps';
import { Fact, Facts, MissingProfile, ProfileSkeleton } from './profile-parts';
import { ProfileTimeline } from './profile-timeline';
import { type DeviceProfileQuery, useDeviceProfileQuery } from './profiles.generated';
import { SiteList } from './site-list';

type Device = NonNullable<DeviceProfileQuery['device']>;

/** An infected device: what its malware took, from whom, and what to do. */
export function DevicePage() {
  const { t } = useTranslation('profiles');
  const { id = '' } = useParams();
  const asked = useDeviceProfileQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  useRefreshOnDetections(() => void asked.refetch(), asked.data ? null : undefined);
  const device = (asked.data ?? asked.previousData)?.device;
  return (
    <Page width="wide">
      <title>{device ? nameOf(device, t('device.unnamed')) : t('device.fallback')}</title>
      <p className="-mb-2 text-sm">
        <Link to={paths.devices} look="quiet">
          {t('devices.title')}
        </Link>
      </p>
      <AsyncContent query={asked}>
        {device?.id === id ? (
          <DeviceProfile key={id} device={device} />
        ) : asked.loading ? (
          <ProfileSkeleton />
        ) : (
          <MissingProfile title={t('device.missing.title')} text={t('device.missing.text')} />
        )}
      </AsyncContent>
    </Page>
  );
}

const nameOf = ({ computer }: Device, unnamed: string): string => computer ?? unnamed;

function DeviceProfile({ device }: { device: Device }) {
  const { t } = useTranslation('profiles');
  const { t: td } = useTranslation('detections');
  const { incident, evidence, malware } = device;
  const isOrganization = useSession().account?.user.role === 'Organization';
  const { level } = incident.severity;
  return (
    <>
      <EvidenceStrip
        tile={<DeviceTile size={48} />}
        title={<bdi>{nameOf(device, t('device.unnamed'))}</bdi>}
        summary={incident.summary}
        marks={
          <>
            <SeverityMark look="soft" level={level} label={td(`severity.${level}`)} />
            <Badge tone="danger">{malware.name ?? t('device.unknownMalware')}</Badge>
            <Badge tone={incident.state === 'CLOSED' ? 'success' : 'neutral'}>
              {t(`device.state.${incident.state}`)}
            </Badge>
            <span className="text-sm">
              <Link to={incidentPath(incident.id)}>{t('device.incident')}</Link>
            </span>
          </>
        }
      />
      <Figures device={device} isOrganization={isOrganization} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <LatestDetections
            title={t('device.logins')}
            filter={{ incidentId: device.id }}
            noneText={t('device.noLogins')}
            version={`${incident.detections} ${incident.openDetections}`}
          />
          <StolenData device={device} />
          <ProfileTimeline events={evidence.timeline} device={device.id} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <OpenSteps incidents={[incident]} />
          <Card title={t('device.about', { malware: malware.name ?? t('device.unknownMalware') })}>
            <p className="max-w-prose text-base text-ink-secondary">{malware.description}</p>
          </Card>
          <DeviceFacts device={device} />
          {isOrganization && <People people={evidence.people} total={incident.people.total} />}
          <SiteList sites={evidence.sites} total={incident.sites.total} />
          <Leaks leaks={evidence.leaks} />
        </div>
      </div>
    </>
  );
}

function Figures({ device, isOrganization }: { device: Device; isOrganization: boolean }) {
  const { t, i18n } = useTranslation('profiles');
  const { incident, infectedAt } = device;
  const number = (value: number) => formatNumber(value, i18n.language);
  const figures = [
    {
      label: t('person.openDetections'),
      value: number(incident.openDetections),
      note: t('person.total', { count: incident.detections }),
    },
    ...(isOrganization ? [{ label: t('leak.people'), value: number(incident.people.total), note: '' }] : []),
    { label: t('person.sites'), value: number(incident.sites.total), note: '' },
  ];
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {figures.map((figure) => (
        <li key={figure.label} className="grid">
          <Stat {...figure} />
        </li>
      ))}
      <li className="grid rounded-lg border border-line bg-surface p-3 shadow-low sm:p-4">
        <span className="text-sm text-ink-muted">{t('device.fact.infectedAt')}</span>
        <span className="mt-1.5 text-lg font-semibold text-ink">
          {infectedAt === null ? (
            t('leak.unknown')
          ) : (
            <time dateTime={infectedAt}>{formatEvidenceTime(infectedAt, i18n.language)}</time>
          )}
        </span>
      </li>
    </ul>
  );
}

/** What the log says about the device; only known facts. */
function DeviceFacts({ device }: { device: Device }) {
  const { t, i18n } = useTranslation('profiles');
  const { country, city, antivirus } = device;
  const place = [city, country && countryName(country, country, i18n.language)].filter(
    (part): part is string => part !== null && part !== '',
  );
  return (
    <Card title={t('device.facts')}>
      <Facts>
        <Fact name={t('device.fact.operatingSystem')}>{isolated(device.operatingSystem)}</Fact>
        <Fact name={t('device.fact.computer')}>{isolated(device.computer)}</Fact>
        <Fact name={t('device.fact.userName')}>{isolated(device.userName)}</Fact>
        <Fact name={t('device.fact.ip')}>{isolated(device.ip)}</Fact>
        <Fact name={t('device.fact.place')}>{place.length > 0 && place.join(', ')}</Fact>
        <Fact name={t('device.fact.hardwareId')}>{isolated(device.hardwareId)}</Fact>
        <Fact name={t('device.fact.antivirus')}>
          {antivirus.length > 0 ? isolated(antivirus.join(', ')) : t('leak.unknown')}
        </Fact>
        <Fact name={t('device.fact.malwarePath')}>{isolated(device.malwarePath)}</Fact>
        <Fact name={t('device.fact.build')}>{isolated(device.build)}</Fact>
      </Facts>
    </Card>
  );
}

const isolated = (value: string | null) =>
  value !== null && value !== '' ? (
    <bdi dir="ltr" translate="no">
      {value}
    </bdi>
  ) : null;

/** Numbers of what else was taken. Values are never stored. */
function StolenData({ device: { stolenData } }: { device: Device }) {
  const { t, i18n } = useTranslation('profiles');
  const kinds = ['tokenFiles', 'walletFiles', 'cardFiles', 'autofillFiles'] as const;
  return (
    <Card title={t('device.stolen.title')} description={t('device.stolen.text')}>
      {stolenData === null ? (
        <p className="text-base text-ink-muted">{t('device.stolen.none')}</p>
      ) : (
        <dl className="grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-3 xl:grid-cols-5">
          <div>
            <dt className="text-sm text-ink-muted">{t('device.stolen.cookies')}</dt>
            <dd className="mt-1 text-xl font-semibold text-ink tabular-nums">
              {formatNumber(stolenData.cookies, i18n.language)}
              {stolenData.cookies > 0 && (
                <span className="block text-sm font-normal text-ink-muted">
                  {t('device.stolen.domains', { count: stolenData.cookieDomains })}
                </span>
              )}
            </dd>
          </div>
          {kinds.map((kind) => (
            <div key={kind}>
              <dt className="text-sm text-ink-muted">{t(`device.stolen.${kind}`)}</dt>
              <dd className="mt-1 text-xl font-semibold text-ink tabular-nums">
                {formatNumber(stolenData[kind], i18n.language)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function People({ people, total }: { people: Device['evidence']['people']; total: number }) {
  const { t } = useTranslation('profiles');
  return (
    <Card title={t('leak.people')}>
      {people.length === 0 && <p className="text-base text-ink-muted">{t('device.noPeople')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {people.map(({ id, email, openDetections }) => (
          <li key={id} className="flex items-center gap-3">
            <Monogram name={email} size={28} round />
            <span dir="ltr" title={email} className="min-w-0 flex-1 truncate text-start text-base">
              <PersonLink id={id}>{email}</PersonLink>
            </span>
            <span className="shrink-0 text-sm text-ink-muted tabular-nums">
              {t('leak.open', { count: openDetections })}
            </span>
          </li>
        ))}
      </ul>
      {total > people.length && (
        <p className="mt-4 text-sm text-ink-muted">{t('person.moreSites', { count: total - people.length })}</p>
      )}
    </Card>
  );
}

function Leaks({ leaks }: { leaks: Device['evidence']['leaks'] }) {
  const { t } = useTranslation('profiles');
  return (
    <Card title={t('device.leaks')}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {leaks.map(({ name, title }) => (
          <li key={name} className="flex items-center gap-3">
            <Monogram name={title} size={28} />
            <span dir="auto" title={title} className="min-w-0 flex-1 truncate text-base">
              <LeakLink name={name}>{title}</LeakLink>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

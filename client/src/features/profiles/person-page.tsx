import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { formatEvidenceTime, formatNumber } from '@/lib/format';
import { Badge } from '@/ui/display/badge';
import { Breakable } from '@/ui/display/breakable';
import { Monogram } from '@/ui/display/monogram';
import { SeverityMark } from '@/ui/display/severity-mark';
import { Stat } from '@/ui/display/stat';
import { TrendBars } from '@/ui/display/trend-bars';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Card } from '@/ui/layout/card';
import { EvidenceStrip } from '@/ui/layout/evidence-strip';
import { Page } from '@/ui/layout/page';
import { LatestDetections } from './latest-detections';
import { OpenSteps } from './open-steps';
import { Fact, Facts, MissingProfile, ProfileSkeleton } from './profile-parts';
import { ProfileTimeline } from './profile-timeline';
import { type PersonProfileQuery, usePersonProfileQuery } from './profiles.generated';
import { SiteList } from './site-list';

type Person = NonNullable<PersonProfileQuery['person']>;

/** How exposed a person is, where, and what happened. */
export function PersonPage() {
  const { t } = useTranslation('profiles');
  const { id = '' } = useParams();
  const asked = usePersonProfileQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  useRefreshOnDetections(() => void asked.refetch(), asked.data ? null : undefined);
  const person = asked.data?.person;
  return (
    <Page width="wide">
      <title>{person?.email ?? t('person.fallback')}</title>
      <AsyncContent query={asked}>
        {person ? (
          <PersonProfile person={person} incidents={asked.data?.incidents} />
        ) : asked.loading ? (
          <ProfileSkeleton />
        ) : (
          <MissingProfile title={t('person.missing.title')} text={t('person.missing.text')} />
        )}
      </AsyncContent>
    </Page>
  );
}

interface PersonProfileProps {
  person: Person;
  incidents: PersonProfileQuery['incidents'] | undefined;
}

function PersonProfile({ person, incidents }: PersonProfileProps) {
  const { t } = useTranslation('profiles');
  const { t: td } = useTranslation('detections');
  const { level } = person.exposure;
  return (
    <>
      <EvidenceStrip
        tile={<Monogram name={person.email.replace(/@.*/, '').replaceAll(/[._-]+/g, ' ')} size={48} round />}
        title={<Breakable text={person.email} />}
        marks={
          <>
            <SeverityMark look="soft" level={level} label={td(`severity.${level}`)} />
            {person.isLive !== null && (
              <Badge tone={person.isLive ? 'success' : 'warning'}>
                {t(person.isLive ? 'person.live' : 'person.gone')}
              </Badge>
            )}
            {person.reusesPassword && <Badge tone="warning">{t('person.reused')}</Badge>}
          </>
        }
      />
      <Figures person={person} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <LatestDetections
            filter={{ personEmail: person.email }}
            listFilter={{ person: person.email }}
            noneText={t('person.noDetections')}
            hidesName={person.addresses.length < 2}
            version={`${person.detections} ${person.openDetections}`}
          />
          <ProfileTimeline events={person.timeline} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {incidents && <OpenSteps incidents={incidents.results} total={incidents.total} />}
          <ExposureCard exposure={person.exposure} />
          <SiteList sites={person.sites} total={person.siteCount} />
          <Addresses person={person} />
        </div>
      </div>
    </>
  );
}

function Figures({ person }: { person: Person }) {
  const { t, i18n } = useTranslation('profiles');
  const number = (value: number) => formatNumber(value, i18n.language);
  const figures = [
    { label: t('person.exposure'), value: number(person.exposure.score), note: t('person.outOf') },
    {
      label: t('person.openDetections'),
      value: number(person.openDetections),
      note: person.isComplete
        ? t('person.total', { count: person.detections })
        : t('person.newest', { number: number(person.detections) }),
    },
    { label: t('person.sites'), value: number(person.siteCount), note: '' },
  ];
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      {figures.map((figure) => (
        <li key={figure.label} className="grid">
          <Stat {...figure} />
        </li>
      ))}
    </ul>
  );
}

function ExposureCard({ exposure }: Pick<Person, 'exposure'>) {
  const { t } = useTranslation('profiles');
  const { t: td } = useTranslation('detections');
  const { score, factors, trend } = exposure;
  return (
    <Card title={t('person.exposure')} description={t('person.trendText')}>
      <TrendBars
        values={trend}
        largest={100}
        label={t('person.trendLabel', { first: trend[0] ?? 0, last: score })}
        height={64}
      />
      <div className="mt-4">
        {factors.length === 0 ? (
          <p className="text-base text-ink-secondary">{t('person.clear')}</p>
        ) : (
          <Facts>
            {factors.map(({ name, points }) => (
              <div key={name} className="flex items-start justify-between gap-x-4 py-2">
                <dt className="min-w-0 text-ink-secondary">
                  {name === 'worst' || name === 'further' || name === 'reused' ? t(`person.factor.${name}`) : name}
                </dt>
                <dd className="text-ink tabular-nums">{td('detail.points', { points })}</dd>
              </div>
            ))}
          </Facts>
        )}
      </div>
    </Card>
  );
}

function Addresses({ person }: { person: Person }) {
  const { t, i18n } = useTranslation('profiles');
  return (
    <Card title={t('person.addresses')}>
      {person.addresses.length === 0 && <p className="mb-3 text-base text-ink-muted">{t('person.noAddresses')}</p>}
      <ul className="grid gap-2">
        {person.addresses.map(({ id, email, openDetections }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-base wrap-anywhere text-ink">
              <Breakable text={email} />
              {email !== person.email && <Badge>{t('person.alias')}</Badge>}
            </span>
            <span className="text-sm text-ink-muted tabular-nums">{t('leak.open', { count: openDetections })}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <Facts>
          <Fact name={t('person.lastSeen')}>
            {person.lastSeen === null ? t('person.never') : formatEvidenceTime(person.lastSeen, i18n.language)}
          </Fact>
        </Facts>
      </div>
    </Card>
  );
}

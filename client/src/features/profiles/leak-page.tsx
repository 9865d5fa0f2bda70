import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { formatDateTime, formatDay, formatNumber } from '@/lib/format';
import { useSession } from '@/lib/session/store';
import { Badge, type Tone } from '@/ui/display/badge';
import { Monogram } from '@/ui/display/monogram';
import { Stat } from '@/ui/display/stat';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Callout } from '@/ui/feedback/callout';
import { Card } from '@/ui/layout/card';
import { EvidenceStrip } from '@/ui/layout/evidence-strip';
import { Page } from '@/ui/layout/page';
import { LatestDetections } from './latest-detections';
import { Fact, Facts, MissingProfile, ProfileSkeleton } from './profile-parts';
import { type LeakProfileQuery, useLeakProfileQuery } from './profiles.generated';
import { TrendCard } from './trend-card';

type Leak = NonNullable<LeakProfileQuery['leak']>;

/** Facts of a leak, and how much of the account is in it. */
export function LeakPage() {
  const { t } = useTranslation('profiles');
  const { name = '' } = useParams();
  const asked = useLeakProfileQuery({ variables: { name }, fetchPolicy: 'cache-and-network' });
  useRefreshOnDetections(() => void asked.refetch(), asked.data ? null : undefined);
  const leak = asked.data?.leak;
  return (
    <Page width="wide">
      <title>{leak?.title ?? t('leak.fallback')}</title>
      <AsyncContent query={asked}>
        {leak ? (
          <LeakProfile leak={leak} />
        ) : asked.loading ? (
          <ProfileSkeleton />
        ) : (
          <MissingProfile title={t('leak.missing.title')} text={t('leak.missing.text')} />
        )}
      </AsyncContent>
    </Page>
  );
}

function LeakProfile({ leak }: { leak: Leak }) {
  const { t, i18n } = useTranslation('profiles');
  const { known, open, total, trend } = leak.detections;
  return (
    <>
      <EvidenceStrip
        tile={<Monogram name={leak.title} size={48} />}
        title={leak.title}
        summary={leak.domain && <bdi dir="ltr">{leak.domain}</bdi>}
        marks={
          <>
            <Badge>{t(`leak.kind.${leak.kind}`)}</Badge>
            {flagsOf(leak, t).map(({ text, tone }) => (
              <Badge key={text} tone={tone}>
                {text}
              </Badge>
            ))}
          </>
        }
      />
      {leak.retractedDate !== null && <Callout tone="warning">{t('leak.retracted')}</Callout>}
      <Figures leak={leak} />
      {known !== null && known > 0 && (
        <p className="text-base text-ink-secondary">{t('leak.known', { count: known })}</p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <TrendCard values={trend} />
          <LatestDetections
            filter={{ leakName: leak.name }}
            listFilter={{ leak: leak.name }}
            noneText={t('detections.noneOfLeak')}
            version={`${total} ${open}`}
          />
        </div>
        <Card title={t('leak.about')}>
          <p dir="auto" className="text-base whitespace-pre-line text-ink-secondary wrap-anywhere">
            {leak.description || t('leak.noDescription')}
          </p>
          {leak.dataClasses.length > 0 && (
            <>
              <h3 className="mt-5 mb-2 text-sm font-semibold text-ink">{t('leak.data')}</h3>
              <ul className="flex flex-wrap gap-1.5">
                {leak.dataClasses.map((data) => (
                  <li key={data} dir="auto">
                    <Badge>{data}</Badge>
                  </li>
                ))}
              </ul>
            </>
          )}
          <div className="mt-5">
            <Facts>
              <Fact name={t('leak.fact.kind')}>{t(`leak.kind.${leak.kind}`)}</Fact>
              <Fact name={t('leak.fact.domain')}>{leak.domain && <bdi dir="ltr">{leak.domain}</bdi>}</Fact>
              <Fact name={t('leak.fact.breachDate')}>
                {leak.breachDate === null ? t('leak.unknown') : formatDay(leak.breachDate, i18n.language)}
              </Fact>
              <Fact name={t('leak.fact.addedDate')}>{formatDay(leak.addedDate.slice(0, 10), i18n.language)}</Fact>
              <Fact name={t('leak.fact.firstDetected')}>
                {leak.detections.firstDetectedAt && formatDateTime(leak.detections.firstDetectedAt, i18n.language)}
              </Fact>
              <Fact name={t('leak.fact.lastDetected')}>
                {leak.detections.lastDetectedAt && formatDateTime(leak.detections.lastDetectedAt, i18n.language)}
              </Fact>
              <Fact name={t('leak.fact.attribution')}>{leak.attribution}</Fact>
            </Facts>
          </div>
        </Card>
      </div>
    </>
  );
}

function Figures({ leak: { detections, pwnCount } }: { leak: Leak }) {
  const { t, i18n } = useTranslation('profiles');
  const isOrganization = useSession().account?.user.role === 'Organization';
  const total = formatNumber(detections.total, i18n.language);
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <li className="grid">
        <Stat
          label={t('leak.detections')}
          value={detections.isExact ? total : t('more', { number: total })}
          note={t('leak.open', { count: detections.open })}
        />
      </li>
      <li className="grid">
        <Stat
          label={t(isOrganization ? 'leak.people' : 'leak.addresses')}
          value={formatNumber(detections.people, i18n.language)}
          note={t(isOrganization ? 'leak.peopleNote' : 'leak.addressesNote')}
        />
      </li>
      <li className="grid">
        <Stat label={t('leak.records')} value={formatNumber(pwnCount, i18n.language)} />
      </li>
    </ul>
  );
}

const flagsOf = (leak: Leak, t: TFunction<'profiles'>): { text: string; tone: Tone }[] => [
  ...(leak.retractedDate === null ? [] : [{ text: t('leak.flag.retracted'), tone: 'warning' } as const]),
  ...(leak.isSensitive ? [{ text: t('leak.flag.sensitive'), tone: 'warning' } as const] : []),
  ...(leak.isVerified ? [] : [{ text: t('leak.flag.unverified'), tone: 'neutral' } as const]),
  ...(leak.isFabricated ? [{ text: t('leak.flag.fabricated'), tone: 'warning' } as const] : []),
  ...(leak.isSpamList ? [{ text: t('leak.flag.spamList'), tone: 'neutral' } as const] : []),
  ...(leak.isMalware && leak.kind !== 'STEALER_LOG' ? [{ text: t('leak.flag.malware'), tone: 'danger' } as const] : []),
];

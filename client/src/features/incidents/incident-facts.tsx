import { Children, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatEvidenceTime, formatNumber } from '@/lib/format';
import { isKnownFactor } from '@/lib/severity-factors';
import { Monogram } from '@/ui/display/monogram';
import { RelativeTime } from '@/ui/display/relative-time';
import { TrendBars } from '@/ui/display/trend-bars';
import { Card } from '@/ui/layout/card';
import { DeviceLink, LeakLink, PersonLink, SiteLink } from '@/ui/layout/entity-link';
import type { IncidentDetail } from './incident-page';
import { total } from './incident-table';

/** How much, whom and since when. */
export function TrendFacts({ incident }: { incident: IncidentDetail }) {
  const { t, i18n } = useTranslation('incidents');
  const { t: td } = useTranslation('detections');
  const { alertKind, leak, people, sites, trend, detections, openDetections, firstDetectedAt, lastDetectedAt } =
    incident;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Card title={t('facts.title')}>
      <TrendBars values={trend} label={t('trend', { count: total(trend) })} height={48} />
      <p aria-hidden="true" className="mt-1 mb-3 text-xs text-ink-muted">
        {t('trend', { count: total(trend) })}
      </p>
      <dl className="-my-2 divide-y divide-line">
        <Fact name={t('facts.open')}>
          {t('facts.openOf', { open: number(openDetections), total: number(detections) })}
        </Fact>
        <Fact name={t('facts.first')}>
          <RelativeTime iso={firstDetectedAt} />
        </Fact>
        <Fact name={t('facts.last')}>
          <RelativeTime iso={lastDetectedAt} />
        </Fact>
        {leak && (
          <Names name={td('column.leak')} total={1}>
            <li className="flex min-w-0 items-center gap-2">
              <Monogram name={leak.title} size={24} />
              <LeakLink name={leak.name}>{leak.title}</LeakLink>
            </li>
          </Names>
        )}
        <Names name={t('column.people')} total={people.total}>
          {people.first.map(({ id, email }) => (
            <li key={id} title={email} className="truncate">
              <PersonLink id={id}>
                <bdi dir="ltr">{email}</bdi>
              </PersonLink>
            </li>
          ))}
        </Names>
        <Names name={t('column.sites')} total={sites.total}>
          {sites.first.map((name) => (
            <li key={name} title={name} className="flex min-w-0 items-center gap-2">
              <Monogram name={name} size={24} />
              <span className="min-w-0 truncate">
                <SiteLink name={name} list={alertKind === 'PORTALS' ? 'portals' : 'workforce'} />
              </span>
            </li>
          ))}
        </Names>
      </dl>
    </Card>
  );
}

/** Facts that the malware recorded about the infected device. */
export function DeviceFacts({ id, device }: { id: string; device: NonNullable<IncidentDetail['device']> }) {
  const { t } = useTranslation('incidents');
  const { t: td, i18n } = useTranslation('detections');
  const facts = [
    ['family', device.family],
    ['computer', device.computer],
    ['userName', device.userName],
    ['ip', device.ip],
    ['country', device.country],
    ['operatingSystem', device.operatingSystem],
    ['infectedAt', device.infectedAt && formatEvidenceTime(device.infectedAt, i18n.language)],
  ] as const;
  return (
    <Card title={t('device')}>
      <dl className="-my-2 divide-y divide-line">
        {facts.map(
          ([name, value]) =>
            value && (
              <Fact key={name} name={td(`detail.${name}`)}>
                {name === 'computer' ? (
                  <DeviceLink id={id}>
                    <bdi dir="ltr">{value}</bdi>
                  </DeviceLink>
                ) : (
                  <bdi dir={name === 'infectedAt' ? undefined : 'ltr'}>{value}</bdi>
                )}
              </Fact>
            ),
        )}
      </dl>
    </Card>
  );
}

/** Why the incident has its severity: that of its worst detection, less completed steps. */
export function SeverityFactors({ incident: { severity } }: { incident: IncidentDetail }) {
  const { t: td, i18n } = useTranslation('detections');
  return (
    <Card title={td('detail.why')}>
      <dl className="-my-2 divide-y divide-line">
        {severity.factors.map(({ name, points }) => (
          // A newer server may send factors without a label.
          <Fact key={name} name={isKnownFactor(name) ? td(`factor.${name}`) : name}>
            {points < 0 ? formatNumber(points, i18n.language) : td('detail.points', { points })}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-start justify-between gap-4 py-2 text-base">
    <dt className="min-w-0 flex-1 text-ink-muted">{name}</dt>
    <dd className="max-w-2/3 shrink-0 text-end wrap-anywhere text-ink tabular-nums">{children}</dd>
  </div>
);

interface NamesProps {
  name: string;
  /** Number of all; the first are listed. */
  total: number;
  children: readonly ReactElement[] | ReactElement;
}

/** Names over the whole width, so that addresses fit on a line. */
function Names({ name, total: count, children }: NamesProps) {
  const { t, i18n } = useTranslation('incidents');
  const more = count - Children.count(children);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2 text-base">
      <dt className="text-ink-muted">{name}</dt>
      <dd>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {children}
          {more > 0 && (
            <li className="text-ink-muted">
              {t('facts.more', { count: more, number: formatNumber(more, i18n.language) })}
            </li>
          )}
          {count === 0 && <li className="text-ink-muted">{t('facts.none')}</li>}
        </ul>
      </dd>
    </div>
  );
}

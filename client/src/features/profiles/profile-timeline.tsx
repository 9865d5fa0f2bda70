import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { Card } from '@/ui/layout/card';
import { DeviceLink, LeakLink } from '@/ui/layout/entity-link';
import type { PersonProfileQuery } from './profiles.generated';

export type ProfileEvent = NonNullable<PersonProfileQuery['person']>['timeline'][number];

/** Value that is replaced by a link. */
const GAP = '\u{1F}';

/** What happened to the detections of a person or device, newest first; `device` is the one that the page shows. */
export function ProfileTimeline({
  events,
  device = null,
}: {
  events: readonly ProfileEvent[];
  device?: string | null;
}) {
  const { t, i18n } = useTranslation('profiles');
  return (
    <Card title={t('person.timeline')}>
      {events.length === 0 && <p className="text-base text-ink-muted">{t('person.noTimeline')}</p>}
      <ol className="grid">
        {events.map((event) => (
          <li
            key={`${event.kind} ${event.at} ${event.leakName}`}
            className="relative border-s border-line ps-4 pb-4 last:pb-0"
          >
            <span
              aria-hidden="true"
              className="absolute -start-[4.5px] top-1.5 size-2 rounded-full border border-surface bg-line-control"
            />
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base text-ink-secondary">
              <span className="min-w-0 wrap-anywhere">
                <EventWords event={event} />
              </span>
              <time dateTime={event.at} className="text-sm text-ink-muted tabular-nums">
                {formatDateTime(event.at, i18n.language)}
              </time>
            </p>
            {event.family !== null && event.kind === 'LEAKED' && event.deviceId !== device && (
              <p className="text-sm text-ink-muted">
                {event.deviceId === null ? (
                  t('person.malware', { family: event.family })
                ) : (
                  <DeviceLink id={event.deviceId}>{t('person.malware', { family: event.family })}</DeviceLink>
                )}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function EventWords({ event: { kind, detections: count, leakName, leakTitle, by } }: { event: ProfileEvent }) {
  const { t } = useTranslation('profiles');
  if (kind === 'INFECTED') return t('device.infected');
  if (kind !== 'LEAKED') return t(`person.event.${kind}`, { count, who: by ?? t('person.formerMember') });
  const [before, after] = t('person.event.LEAKED', { count, leak: GAP }).split(GAP);
  return (
    <>
      {before}
      <LeakLink name={leakName}>{leakTitle}</LeakLink>
      {after}
    </>
  );
}

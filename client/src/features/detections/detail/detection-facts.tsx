import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatEvidenceTime } from '@/lib/format';
import { isKnownFactor } from '@/lib/severity-factors';
import { SeverityMark } from '@/ui/display/severity-mark';
import { TiledName } from '@/ui/display/tiled-name';
import { Button } from '@/ui/form/button';
import { DeviceLink, LeakLink } from '@/ui/layout/entity-link';
import type { DetectionDetail } from '../labels';
import { Fact, Facts, isolated, Section } from './sections';

interface DetectionFactsProps {
  detection: DetectionDetail;
  /** Assignee control. */
  assignment: ReactNode;
  onShow: (id: string) => void;
}

/** Severity, source and device of a detection. */
export function DetectionFacts({ detection, assignment, onShow }: DetectionFactsProps) {
  const { t, i18n } = useTranslation(['detections', 'detection']);
  const { breachRecord, leak, severity, incident } = detection;
  const { machine } = breachRecord;
  const time = (iso: string) => <time dateTime={iso}>{formatEvidenceTime(iso, i18n.language)}</time>;
  return (
    <>
      <Section title={t('detail.why')}>
        <div className="flex flex-wrap items-center gap-2">
          <SeverityMark look="soft" level={severity.level} label={t(`severity.${severity.level}`)} />
          <span className="text-sm text-ink-muted tabular-nums">{t('detail.score', { score: severity.score })}</span>
        </div>
        <Facts>
          {severity.factors.map(({ name, points }) => (
            <Fact key={name} name={isKnownFactor(name) ? t(`factor.${name}`) : name} wideName>
              {t('detail.points', { points })}
            </Fact>
          ))}
        </Facts>
      </Section>

      {assignment}

      <Section title={t('detection:detail.source')}>
        <Facts>
          <Fact name={t('detection:detail.leak')}>
            <TiledName name={leak.title}>
              <LeakLink name={leak.name}>{leak.title}</LeakLink>
            </TiledName>
          </Fact>
          <Fact name={t('detection:detail.leakDomain')}>{isolated(leak.domain)}</Fact>
          {/* A device says when it was infected; the date of the collection it came in would contradict that. */}
          <Fact name={t('detection:detail.breachDate')}>
            {!machine?.infectedAt && leak.breachDate && formatDay(leak.breachDate, i18n.language)}
          </Fact>
          <Fact name={t('detection:detail.firstSeen')}>{time(breachRecord.firstSeen)}</Fact>
          <Fact name={t('detection:detail.lastSeen')}>{time(breachRecord.lastSeen)}</Fact>
          <Fact name={t('detection:detail.sightings')}>
            {t('detection:detail.sightingsValue', { count: breachRecord.sightings })}
          </Fact>
          {detection.previousAlertId !== null && (
            <Fact name={t('detection:detail.previousAlert')}>
              <PreviousDetection id={detection.previousAlertId} onShow={onShow} />
            </Fact>
          )}
        </Facts>
      </Section>

      {machine && (
        <Section title={t('detection:detail.machine')}>
          <Facts>
            <Fact name={t('detail.family')}>{isolated(machine.family)}</Fact>
            <Fact name={t('detail.computer')}>
              {machine.computer !== null && incident?.kind === 'DEVICE' ? (
                <DeviceLink id={incident.id}>{isolated(machine.computer)}</DeviceLink>
              ) : (
                isolated(machine.computer)
              )}
            </Fact>
            <Fact name={t('detail.userName')}>{isolated(machine.userName)}</Fact>
            <Fact name={t('detail.ip')}>{isolated(machine.ip)}</Fact>
            <Fact name={t('detail.country')}>{machine.country}</Fact>
            <Fact name={t('detail.operatingSystem')}>{isolated(machine.operatingSystem)}</Fact>
            <Fact name={t('detail.infectedAt')}>{machine.infectedAt !== null && time(machine.infectedAt)}</Fact>
            <Fact name={t('detection:detail.software')}>{isolated(machine.software)}</Fact>
          </Facts>
        </Section>
      )}
    </>
  );
}

function PreviousDetection({ id, onShow }: { id: string; onShow: (id: string) => void }) {
  const { t } = useTranslation(['detections', 'detection']);
  return (
    <Button size="sm" onClick={() => onShow(id)}>
      {t('detection:detail.previousAlertLink')}
    </Button>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatEvidenceTime } from '@/lib/format';
import { isKnownFactor } from '@/lib/severity-factors';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { SeverityMark } from '@/ui/display/severity-mark';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { CopyButton } from '@/ui/form/copy-button';
import { LeakLink, PersonLink } from '@/ui/layout/entity-link';
import { adviceFor, type DetectionDetail, siteLabel } from '../labels';
import { LeakedPassword } from './leaked-password';

interface DetectionFactsProps {
  detection: DetectionDetail;
  /** Assignee control, shown below the severity. */
  assignment: ReactNode;
  onShow: (id: string) => void;
}

/** Evidence of a detection and the recommended actions. */
export function DetectionFacts({ detection, assignment, onShow }: DetectionFactsProps) {
  const { t, i18n } = useTranslation('detections');
  const { breachRecord, leak, severity, domain, user } = detection;
  const { machine, passwordType } = breachRecord;
  const time = (iso: string) => <time dateTime={iso}>{formatEvidenceTime(iso, i18n.language)}</time>;
  return (
    <div className="grid gap-7">
      <div className="flex flex-wrap items-center gap-2">
        <SeverityMark look="soft" level={severity.level} label={t(`severity.${severity.level}`)} />
        <span className="text-sm text-ink-muted tabular-nums">{t('detail.score', { score: severity.score })}</span>
        {detection.isClosed && <Badge>{t('state.closed')}</Badge>}
        {detection.retractedAt !== null && <Badge tone="warning">{t('state.retracted')}</Badge>}
        {detection.erasedAt !== null && <Badge tone="info">{t('state.erased')}</Badge>}
      </div>

      {detection.retractedAt !== null && <p className="text-base text-ink-secondary">{t('detail.retracted')}</p>}
      {detection.erasedAt !== null && <p className="text-base text-ink-secondary">{t('detail.erased')}</p>}

      {assignment}

      <Section title={t('detail.advice')}>
        <ol className="grid list-decimal gap-1.5 ps-5 text-base text-ink-secondary">
          {adviceFor(detection).map((advice) => (
            <li key={advice}>{t(advice)}</li>
          ))}
        </ol>
      </Section>

      <Section title={t('detail.evidence')}>
        <Facts>
          <Fact name={t(breachRecord.app === null ? 'detail.site' : 'detail.application')}>
            <Evidence value={siteLabel(breachRecord)} />
          </Fact>
          {breachRecord.usernames.map((username) => (
            <Fact key={username} name={t('detail.login')}>
              <Evidence value={username} />
            </Fact>
          ))}
          <Fact name={t('detail.password')}>
            {breachRecord.passwords.length > 0 ? <LeakedPassword alertId={detection.id} /> : t('detail.noPassword')}
          </Fact>
          {breachRecord.passwords.length > 0 && (
            <Fact name={t('detail.passwordType')}>
              {passwordType === 'plain' ? t('detail.plainText') : t('detail.hash', { kind: passwordType })}
            </Fact>
          )}
          <Fact name={t('detail.domain')}>{isolated(domain?.domain)}</Fact>
          {user && (
            <Fact name={t('detail.user')}>
              <PersonLink id={user.id}>{isolated(user.email)}</PersonLink>
              {user.isLive === false && (
                <span className="block text-sm text-warning-text">{t('detail.noSuchAccount')}</span>
              )}
              {detection.isAlias && <span className="block text-sm text-ink-muted">{t('detail.alias')}</span>}
            </Fact>
          )}
        </Facts>
      </Section>

      <Section title={t('detail.source')}>
        <Facts>
          <Fact name={t('detail.leak')}>
            <LeakLink name={leak.name}>{leak.title}</LeakLink>
          </Fact>
          <Fact name={t('detail.leakDomain')}>{isolated(leak.domain)}</Fact>
          {/* A device says when it was infected; the date of the collection it came in would contradict that. */}
          <Fact name={t('detail.breachDate')}>
            {!machine?.infectedAt && leak.breachDate && formatDay(leak.breachDate, i18n.language)}
          </Fact>
          <Fact name={t('detail.firstSeen')}>{time(breachRecord.firstSeen)}</Fact>
          <Fact name={t('detail.lastSeen')}>{time(breachRecord.lastSeen)}</Fact>
          <Fact name={t('detail.sightings')}>{t('detail.sightingsValue', { count: breachRecord.sightings })}</Fact>
          {detection.previousAlertId !== null && (
            <Fact name={t('detail.previousAlert')}>
              <PreviousDetection id={detection.previousAlertId} onShow={onShow} />
            </Fact>
          )}
        </Facts>
      </Section>

      {machine && (
        <Section title={t('detail.machine')}>
          <Facts>
            <Fact name={t('detail.family')}>{isolated(machine.family)}</Fact>
            <Fact name={t('detail.computer')}>{isolated(machine.computer)}</Fact>
            <Fact name={t('detail.userName')}>{isolated(machine.userName)}</Fact>
            <Fact name={t('detail.ip')}>{isolated(machine.ip)}</Fact>
            <Fact name={t('detail.country')}>{machine.country}</Fact>
            <Fact name={t('detail.operatingSystem')}>{isolated(machine.operatingSystem)}</Fact>
            <Fact name={t('detail.infectedAt')}>{machine.infectedAt !== null && time(machine.infectedAt)}</Fact>
            <Fact name={t('detail.software')}>{isolated(machine.software)}</Fact>
          </Facts>
        </Section>
      )}

      <Section title={t('detail.why')}>
        <Facts>
          {severity.factors.map(({ name, points }) => (
            <Fact key={name} name={isKnownFactor(name) ? t(`factor.${name}`) : name} wideName>
              {t('detail.points', { points })}
            </Fact>
          ))}
          <Fact name={t(`severity.${severity.level}`)} wideName>
            <strong className="font-semibold">{t('detail.score', { score: severity.score })}</strong>
          </Fact>
        </Facts>
      </Section>
    </div>
  );
}

/** Titled section of the detail. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h3 className="text-sm font-semibold text-ink">{title}</h3>
    {children}
  </section>
);

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line border-y border-line">{children}</dl>
);

/** Evidence is always left to right, whatever the language. */
const isolated = (value: string | null | undefined) => (value ? <bdi dir="ltr">{value}</bdi> : null);

/** One line; nothing if the value is unknown. */
function Fact({ name, children, wideName = false }: { name: string; children: ReactNode; wideName?: boolean }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2">
      <dt className={wideName ? 'min-w-0 flex-1 text-ink-secondary' : 'w-36 shrink-0 text-ink-muted'}>{name}</dt>
      <dd className={wideName ? 'tabular-nums' : 'min-w-48 flex-1 wrap-anywhere text-ink'}>{children}</dd>
    </div>
  );
}

function Evidence({ value }: { value: string | null }) {
  const { t } = useTranslation('detections');
  if (value === null) return null;
  return (
    <MonospaceValue
      value={value}
      action={
        <CopyButton
          value={value}
          label={t('detail.copy')}
          copiedLabel={t('detail.copied')}
          onCopy={(copied) => (copied ? undefined : toast('error', t('detail.copyFailed')))}
        />
      }
    />
  );
}

function PreviousDetection({ id, onShow }: { id: string; onShow: (id: string) => void }) {
  const { t } = useTranslation('detections');
  return (
    <Button size="sm" onClick={() => onShow(id)}>
      {t('detail.previousAlertLink')}
    </Button>
  );
}

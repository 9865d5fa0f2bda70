import { useTranslation } from 'react-i18next';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { TiledName } from '@/ui/display/tiled-name';
import { toast } from '@/ui/feedback/toast';
import { CopyButton } from '@/ui/form/copy-button';
import { PersonLink, SiteLink } from '@/ui/layout/entity-link';
import { EvidencePanel } from '@/ui/layout/evidence-strip';
import { adviceFor, type DetectionDetail, siteLabel } from '../labels';
import { LeakedPassword } from './leaked-password';
import { safeAddress } from './safe-address';
import { Fact, isolated, Section } from './sections';

interface DetectionEvidenceProps {
  detection: DetectionDetail;
  /** What happened, in sentences of the server. */
  summary: string | undefined;
}

/** What happened, the recommended actions, and what was leaked. */
export function DetectionEvidence({ detection, summary }: DetectionEvidenceProps) {
  const { t } = useTranslation(['detections', 'detection']);
  const { breachRecord, domain, user } = detection;
  const { passwordType } = breachRecord;
  return (
    <>
      {detection.retractedAt !== null && (
        <p className="text-base text-ink-secondary">{t('detection:detail.retracted')}</p>
      )}
      {detection.erasedAt !== null && <p className="text-base text-ink-secondary">{t('detection:detail.erased')}</p>}

      {summary !== undefined && (
        <Section title={t('detection:detail.summary')}>
          <p className="text-base wrap-anywhere text-ink-secondary">{summary}</p>
        </Section>
      )}

      <Section title={t('detection:detail.advice')}>
        <ol className="grid list-decimal gap-1.5 ps-5 text-base text-ink-secondary">
          {adviceFor(detection).map((advice) => (
            <li key={advice}>{t(advice)}</li>
          ))}
        </ol>
      </Section>

      <Section title={t('detection:detail.evidence')}>
        <EvidencePanel>
          <dl className="divide-y divide-line px-4 py-1">
            <Fact name={t(breachRecord.app === null ? 'detection:detail.site' : 'detection:detail.application')}>
              <Site detection={detection} />
            </Fact>
            {breachRecord.usernames.map((username) => (
              <Fact key={username} name={t('detection:detail.login')}>
                <Evidence value={username} />
              </Fact>
            ))}
            <Fact name={t('detection:detail.password')}>
              {breachRecord.passwords.length > 0 ? (
                <LeakedPassword alertId={detection.id} />
              ) : (
                t('detection:detail.noPassword')
              )}
            </Fact>
            {breachRecord.passwords.length > 0 && (
              <Fact name={t('detection:detail.passwordType')}>
                {passwordType === 'plain'
                  ? t('detection:detail.plainText')
                  : t('detection:detail.hash', { kind: passwordType })}
              </Fact>
            )}
            <Fact name={t('detection:detail.domain')}>{isolated(domain?.domain)}</Fact>
            {user && (
              <Fact name={t('detection:detail.user')}>
                <PersonLink id={user.id}>{isolated(user.email)}</PersonLink>
                {user.isLive === false && (
                  <span className="block text-sm text-warning-text">{t('detection:detail.noSuchAccount')}</span>
                )}
                {detection.isAlias && (
                  <span className="block text-sm text-ink-muted">{t('detection:detail.alias')}</span>
                )}
              </Fact>
            )}
          </dl>
        </EvidencePanel>
      </Section>
    </>
  );
}

/** Site or app, linked to its other detections, and the leaked address. */
function Site({ detection: { breachRecord, domain } }: { detection: DetectionDetail }) {
  const value = siteLabel(breachRecord);
  const name = breachRecord.app ?? breachRecord.host;
  return (
    <>
      {name !== null && (
        <TiledName name={name}>
          <SiteLink name={name} list={domain === null ? 'workforce' : 'portals'} />
        </TiledName>
      )}
      {value !== name && <Evidence value={value} />}
    </>
  );
}

function Evidence({ value }: { value: string | null }) {
  const { t } = useTranslation(['detections', 'detection']);
  if (value === null) return null;
  const href = safeAddress(value);
  return (
    <>
      <MonospaceValue
        value={value}
        {...(href !== undefined && { href })}
        action={
          <CopyButton
            value={value}
            label={t('detection:detail.copy')}
            copiedLabel={t('detection:detail.copied')}
            onCopy={(copied) => (copied ? undefined : toast('error', t('detection:detail.copyFailed')))}
          />
        }
      />
      {href !== undefined && <span className="block text-sm text-ink-muted">{t('detection:detail.linkWarning')}</span>}
    </>
  );
}

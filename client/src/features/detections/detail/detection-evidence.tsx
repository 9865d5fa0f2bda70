import { useTranslation } from 'react-i18next';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { toast } from '@/ui/feedback/toast';
import { CopyButton } from '@/ui/form/copy-button';
import { PersonLink } from '@/ui/layout/entity-link';
import { adviceFor, type DetectionDetail, siteLabel } from '../labels';
import { LeakedPassword } from './leaked-password';
import { safeAddress } from './safe-address';
import { Fact, Facts, isolated, Section } from './sections';

interface DetectionEvidenceProps {
  detection: DetectionDetail;
  /** What happened, in sentences of the server. */
  summary: string | undefined;
}

/** What happened, the recommended actions, and what was leaked. */
export function DetectionEvidence({ detection, summary }: DetectionEvidenceProps) {
  const { t } = useTranslation('detections');
  const { breachRecord, domain, user } = detection;
  const { passwordType } = breachRecord;
  return (
    <>
      {detection.retractedAt !== null && <p className="text-base text-ink-secondary">{t('detail.retracted')}</p>}
      {detection.erasedAt !== null && <p className="text-base text-ink-secondary">{t('detail.erased')}</p>}

      {summary !== undefined && (
        <Section title={t('detail.summary')}>
          <p className="text-base wrap-anywhere text-ink-secondary">{summary}</p>
        </Section>
      )}

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
    </>
  );
}

function Evidence({ value }: { value: string | null }) {
  const { t } = useTranslation('detections');
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
            label={t('detail.copy')}
            copiedLabel={t('detail.copied')}
            onCopy={(copied) => (copied ? undefined : toast('error', t('detail.copyFailed')))}
          />
        }
      />
      {href !== undefined && <span className="block text-sm text-ink-muted">{t('detail.linkWarning')}</span>}
    </>
  );
}

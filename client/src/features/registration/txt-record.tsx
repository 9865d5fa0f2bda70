import { Trans, useTranslation } from 'react-i18next';
import { useDemonstrationCommand } from '@/lib/site-settings/demonstration-command';
import { CopyableValue } from '@/ui/display/copyable-value';
import { InlineValue } from '@/ui/display/inline-value';
import { Callout } from '@/ui/feedback/callout';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { type StoredDomain, useDomainCheck } from './use-first-domain';

/** Label of the record, so that it doesn't conflict with other TXT records of the domain. */
const HOST = '_breachlight';

interface TxtRecordProps {
  domain: StoredDomain;
  onOther: () => void;
}

/** TXT record that verifies a domain: instructions and check. */
export function TxtRecord({ domain, onOther }: TxtRecordProps) {
  const { t } = useTranslation(['registration', 'fields']);
  const { check, checking, problem } = useDomainCheck(domain.id);
  const command = useDemonstrationCommand(domain.domain, domain.domain_txt);
  const copying = {
    copiedLabel: t('domain.copied'),
    onCopy: (copied: boolean) =>
      toast(copied ? 'success' : 'error', t(copied ? 'domain.copiedNotice' : 'domain.copyFailed'), {
        flow: 'account',
      }),
  };
  const steps = ['domain.howTo.open', 'domain.howTo.publish', 'domain.howTo.check'] as const;
  return (
    <div className="grid gap-5">
      <p className="text-base text-ink">
        <Trans t={t} i18nKey="domain.prove" components={{ domain: <InlineValue value={domain.domain} /> }} />
      </p>
      <dl className="grid gap-4">
        <CopyableValue
          {...copying}
          name={t('domain.host')}
          value={HOST}
          copyLabel={t('domain.copyHost')}
          hint={
            <Trans
              t={t}
              i18nKey="domain.wholeName"
              components={{ name: <InlineValue value={`${HOST}.${domain.domain}`} /> }}
            />
          }
        />
        <CopyableValue
          {...copying}
          name={t('domain.value')}
          value={domain.domain_txt}
          copyLabel={t('domain.copyValue')}
        />
        {command !== undefined && (
          <CopyableValue
            {...copying}
            name={t('fields:demonstrationRecord')}
            value={command}
            copyLabel={t('fields:copyCommand')}
          />
        )}
      </dl>
      <ol className="grid list-decimal gap-1.5 ps-5 text-base text-ink-secondary marker:text-ink-muted">
        {steps.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <div role="status">
        {problem !== undefined && (
          <Callout tone="warning" title={t('domain.notYet')}>
            {problem} {t('domain.notNow')}
          </Callout>
        )}
      </div>
      <div className="grid gap-3">
        <Button
          variant="primary"
          size="lg"
          fullWidth
          onClick={() => void check()}
          loadingLabel={checking ? t('domain.checking') : undefined}
        >
          {t('domain.check')}
        </Button>
        <Button size="lg" fullWidth onClick={onOther}>
          {t('domain.other')}
        </Button>
      </div>
    </div>
  );
}

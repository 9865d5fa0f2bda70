import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { CopyButton } from '@/ui/copy-button';
import { MonospaceValue } from '@/ui/monospace-value';
import { notify } from '@/ui/notify';
import { NamedValue } from './named-value';
import { type StoredDomain, useDomainCheck } from './use-first-domain';

/** The label under which the record stands, so that it gets in the way of no other TXT record of the domain. */
const HOST = '_breachlight';

interface TxtRecordProps {
  domain: StoredDomain;
  onOther: () => void;
}

/** The record that proves a domain: what to publish, how, and the look whether it is there. */
export function TxtRecord({ domain, onOther }: TxtRecordProps) {
  const { t } = useTranslation('registration');
  const { check, checking, problem } = useDomainCheck(domain.id);
  const steps = ['domain.howTo.open', 'domain.howTo.publish', 'domain.howTo.check'] as const;
  return (
    <div className="grid gap-5">
      <p className="text-base text-ink">
        <Trans t={t} i18nKey="domain.prove" components={{ domain: <NamedValue value={domain.domain} /> }} />
      </p>
      <dl className="grid gap-4">
        <RecordPart
          name={t('domain.host')}
          value={HOST}
          copyLabel={t('domain.copyHost')}
          hint={
            <Trans
              t={t}
              i18nKey="domain.wholeName"
              components={{ name: <NamedValue value={`${HOST}.${domain.domain}`} /> }}
            />
          }
        />
        <RecordPart name={t('domain.value')} value={domain.domain_txt} copyLabel={t('domain.copyValue')} />
      </dl>
      <ol className="grid list-decimal gap-1.5 pl-5 text-base text-ink-secondary marker:text-ink-muted">
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

interface RecordPartProps {
  name: string;
  value: string;
  copyLabel: string;
  hint?: ReactNode;
}

function RecordPart({ name, value, copyLabel, hint }: RecordPartProps) {
  const { t } = useTranslation('registration');
  return (
    <div className="grid gap-1.5">
      <dt className="text-sm font-medium">{name}</dt>
      <dd className="grid gap-1.5">
        <MonospaceValue
          value={value}
          boxed
          action={
            <CopyButton
              value={value}
              label={copyLabel}
              copiedLabel={t('domain.copied')}
              onCopy={(copied) =>
                notify(copied ? 'success' : 'error', t(copied ? 'domain.copiedNotice' : 'domain.copyFailed'), {
                  flow: 'account',
                })
              }
            />
          }
        />
        {hint && <p className="text-sm text-ink-muted">{hint}</p>}
      </dd>
    </div>
  );
}

import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { required } from '@/lib/field-rules';
import { toUserMessage } from '@/lib/graphql/errors';
import { refetchAccount } from '@/lib/session/sync-account';
import { useDemonstrationCommand } from '@/lib/site-settings/demonstration-command';
import { CopyableValue } from '@/ui/display/copyable-value';
import { InlineValue } from '@/ui/display/inline-value';
import { Callout } from '@/ui/feedback/callout';
import { toastCopied } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';
import { Dialog } from '@/ui/overlay/dialog';
import { FormDialog } from '@/ui/overlay/form-dialog';
import { type DomainRowFragment, DomainsDocument, useAddDomainMutation } from './domains.generated';
import { useDomainCheck } from './use-domain-check';

/** Label of the record, so that it doesn't conflict with other TXT records of the domain. */
const HOST = '_breachlight';
interface AddDomainDialogProps {
  onClose: () => void;
  /** Called with the added domain, to show its record next. */
  onAdded: (row: DomainRowFragment) => void;
}

/** Form for a domain; the server checks whether a company can own it. */
export function AddDomainDialog({ onClose, onAdded }: AddDomainDialogProps) {
  const { t } = useTranslation('domains');
  const [addDomain] = useAddDomainMutation({ refetchQueries: [DomainsDocument] });
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { domain: '' } });

  const submit = handleSubmit(async ({ domain }) => {
    setProblem(undefined);
    try {
      const result = (await addDomain({ variables: { domain: domain.trim() } })).data?.addDomain;
      if (result?.__typename === 'DomainSuccess') {
        void refetchAccount();
        onAdded(result.domain);
      } else if (
        result?.__typename !== 'ValidationProblem' ||
        !showFieldErrors(setError, result.fieldErrors, ['domain'])
      )
        setProblem(toUserMessage(result));
    } catch (failure) {
      setProblem(toUserMessage(failure));
    }
  });

  return (
    <FormDialog
      title={t('dialog.add')}
      closeLabel={t('dialog.close')}
      cancelLabel={t('dialog.cancel')}
      submitLabel={t('dialog.submit')}
      busyLabel={formState.isSubmitting ? t('dialog.submitting') : undefined}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <TextField
        label={t('dialog.label')}
        hint={t('dialog.hint')}
        required
        monospace
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t('dialog.placeholder')}
        error={formState.errors.domain?.message}
        {...register('domain', { validate: required })}
      />
    </FormDialog>
  );
}

interface RecordDialogProps {
  row: DomainRowFragment;
  /** Undefined for read-only members and if there is nothing to check. */
  canCheck: boolean;
  onClose: () => void;
}

/** TXT record of a domain: instructions and check. */
export function RecordDialog({ row, canCheck, onClose }: RecordDialogProps) {
  const { t } = useTranslation(['domains', 'fields']);
  const { check, checking, problem } = useDomainCheck(row.id);
  const command = useDemonstrationCommand(row.domain, row.domainTxt);
  const checkButton = useRef<HTMLButtonElement>(null);
  const checkNow = async () => {
    if (await check()) onClose();
  };
  const copying = { copiedLabel: t('copied'), onCopy: (copied: boolean) => toastCopied(copied, 'elsewhere') };
  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={t(canCheck ? 'dialog.verify' : 'dialog.record', { domain: row.domain })}
      closeLabel={t('dialog.close')}
      initialFocus={checkButton}
      footer={
        <>
          <Button ref={canCheck ? undefined : checkButton} onClick={onClose}>
            {t('dialog.close')}
          </Button>
          {canCheck && (
            <Button
              ref={checkButton}
              variant="primary"
              onClick={() => void checkNow()}
              loadingLabel={checking ? t('dialog.checking') : undefined}
            >
              {t('dialog.check')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-base text-ink-secondary">
          {row.isVerified && row.missingSince === null ? (
            t('dialog.verified')
          ) : (
            <Trans t={t} i18nKey="dialog.prove" components={{ domain: <InlineValue value={row.domain} /> }} />
          )}
        </p>
        <dl className="grid gap-4">
          <CopyableValue
            {...copying}
            name={t('dialog.host')}
            value={HOST}
            copyLabel={t('dialog.copyHost')}
            hint={
              <Trans
                t={t}
                i18nKey="dialog.wholeName"
                components={{ name: <InlineValue value={`${HOST}.${row.domain}`} /> }}
              />
            }
          />
          <CopyableValue
            {...copying}
            name={t('dialog.value')}
            value={row.domainTxt}
            copyLabel={t('dialog.copyValue')}
          />
          {canCheck && command !== undefined && (
            <CopyableValue
              {...copying}
              name={t('fields:demonstrationRecord')}
              value={command}
              copyLabel={t('fields:copyCommand')}
            />
          )}
        </dl>
        {canCheck && <p className="text-sm text-ink-muted">{t('dialog.later')}</p>}
        <div role="status">
          {problem !== undefined && (
            <Callout tone="warning" title={t('dialog.notYet')}>
              <span className="wrap-anywhere">{problem}</span>
            </Callout>
          )}
        </div>
      </div>
    </Dialog>
  );
}

import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import type { ApiKeyScope } from '@/lib/graphql/schema-types.generated';
import { usePermissions } from '@/lib/session/permissions';
import { useReauthentication } from '@/lib/session/reauthentication';
import { useSession } from '@/lib/session/store';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Callout } from '@/ui/feedback/callout';
import { toastCopied } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { CopyButton } from '@/ui/form/copy-button';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import { Dialog } from '@/ui/overlay/dialog';
import { ApiKeysDocument, useCreateApiKeyMutation } from './api-keys.generated';

const FORM_ID = 'api-key';
const SCOPES: readonly ApiKeyScope[] = [
  'READ',
  'TRIAGE',
  'REVEAL',
  'EXPORT',
  'MANAGE_DOMAINS',
  'MANAGE_EMAILS',
  'EMAIL_RANGES',
];
const LIFETIMES = [30, 90, 365];
const NEVER = 'never';

interface Values {
  name: string;
  scopes: ApiKeyScope[];
  expiresInDays: string;
}

/** Creates a key and shows it once. */
export function ApiKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('api');
  const [busy, setBusy] = useState(false);
  const [token, setToken] = useState<string>();
  const close = () => {
    setToken(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays && !busy) close();
      }}
      title={t(token === undefined ? 'create.title' : 'shown.title')}
      description={token === undefined ? undefined : t('shown.text')}
      closeLabel={t(token === undefined ? 'create.close' : 'shown.close')}
      footer={
        token === undefined ? (
          <>
            <Button onClick={close}>{t('create.cancel')}</Button>
            <Button type="submit" form={FORM_ID} variant="primary" loadingLabel={busy ? t('create.busy') : undefined}>
              {t('create.submit')}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={close}>
            {t('shown.done')}
          </Button>
        )
      }
    >
      {token === undefined ? <ApiKeyForm onBusyChange={setBusy} onCreated={setToken} /> : <NewKey token={token} />}
    </Dialog>
  );
}

function NewKey({ token }: { token: string }) {
  const { t } = useTranslation('api');
  return (
    <div className="grid gap-4">
      <MonospaceValue
        boxed
        value={token}
        action={
          <CopyButton value={token} label={t('shown.copy')} copiedLabel={t('shown.copied')} onCopy={toastCopied} />
        }
      />
      <Callout tone="warning">{t('shown.warning')}</Callout>
    </div>
  );
}

interface ApiKeyFormProps {
  onBusyChange: (busy: boolean) => void;
  onCreated: (token: string) => void;
}

function ApiKeyForm({ onBusyChange, onCreated }: ApiKeyFormProps) {
  const { t } = useTranslation('api');
  const may = usePermissions();
  const isOrganization = useSession().account?.user.role === 'Organization';
  const { confirm, dialog } = useReauthentication();
  // Not cached: the response contains the key.
  const [create] = useCreateApiKeyMutation({ fetchPolicy: 'no-cache', refetchQueries: [ApiKeysDocument] });
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, control, formState } = useForm<Values>({
    defaultValues: { name: '', scopes: ['READ'], expiresInDays: '90' },
  });
  const scopes = SCOPES.filter((scope) => may(scope) && (isOrganization || scope !== 'MANAGE_DOMAINS'));
  const { errors } = formState;
  const isEndless = useWatch({ control, name: 'expiresInDays' }) === NEVER;

  const submit = handleSubmit(async ({ name, scopes: chosen, expiresInDays }) => {
    setProblem(undefined);
    onBusyChange(true);
    try {
      const input = { name, scopes: chosen, expiresInDays: expiresInDays === NEVER ? null : Number(expiresInDays) };
      const ask = async () => (await create({ variables: { input } })).data?.createApiKey;
      const result = await withReauthentication(ask, confirm);
      if (result === null) return;
      if (result?.__typename === 'CreateApiKeySuccess') onCreated(result.token);
      else if (
        result?.__typename !== 'ValidationProblem' ||
        !showFieldErrors(setError, result.fieldErrors, ['name', 'scopes', 'expiresInDays'])
      )
        setProblem(toUserMessage(result));
    } catch (error) {
      setProblem(toUserMessage(error));
    } finally {
      onBusyChange(false);
    }
  });

  return (
    <form id={FORM_ID} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <TextField
        label={t('create.name')}
        placeholder={t('create.namePlaceholder')}
        hint={t('create.nameHint')}
        maxLength={60}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <fieldset className="grid gap-3" aria-describedby={errors.scopes ? `${FORM_ID}-scopes` : undefined}>
        <legend className="mb-2.5 text-sm font-medium text-ink">{t('create.scopes')}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={t(`scope.${scope}`)}
            hint={t(`scopeHint.${scope}`)}
            {...register('scopes')}
          />
        ))}
        {errors.scopes && (
          <p id={`${FORM_ID}-scopes`} role="alert" className="text-sm text-danger-text">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <SelectField
        label={t('create.expires')}
        options={[
          ...LIFETIMES.map((days) => ({ value: String(days), label: t('create.days', { count: days }) })),
          { value: NEVER, label: t('create.never') },
        ]}
        hint={isEndless && t('create.neverHint')}
        error={errors.expiresInDays?.message}
        {...register('expiresInDays')}
      />
      {dialog}
    </form>
  );
}

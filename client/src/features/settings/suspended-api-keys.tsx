import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReauthentication } from '@/lib/session/reauthentication';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { Callout } from '@/ui/feedback/callout';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { ApiKeysDocument, type ApiKeysQuery, useConfirmApiKeyMutation } from './api-keys.generated';

type ApiKey = ApiKeysQuery['apiKeys'][number];

interface SuspendedApiKeysProps {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
}

/** API keys that are suspended since a backup was restored; an owner confirms or revokes each. */
export function SuspendedApiKeys({ keys, onRevoke }: SuspendedApiKeysProps) {
  const { t } = useTranslation('api');
  const [busyId, setBusyId] = useState<string>();
  const { confirm, dialog } = useReauthentication();
  const [confirmKey] = useConfirmApiKeyMutation({
    fetchPolicy: 'no-cache',
    refetchQueries: [ApiKeysDocument],
    awaitRefetchQueries: true,
  });
  if (keys.length === 0) return null;

  async function keep(id: string) {
    setBusyId(id);
    try {
      const ask = async () => (await confirmKey({ variables: { id } })).data?.confirmApiKey;
      const result = await withReauthentication(ask, confirm);
      if (result !== null) toastOutcome(result);
    } catch (failure) {
      toastFailure(failure);
    }
    setBusyId(undefined);
  }

  return (
    <div className="p-4">
      <Callout tone="warning" title={t('suspended.title', { count: keys.length })}>
        <p>{t('suspended.text')}</p>
        <ul className="mt-3 grid grid-cols-1 gap-2">
          {keys.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere text-ink">{key.name}</span>
              <Button
                size="sm"
                aria-label={t('suspended.label', { name: key.name })}
                loadingLabel={busyId === key.id ? t('suspended.busy') : undefined}
                onClick={() => void keep(key.id)}
              >
                {t('suspended.confirm')}
              </Button>
              <Button size="sm" aria-label={t('revoke.label', { name: key.name })} onClick={() => onRevoke(key)}>
                {t('revoke.button')}
              </Button>
            </li>
          ))}
        </ul>
      </Callout>
      {dialog}
    </div>
  );
}

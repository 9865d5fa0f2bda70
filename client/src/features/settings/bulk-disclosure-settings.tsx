import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { useReauthentication } from '@/lib/session/reauthentication';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { accountToast, toastFailure } from '@/ui/feedback/mutation-toasts';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Switch } from '@/ui/form/switch';
import { Card } from '@/ui/layout/card';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { SecurityEventsDocument, useBulkDisclosureQuery, useSetBulkDisclosureMutation } from './security.generated';

/** Owners' switch for requests that disclose several leaked passwords; turning it on requires confirmation. */
export function BulkDisclosureSettings() {
  const { t } = useTranslation('settings');
  const { data, error, loading, refetch } = useBulkDisclosureQuery({ fetchPolicy: 'cache-and-network' });
  const [set] = useSetBulkDisclosureMutation({ refetchQueries: [SecurityEventsDocument] });
  const { confirm, dialog } = useReauthentication();
  const [asking, setAsking] = useState(false);
  const [wanted, setWanted] = useState<boolean>();
  const isOn = data?.viewer?.isBulkDisclosureEnabled;

  async function save(enabled: boolean) {
    setWanted(enabled);
    try {
      const result = await withReauthentication(
        async () => (await set({ variables: { enabled } })).data?.setBulkDisclosure,
        confirm,
      );
      if (result?.__typename === 'BulkDisclosureSuccess') accountToast('success', result.message);
      else if (result !== null) toastFailure(result);
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setWanted(undefined);
    }
  }

  return (
    <Card title={t('bulk.title')} description={t('bulk.text')}>
      {isOn !== undefined ? (
        <Switch
          label={t('bulk.label')}
          hint={t('bulk.hint')}
          checked={wanted ?? isOn}
          disabled={wanted !== undefined}
          onChange={() => {
            if (isOn) void save(false);
            else setAsking(true);
          }}
        />
      ) : error && !loading ? (
        <ErrorPanel
          title={t('bulk.failed')}
          text={toUserMessage(error)}
          retryLabel={t('bulk.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('bulk.question')}
        message={t('bulk.questionText')}
        confirmLabel={t('bulk.yes')}
        cancelLabel={t('bulk.no')}
        onConfirm={() => {
          setAsking(false);
          void save(true);
        }}
      />
      {dialog}
    </Card>
  );
}

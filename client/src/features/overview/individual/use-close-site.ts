import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { toast } from '@/ui/feedback/toast';
import { useCloseSiteMutation, useUndoCloseSiteMutation } from '../overview.generated';
import type { Site } from './sites';

/** Closes the open detections of a site, with undo; `onChanged` reloads what is shown. */
export function useCloseSite(onChanged: () => Promise<unknown>) {
  const { t } = useTranslation('overview');
  const [close] = useCloseSiteMutation();
  const [undo] = useUndoCloseSiteMutation();
  const [closing, setClosing] = useState<string>();

  async function takeBack(operationId: string): Promise<void> {
    try {
      const result = (await undo({ variables: { operationId } })).data?.undoAlertOperation;
      if (result?.__typename === 'UpdateAlertsSuccess') toast('success', t('sites.undone'));
      else toast('error', toUserMessage(result));
    } catch (error) {
      toast('error', toUserMessage(error));
    }
    await onChanged();
  }

  async function closeSite({ name, ids }: Site): Promise<void> {
    setClosing(name);
    try {
      const result = (await close({ variables: { ids } })).data?.updateAlerts;
      if (result?.__typename === 'UpdateAlertsSuccess') {
        const { operationId } = result;
        toast('success', t('sites.closed', { site: name }), {
          action: { label: t('sites.undo'), onPress: () => void takeBack(operationId) },
        });
      } else {
        toast('error', toUserMessage(result));
      }
      await onChanged();
    } catch (error) {
      toast('error', toUserMessage(error));
    } finally {
      setClosing(undefined);
    }
  }

  return { closeSite, closing };
}

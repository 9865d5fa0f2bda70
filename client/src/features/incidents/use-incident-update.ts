import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { toast } from '@/ui/feedback/toast';
import { useUndoIncidentUpdateMutation, useUpdateIncidentMutation } from './incidents.generated';

/** Closes or reopens all detections of an incident, and with them the incident; offers Undo and then calls `refresh`. */
export function useIncidentUpdate(incidentId: string, refresh: () => Promise<unknown>) {
  const { t } = useTranslation('detections');
  const [update] = useUpdateIncidentMutation();
  const [undo] = useUndoIncidentUpdateMutation();
  const [updating, setUpdating] = useState(false);

  async function takeBack(operationId: string): Promise<void> {
    try {
      const result = (await undo({ variables: { operationId } })).data?.undoAlertOperation;
      if (result?.__typename === 'UpdateAlertsSuccess') toast('success', t('done.undone'));
      else toast('error', toUserMessage(result));
      await refresh();
    } catch (error) {
      toast('error', toUserMessage(error));
    }
  }

  async function apply(action: 'CLOSE' | 'REOPEN'): Promise<void> {
    setUpdating(true);
    try {
      const filter = { incidentId, isClosed: action === 'REOPEN' };
      const result = (await update({ variables: { input: { action, filter } } })).data?.updateAlerts;
      if (result?.__typename === 'UpdateAlertsSuccess') {
        const { operationId, updated } = result;
        toast('success', t(`done.${action}`, { count: updated }), {
          action: { label: t('done.undo'), onPress: () => void takeBack(operationId) },
        });
      } else {
        toast('error', toUserMessage(result));
      }
      await refresh();
    } catch (error) {
      toast('error', toUserMessage(error));
    } finally {
      setUpdating(false);
    }
  }

  return { apply, updating };
}

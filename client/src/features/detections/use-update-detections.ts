import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import type { AlertAction, UpdateAlertsInput } from '@/lib/graphql/schema-types.generated';
import { notify } from '@/ui/notify';
import { useUndoDetectionsUpdateMutation, useUpdateDetectionsMutation } from './detections.generated';

/** The detections of an update: these, or all that a filter chooses. */
export type UpdateTarget = Pick<UpdateAlertsInput, 'ids'> | Pick<UpdateAlertsInput, 'filter'>;

export interface DetectionUpdates {
  /** Applies an action and offers to undo it. Says whether it was applied; a failure has been shown. */
  update: (action: AlertAction, target: UpdateTarget) => Promise<boolean>;
  /** Marks one as read because it was opened: no notice, and a failure is of no consequence. */
  markOpened: (id: string) => void;
  updating: boolean;
}

/** Read, unread, close and reopen, for one detection or many. `refresh` brings the list up to date afterwards. */
export function useUpdateDetections(refresh: () => Promise<unknown>): DetectionUpdates {
  const { t } = useTranslation('detections');
  const [mutate] = useUpdateDetectionsMutation();
  const [mutateBack] = useUndoDetectionsUpdateMutation();
  const [updating, setUpdating] = useState(false);

  async function undo(operationId: string): Promise<void> {
    try {
      const { data } = await mutateBack({ variables: { operationId } });
      const result = data?.undoAlertOperation;
      if (result?.__typename === 'UpdateAlertsSuccess') {
        notify('success', t('done.undone', { count: result.updated }));
        await refresh();
      } else {
        notify('error', toUserMessage(result));
      }
    } catch (error) {
      notify('error', toUserMessage(error));
    }
  }

  async function update(action: AlertAction, target: UpdateTarget): Promise<boolean> {
    setUpdating(true);
    try {
      const { data } = await mutate({ variables: { input: { action, ...target } } });
      const result = data?.updateAlerts;
      if (result?.__typename !== 'UpdateAlertsSuccess') {
        notify('error', toUserMessage(result));
        return false;
      }
      const { updated, operationId } = result;
      notify('success', t(`done.${action}`, { count: updated }), {
        ...('ids' in target && updated < (target.ids?.length ?? 0) && { description: t('done.partly') }),
        ...(updated > 0 && { action: { label: t('done.undo'), onPress: () => void undo(operationId) } }),
      });
      await refresh();
      return true;
    } catch (error) {
      notify('error', toUserMessage(error));
      return false;
    } finally {
      setUpdating(false);
    }
  }

  return {
    update,
    updating,
    markOpened: (id) => void mutate({ variables: { input: { action: 'READ', ids: [id] } } }).catch(() => undefined),
  };
}

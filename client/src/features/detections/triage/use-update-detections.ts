import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import type { AlertAction, UpdateAlertsInput } from '@/lib/graphql/schema-types.generated';
import { toast } from '@/ui/feedback/toast';
import {
  type UpdateDetectionsMutation,
  useUndoDetectionsUpdateMutation,
  useUpdateDetectionsMutation,
} from '../detections.generated';
import { OwnOperations } from './own-operations';

/** Ids, or a filter for all matching detections. */
export type UpdateTarget = Pick<UpdateAlertsInput, 'ids'> | Pick<UpdateAlertsInput, 'filter'>;

/** Actions without further arguments. */
export type PlainAction = Exclude<AlertAction, 'ASSIGN'>;

/** Result of an update; `failed` are the ids it skipped. Failures are shown as a toast. */
export type Applied = { applied: false } | { applied: true; failed: readonly string[] };

export interface DetectionUpdates {
  /** Applies an action and offers Undo. */
  update: (action: PlainAction, target: UpdateTarget) => Promise<Applied>;
  /** Assigns to a member, or unassigns (null), and offers Undo. */
  assign: (assigneeId: string | null, target: UpdateTarget) => Promise<Applied>;
  /** Marks an opened detection as read, silently; failures are ignored. */
  markOpened: (id: string) => void;
  /** Undoes the last action of this page, if any. */
  undoLast: () => void;
  updating: boolean;
  own: OwnOperations;
}

/** The operation of an answer, undefined where it has changed nothing. */
const operationOf = ({ data }: { data?: UpdateDetectionsMutation }): string | undefined =>
  data?.updateAlerts.__typename === 'UpdateAlertsSuccess' && data.updateAlerts.updated > 0
    ? data.updateAlerts.operationId
    : undefined;

/** Triage actions for one or more detections. Calls `refresh` afterwards. */
export function useUpdateDetections(refresh: () => Promise<unknown>): DetectionUpdates {
  const { t } = useTranslation('detections');
  const [mutate] = useUpdateDetectionsMutation();
  const [mutateBack] = useUndoDetectionsUpdateMutation();
  const [updating, setUpdating] = useState(false);
  const [own] = useState(() => new OwnOperations());
  const last = useRef<{ operationId: string; closeNotice: () => void }>(undefined);

  const run = (input: UpdateAlertsInput) => own.run(() => mutate({ variables: { input } }), operationOf);

  async function undo(operationId: string): Promise<void> {
    if (last.current?.operationId === operationId) last.current = undefined;
    try {
      const { data } = await own.run(
        () => mutateBack({ variables: { operationId } }),
        (answer) => (answer.data?.undoAlertOperation.__typename === 'UpdateAlertsSuccess' ? operationId : undefined),
      );
      const result = data?.undoAlertOperation;
      if (result?.__typename === 'UpdateAlertsSuccess') {
        toast('success', t('done.undone'));
        await refresh();
      } else {
        toast('error', toUserMessage(result));
      }
    } catch (error) {
      toast('error', toUserMessage(error));
    }
  }

  async function apply(action: AlertAction, target: UpdateTarget, assigneeId?: string | null): Promise<Applied> {
    setUpdating(true);
    try {
      const input = {
        action,
        ...target,
        ...('ids' in target && { skipMissing: true }),
        ...(assigneeId !== undefined && { assigneeId }),
      };
      const { data } = await run(input);
      const result = data?.updateAlerts;
      if (result?.__typename !== 'UpdateAlertsSuccess') {
        toast('error', toUserMessage(result));
        return { applied: false };
      }
      const { updated, operationId, missing } = result;
      const asked = 'ids' in target ? (target.ids?.length ?? 0) : updated;
      const closeNotice = toast(
        missing.length > 0 ? 'warning' : 'success',
        missing.length > 0
          ? t(`part.${action}`, { done: asked - missing.length, total: asked })
          : t(`done.${action}`, { count: updated }),
        {
          ...(missing.length > 0
            ? { description: t('done.missing', { count: missing.length }) }
            : updated < asked && { description: t('done.rest') }),
          ...(updated > 0 && { action: { label: t('done.undo'), onPress: () => void undo(operationId) } }),
        },
      );
      if (updated > 0) last.current = { operationId, closeNotice };
      await refresh();
      return { applied: true, failed: missing };
    } catch (error) {
      toast('error', toUserMessage(error));
      return { applied: false };
    } finally {
      setUpdating(false);
    }
  }

  return {
    update: apply,
    assign: (assigneeId, target) => apply('ASSIGN', target, assigneeId),
    updating,
    own,
    markOpened: (id) => void run({ action: 'READ', ids: [id] }).catch(() => undefined),
    undoLast() {
      if (!last.current) return;
      last.current.closeNotice();
      void undo(last.current.operationId);
    },
  };
}

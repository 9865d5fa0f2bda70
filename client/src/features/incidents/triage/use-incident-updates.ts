import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import type { AssignIncidentsInput, IncidentState, SetIncidentsStateInput } from '@/lib/graphql/schema-types.generated';
import { toast } from '@/ui/feedback/toast';
import {
  type SetIncidentsStateMutation,
  type UpdatedIncidentsFragment,
  useAssignIncidentsMutation,
  useSetIncidentsStateMutation,
  useUndoIncidentOperationMutation,
} from '../incidents.generated';

/** Ids, or a filter for all matching incidents. */
export type UpdateTarget = Pick<AssignIncidentsInput, 'ids'> | Pick<AssignIncidentsInput, 'filter'>;

/** Why incidents are closed, and until when a risk is accepted. */
export type Closing = Pick<SetIncidentsStateInput, 'resolution' | 'acceptedUntil'>;

type Result = SetIncidentsStateMutation['setIncidentsState'] | undefined;

export interface IncidentUpdates {
  /** Each resolves with whether it was done, and offers Undo. */
  close: (target: UpdateTarget, closing: Closing) => Promise<boolean>;
  setState: (target: UpdateTarget, state: Exclude<IncidentState, 'CLOSED'>) => Promise<boolean>;
  /** Assigns to a member, or unassigns (null). */
  assign: (target: UpdateTarget, assigneeId: string | null) => Promise<boolean>;
  undo: (operationId: string) => Promise<boolean>;
  /** Undoes the last action of this page, if any. */
  undoLast: () => void;
  updating: boolean;
}

/** Triage of one or more incidents. Calls `refresh` afterwards. */
export function useIncidentUpdates(refresh: () => Promise<unknown>): IncidentUpdates {
  const { t } = useTranslation('incidents');
  const [mutateAssignee] = useAssignIncidentsMutation();
  const [mutateState] = useSetIncidentsStateMutation();
  const [mutateBack] = useUndoIncidentOperationMutation();
  const [updating, setUpdating] = useState(false);
  const last = useRef<{ operationId: string; closeNotice: () => void }>(undefined);

  /** Runs an operation, says what it did, and loads what is shown again. */
  async function run(
    operation: () => Promise<Result>,
    say: (done: UpdatedIncidentsFragment) => string,
    isUndo = false,
  ): Promise<boolean> {
    setUpdating(true);
    try {
      const result = await operation();
      if (result?.__typename !== 'UpdateIncidentsSuccess') {
        const isInvalid = result?.__typename === 'ValidationProblem';
        toast('error', toUserMessage(isInvalid ? undefined : result));
        return false;
      }
      const { operationId, detections, updated } = result;
      const closeNotice = toast('success', say(result), {
        ...(detections > 0 && { description: t('detectionCount', { count: detections }) }),
        ...(!isUndo && updated > 0 && { action: { label: t('done.undo'), onPress: () => void undo(operationId) } }),
      });
      if (!isUndo && updated > 0) last.current = { operationId, closeNotice };
      await refresh();
      return true;
    } catch (error) {
      toast('error', toUserMessage(error));
      return false;
    } finally {
      setUpdating(false);
    }
  }

  function undo(operationId: string): Promise<boolean> {
    if (last.current?.operationId === operationId) last.current = undefined;
    return run(
      async () => (await mutateBack({ variables: { operationId } })).data?.undoIncidentOperation,
      ({ updated }) => t('done.UNDONE', { incidents: t('count', { count: updated }) }),
      true,
    );
  }

  const setState = (target: UpdateTarget, state: IncidentState, closing: Closing = {}) =>
    run(
      async () =>
        (await mutateState({ variables: { input: { ...target, state, ...closing } } })).data?.setIncidentsState,
      ({ updated }) => t(`done.${state}`, { incidents: t('count', { count: updated }) }),
    );

  return {
    close: (target, closing) => setState(target, 'CLOSED', closing),
    setState,
    assign: (target, assigneeId) =>
      run(
        async () => (await mutateAssignee({ variables: { input: { ...target, assigneeId } } })).data?.assignIncidents,
        ({ updated }) =>
          t(`done.${assigneeId === null ? 'UNASSIGNED' : 'ASSIGNED'}`, { incidents: t('count', { count: updated }) }),
      ),
    undo,
    undoLast() {
      if (!last.current) return;
      last.current.closeNotice();
      void undo(last.current.operationId);
    },
    updating,
  };
}

import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { CloseDialog } from './close-dialog';
import { type Choice, MANY } from './selection-target';
import type { IncidentUpdates } from './use-incident-updates';

type OpenState = 'OPEN' | 'WAITING';

export interface Triage {
  /** Asks why, and closes. */
  close: (choice: Choice) => void;
  /** Reopens, or lets wait; asks first if that reopens many detections. */
  setState: (choice: Choice, state: OpenState) => void;
  assign: (choice: Choice, assigneeId: string | null) => void;
  updating: boolean;
  dialogs: ReactNode;
}

/** Actions on incidents with their questions; `onDone` follows what was done. */
export function useTriage(updates: IncidentUpdates, onDone: () => void): Triage {
  const { t, i18n } = useTranslation('incidents');
  const [closing, setClosing] = useState<Choice>();
  const [reopening, setReopening] = useState<{ choice: Choice; state: OpenState }>();
  const follow = (done: Promise<boolean>) => void done.then((isDone) => isDone && onDone());
  const reopen = (choice: Choice, state: OpenState) => follow(updates.setState(choice.target, state));
  return {
    close: setClosing,
    setState: (choice, state) => {
      if (choice.areClosed && choice.allDetections >= MANY) setReopening({ choice, state });
      else reopen(choice, state);
    },
    assign: ({ target }, assigneeId) => follow(updates.assign(target, assigneeId)),
    updating: updates.updating,
    dialogs: (
      <>
        <CloseDialog
          count={closing}
          onCancel={() => setClosing(undefined)}
          onClose={(reason) => {
            if (closing) follow(updates.close(closing.target, reason));
            setClosing(undefined);
          }}
        />
        <AlertDialog
          open={reopening !== undefined}
          onOpenChange={() => setReopening(undefined)}
          title={t('reopen.title', { incidents: t('count', { count: reopening?.choice.incidents ?? 0 }) })}
          message={t('reopen.text', { number: formatNumber(reopening?.choice.allDetections ?? 0, i18n.language) })}
          confirmLabel={t('action.OPEN')}
          cancelLabel={t('cancel')}
          onConfirm={() => {
            if (reopening) reopen(reopening.choice, reopening.state);
            setReopening(undefined);
          }}
        />
      </>
    ),
  };
}

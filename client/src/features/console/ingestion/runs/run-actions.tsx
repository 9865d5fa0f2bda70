import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import {
  useConsoleCancelRunMutation,
  useConsolePauseRunMutation,
  useConsoleResumeRunMutation,
  useConsoleRetryRunMutation,
} from '../ingestion.generated';
import { isolated } from '../figures';
import { RetryDialog } from './retry-dialog';
import { isOpen, type Run } from './run-labels';

interface RunActionsProps {
  run: Run;
  /** Loads the runs again. */
  onChanged: () => Promise<unknown>;
}

/** What an operator can do with a run in its state. */
export function RunActions({ run, onChanged }: RunActionsProps) {
  const { t } = useTranslation('ingestion');
  const { id, name, state, requested } = run;
  const [asked, setAsked] = useState<'cancel' | 'retry'>();
  const [pause, pausing] = useConsolePauseRunMutation();
  const [resume, resuming] = useConsoleResumeRunMutation();
  const [cancel, cancelling] = useConsoleCancelRunMutation();
  const [retry, retrying] = useConsoleRetryRunMutation();

  async function act(ask: () => Promise<{ data?: { result: Parameters<typeof toastOutcome>[0] } | undefined }>) {
    try {
      toastOutcome((await ask()).data?.result, 'elsewhere');
      await onChanged();
    } catch (failure) {
      toastFailure(failure, { flow: 'elsewhere' });
    }
  }

  const busy = (loading: boolean) => (loading ? t('runs.busy') : undefined);
  const variables = { id };
  return (
    <>
      {(state === 'WAITING' || state === 'RUNNING') && requested === null && (
        <Button
          size="sm"
          aria-label={t('named', { action: t('runs.pause'), name })}
          loadingLabel={busy(pausing.loading)}
          onClick={() => void act(() => pause({ variables }))}
        >
          {t('runs.pause')}
        </Button>
      )}
      {state === 'PAUSED' && (
        <Button
          size="sm"
          aria-label={t('named', { action: t('runs.resume'), name })}
          loadingLabel={busy(resuming.loading)}
          onClick={() => void act(() => resume({ variables }))}
        >
          {t('runs.resume')}
        </Button>
      )}
      {state === 'HELD' && (
        <Button
          size="sm"
          variant="primary"
          aria-label={t('named', { action: t('runs.accept'), name })}
          loadingLabel={busy(retrying.loading)}
          onClick={() => void act(() => retry({ variables: { id, accept: true } }))}
        >
          {t('runs.accept')}
        </Button>
      )}
      {(state === 'HELD' || state === 'REFUSED' || state === 'FAILED' || state === 'CANCELLED') && (
        <Button size="sm" aria-label={t('named', { action: t('runs.retry'), name })} onClick={() => setAsked('retry')}>
          {t('runs.retry')}
        </Button>
      )}
      {isOpen(run) && requested !== 'CANCEL' && (
        <Button
          size="sm"
          aria-label={t('named', { action: t('runs.cancel'), name })}
          onClick={() => setAsked('cancel')}
        >
          {t('runs.cancel')}
        </Button>
      )}
      <AlertDialog
        open={asked === 'cancel'}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={t('runs.cancelQuestion', { name: isolated(name) })}
        message={t(run.source === 'UPLOAD' ? 'runs.cancelUpload' : 'runs.cancelFile')}
        confirmLabel={t('runs.cancel')}
        cancelLabel={t('keep')}
        tone="danger"
        busyLabel={busy(cancelling.loading)}
        onConfirm={() => void act(() => cancel({ variables })).then(() => setAsked(undefined))}
      />
      {asked === 'retry' && <RetryDialog run={run} onClose={() => setAsked(undefined)} onRetried={onChanged} />}
    </>
  );
}

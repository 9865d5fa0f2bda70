import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { Callout } from '@/ui/feedback/callout';
import { toastOutcome } from '@/ui/feedback/mutation-toasts';
import { FormDialog } from '@/ui/overlay/form-dialog';
import { isolated } from '../figures';
import { useConsoleIngestionQuery, useConsoleRetryRunMutation } from '../ingestion.generated';
import { DETECTED, type Reading, readingErrors, readingInput } from '../preparation/reading';
import { ReadingFields } from '../preparation/reading-fields';
import type { Run } from './run-labels';

interface RetryDialogProps {
  run: Run;
  onClose: () => void;
  onRetried: () => Promise<unknown>;
}

/** Asks how to read the file this time; as before if nothing is changed. */
export function RetryDialog({ run, onClose, onRetried }: RetryDialogProps) {
  const { t } = useTranslation(['ingestion', 'console']);
  const settings = useConsoleIngestionQuery({ fetchPolicy: 'cache-first' }).data?.console.ingestSettings;
  const [retry, { loading }] = useConsoleRetryRunMutation();
  const [reading, setReading] = useState<Reading>(DETECTED);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<ReturnType<typeof readingErrors>>({});

  async function submit() {
    setProblem(undefined);
    setErrors({});
    const input = readingInput(reading);
    try {
      const result = (await retry({ variables: { id: run.id, ...(input && { reading: input }) } })).data?.result;
      if (result?.__typename === 'MessageSuccess') {
        toastOutcome(result, 'elsewhere');
        await onRetried();
        onClose();
      } else if (result?.__typename === 'ValidationProblem') setErrors(readingErrors(result.fieldErrors));
      else setProblem(toUserMessage(result));
    } catch (failure) {
      setProblem(toUserMessage(failure));
    }
  }

  return (
    <FormDialog
      title={t('runs.retryTitle', { name: isolated(run.name) })}
      description={t('runs.retryText')}
      closeLabel={t('close')}
      cancelLabel={t('console:cancel')}
      submitLabel={t('runs.retry')}
      busyLabel={loading ? t('runs.busy') : undefined}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <ReadingFields settings={settings} reading={reading} onChange={setReading} errors={errors} />
    </FormDialog>
  );
}

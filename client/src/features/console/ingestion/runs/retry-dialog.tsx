import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { Callout } from '@/ui/feedback/callout';
import { toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { isolated } from '../figures';
import { useConsoleIngestionQuery, useConsoleRetryRunMutation } from '../ingestion.generated';
import { DETECTED, type Reading, readingErrors, readingInput } from '../preparation/reading';
import { ReadingFields } from '../preparation/reading-fields';
import type { Run } from './run-labels';

const FORM_ID = 'retry-ingestion';

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
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={t('runs.retryTitle', { name: isolated(run.name) })}
      description={t('runs.retryText')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('console:cancel')}</Button>
          <Button type="submit" form={FORM_ID} variant="primary" loadingLabel={loading ? t('runs.busy') : undefined}>
            {t('runs.retry')}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
        <ReadingFields settings={settings} reading={reading} onChange={setReading} errors={errors} />
      </form>
    </Dialog>
  );
}

import { useEffect, useState } from 'react';
import { toUserMessage } from '@/lib/graphql/errors';
import { freeText, type UrlSchema, useUrlState } from '@/lib/url-state';
import { useConsoleIngestPreviewQuery, useConsolePreviewUploadMutation } from '../preparation.generated';
import { type Reading, readingErrors, readingInput } from './reading';

const POLL_MILLISECONDS = 1000;

/** The preview stays with the page when it is loaded again. */
const schema: UrlSchema<{ preview: string }> = { preview: freeText };

/** Preview of an upload: asked for, awaited, and shown. */
export function usePreview(uploadId: string) {
  const [{ preview }, change] = useUrlState(schema);
  // Not the URL's value itself: navigations are transitions, which the polling query would interrupt again and again.
  const [id, setId] = useState(preview);
  const [ask, { loading }] = useConsolePreviewUploadMutation();
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<ReturnType<typeof readingErrors>>({});
  const asked = useConsoleIngestPreviewQuery({
    variables: { id },
    skip: id === '',
    fetchPolicy: 'cache-and-network',
    skipPollAttempt: () => document.hidden,
  });
  const result = id === '' ? undefined : (asked.data?.console.ingestPreview ?? undefined);
  const isPending = loading || (result !== undefined && !result.isReady && result.failure === null);
  const { startPolling, stopPolling } = asked;
  useEffect(() => {
    if (!isPending || id === '') return;
    startPolling(POLL_MILLISECONDS);
    return stopPolling;
  }, [isPending, id, startPolling, stopPolling]);

  async function start(reading: Reading) {
    setProblem(undefined);
    setErrors({});
    const input = readingInput(reading);
    try {
      const answer = (await ask({ variables: { id: uploadId, ...(input && { reading: input }) } })).data?.result;
      if (answer?.__typename === 'PreviewUploadSuccess') {
        setId(answer.preview.id);
        change({ preview: answer.preview.id }, { replace: true });
      } else if (answer?.__typename === 'ValidationProblem') setErrors(readingErrors(answer.fieldErrors));
      else setProblem(toUserMessage(answer));
    } catch (failure) {
      setProblem(toUserMessage(failure));
    }
  }

  const failure = asked.error && result === undefined ? toUserMessage(asked.error) : undefined;
  return { start, result, isPending, problem: problem ?? failure, errors, setErrors };
}

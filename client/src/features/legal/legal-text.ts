import { NetworkStatus } from '@apollo/client';
import type { LegalText } from './legal-page';

interface Question {
  error?: unknown;
  networkStatus: NetworkStatus;
  refetch: () => Promise<unknown>;
}

/**
 * The state of a question for a document. `content` is the answer, undefined before there is one; `kept` is what was last good
 * in this language.
 */
export function legalText(question: Question, content: string | null | undefined, kept: string | null): LegalText {
  const retrying = question.networkStatus === NetworkStatus.refetch;
  if (question.error || retrying) {
    // A second failure is shown by the question itself.
    return { state: 'failed', content: kept, retrying, retry: () => void question.refetch().catch(() => undefined) };
  }
  return content === undefined ? { state: 'loading' } : { state: 'known', content };
}

import { NetworkStatus } from '@apollo/client';
import type { LegalText } from './legal-page';

interface Question {
  error?: unknown;
  networkStatus: NetworkStatus;
  refetch: () => Promise<unknown>;
}

/**
 * Loading state of a document query. `content` is undefined until loaded; `kept` is the last good text in this language.
 */
export function legalText(question: Question, content: string | null | undefined, kept: string | null): LegalText {
  const retrying = question.networkStatus === NetworkStatus.refetch;
  if (question.error || retrying) {
    // A second failure is reported by the query itself.
    return { state: 'failed', content: kept, retrying, retry: () => void question.refetch().catch(() => undefined) };
  }
  return content === undefined ? { state: 'loading' } : { state: 'known', content };
}

import { type TextKey, translate } from '@/i18n';
import { toUserMessage } from '@/lib/graphql/errors';
import { type ToastFlow, type ToastKind, toast } from './toast';

/** Result of a mutation: one member of its union. */
interface Outcome {
  __typename: string;
  message?: string;
  fieldErrors?: readonly { messages: readonly string[] }[];
}

/** Toast for the account flow or another one (spec §9). */
export const accountToast = (kind: ToastKind, message: string, flow: ToastFlow = 'account'): void => {
  toast(kind, message, { flow });
};

/** Shows the server's message and returns whether the change succeeded; null means that the user cancelled. */
export function toastOutcome(outcome: Outcome | null | undefined, flow?: ToastFlow): boolean {
  if (outcome === null) return false;
  const done = outcome?.__typename.endsWith('Success') ?? false;
  accountToast(done ? 'success' : 'error', outcome?.fieldErrors?.[0]?.messages[0] ?? toUserMessage(outcome), flow);
  return done;
}

/** Shows an error as in spec §8; `fallback` is for errors without a message. */
export const toastFailure = (failure: unknown, options: { flow?: ToastFlow; fallback?: TextKey } = {}): void =>
  accountToast('error', toUserMessage(failure, options.fallback), options.flow);

/** Shows whether copying succeeded (spec §8). */
export const toastCopied = (copied: boolean, flow?: ToastFlow): void =>
  accountToast(copied ? 'success' : 'error', translate(copied ? 'app:copied' : 'app:copyFailed'), flow);

import { type TextKey, translate } from '@/i18n';
import { toUserMessage } from '@/lib/graphql/errors';
import { type ToastFlow, type ToastKind, toast } from './toast';

/** How a change ended: one branch of a mutation's union. */
interface Outcome {
  __typename: string;
  message?: string;
  fieldErrors?: readonly { messages: readonly string[] }[];
}

/** A notice of the account flow, or of another one (spec §9). */
export const accountToast = (kind: ToastKind, message: string, flow: ToastFlow = 'account'): void => {
  toast(kind, message, { flow });
};

/** Tells how a change ended, in the server's words; null says that the user gave up. Says whether it was done. */
export function toastOutcome(outcome: Outcome | null | undefined, flow?: ToastFlow): boolean {
  if (outcome === null) return false;
  const done = outcome?.__typename.endsWith('Success') ?? false;
  accountToast(done ? 'success' : 'error', outcome?.fieldErrors?.[0]?.messages[0] ?? toUserMessage(outcome), flow);
  return done;
}

/** Tells a failure of any kind in the words of spec §8; the fallback is for those that have none of their own. */
export const toastFailure = (failure: unknown, options: { flow?: ToastFlow; fallback?: TextKey } = {}): void =>
  accountToast('error', toUserMessage(failure, options.fallback), options.flow);

/** Tells whether something is on the clipboard now (spec §8). */
export const toastCopied = (copied: boolean, flow?: ToastFlow): void =>
  accountToast(copied ? 'success' : 'error', translate(copied ? 'app:copied' : 'app:copyFailed'), flow);

import type { EarlierAccess } from '@/lib/graphql/schema-types.generated';

/** State of the email verification page (spec §4, Email verification). */
export type VerificationState =
  | { step: 'idle' }
  | { step: 'verifying' }
  | { step: 'verified'; earlierAccess?: EarlierAccess | undefined }
  | { step: 'failed'; message: string };

export type VerificationEvent =
  /** The button was pressed, first or again after a failure. */
  | { kind: 'verify' }
  | { kind: 'confirmed'; earlierAccess?: EarlierAccess | undefined }
  | { kind: 'refused'; message: string }
  /** The response to 'Resend email' says that the address is already verified. */
  | { kind: 'already-verified' };

export const NOT_BEGUN: VerificationState = { step: 'idle' };

/** Return the state after an event. Events of other states are ignored; a verified address stays verified. */
export function nextVerification(state: VerificationState, event: VerificationEvent): VerificationState {
  switch (event.kind) {
    case 'verify':
      return state.step === 'idle' || state.step === 'failed' ? { step: 'verifying' } : state;
    case 'confirmed':
      return state.step === 'verifying' ? { step: 'verified', earlierAccess: event.earlierAccess } : state;
    case 'refused':
      return state.step === 'verifying' ? { step: 'failed', message: event.message } : state;
    case 'already-verified':
      return state.step === 'failed' ? { step: 'verified' } : state;
  }
}

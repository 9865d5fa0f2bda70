import type { MfaMethod } from './login.generated';

/** The state of the emailed code of this login. */
export type EmailState = 'unsent' | 'sending' | 'sent' | 'failed';

/** What the server has answered to a right password, or link, of a user with a second factor. */
interface Challenge {
  methods: readonly MfaMethod[];
  emailToken: string;
  mail: EmailState;
}

/**
 * The steps of a login (spec §4, Login): the password, or the emailed link; then, where a second factor is on, which
 * one if there are several, and its code. A recovery code stands in for any of them.
 */
export type LoginStep =
  | { name: 'start' }
  | ({ name: 'choice' } & Challenge)
  | ({ name: 'code'; method: MfaMethod } & Challenge)
  | ({ name: 'recovery' } & Challenge);

export type LoginEvent =
  | { kind: 'mfa-required'; methods: readonly MfaMethod[]; emailToken: string }
  | { kind: 'method-chosen'; method: MfaMethod }
  | { kind: 'recovery-chosen' }
  /** From a recovery code back to the method, or to the choice of one. */
  | { kind: 'method-wanted' }
  | { kind: 'mail-wanted' }
  | { kind: 'mail-begun'; emailToken: string }
  | { kind: 'mail-ended'; emailToken: string; sent: boolean }
  | { kind: 'given-up' };

export const START: LoginStep = { name: 'start' };

/** The step that a challenge begins with: a single method needs no choice. */
function beginOf(challenge: Challenge): LoginStep {
  const [first, ...others] = challenge.methods;
  // The server names at least one; whatever a newer one names instead, a recovery code opens it.
  if (first === undefined) return { ...challenge, name: 'recovery' };
  return others.length === 0 ? { ...challenge, name: 'code', method: first } : { ...challenge, name: 'choice' };
}

const challengeOf = ({ methods, emailToken, mail }: Challenge): Challenge => ({ methods, emailToken, mail });

/** The step after an event. An event that does not belong to a step, or to its challenge, leaves it as it is. */
export function nextStep(step: LoginStep, event: LoginEvent): LoginStep {
  if (event.kind === 'given-up') return START;
  if (step.name === 'start') {
    if (event.kind !== 'mfa-required') return step;
    return beginOf({ methods: event.methods, emailToken: event.emailToken, mail: 'unsent' });
  }
  switch (event.kind) {
    case 'mfa-required':
      // The answer to a log-in that carried a code: the user stays where the code was typed. What becomes of a mail that is
      // just being sent for the earlier token will not be told any more.
      return {
        ...step,
        methods: event.methods,
        emailToken: event.emailToken,
        mail: step.mail === 'sending' ? 'unsent' : step.mail,
      };
    case 'method-chosen':
      return step.methods.includes(event.method) ? { ...challengeOf(step), name: 'code', method: event.method } : step;
    case 'recovery-chosen':
      return { ...challengeOf(step), name: 'recovery' };
    case 'method-wanted':
      return beginOf(challengeOf(step));
    case 'mail-wanted':
      return step.mail === 'sending' ? step : { ...step, mail: 'unsent' };
    case 'mail-begun':
      return step.emailToken === event.emailToken ? { ...step, mail: 'sending' } : step;
    case 'mail-ended':
      return step.emailToken === event.emailToken ? { ...step, mail: event.sent ? 'sent' : 'failed' } : step;
  }
}

/** The token that opens the sending of the code, if the step waits for one that nobody has asked for yet; else null. */
export const emailDue = (step: LoginStep): string | null =>
  step.name === 'code' && step.method === 'EMAIL' && step.mail === 'unsent' ? step.emailToken : null;

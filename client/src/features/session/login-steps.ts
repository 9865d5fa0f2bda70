import type { MfaMethod } from './login.generated';

/** State of the emailed code of this login. */
export type EmailState = 'unsent' | 'sending' | 'sent' | 'failed';

/** Response to a correct password or link if a second factor is required. */
interface Challenge {
  methods: readonly MfaMethod[];
  emailToken: string;
  mail: EmailState;
}

/**
 * Steps of a login (spec §4, Login): the password or the emailed link, then the choice of a second factor if there are
 * several, and its code. A recovery code replaces any of them.
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
  /** Return from the recovery code to the method, or to the choice of one. */
  | { kind: 'method-wanted' }
  | { kind: 'mail-wanted' }
  | { kind: 'mail-begun'; emailToken: string }
  | { kind: 'mail-ended'; emailToken: string; sent: boolean }
  | { kind: 'given-up' };

export const START: LoginStep = { name: 'start' };

/** Return the first step of a challenge; a single method needs no choice. */
function beginOf(challenge: Challenge): LoginStep {
  const [first, ...others] = challenge.methods;
  // The server sends at least one method; if it is unknown here, a recovery code still works.
  if (first === undefined) return { ...challenge, name: 'recovery' };
  return others.length === 0 ? { ...challenge, name: 'code', method: first } : { ...challenge, name: 'choice' };
}

const challengeOf = ({ methods, emailToken, mail }: Challenge): Challenge => ({ methods, emailToken, mail });

/** Return the step after an event. Events of another step or challenge are ignored. */
export function nextStep(step: LoginStep, event: LoginEvent): LoginStep {
  if (event.kind === 'given-up') return START;
  if (step.name === 'start') {
    if (event.kind !== 'mfa-required') return step;
    return beginOf({ methods: event.methods, emailToken: event.emailToken, mail: 'unsent' });
  }
  switch (event.kind) {
    case 'mfa-required':
      // Response to a login with a code: the user stays at the code. An email still being sent for the previous token is
      // no longer reported.
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

/** Return the token to send the code with, if the step needs a code that was not requested yet; otherwise null. */
export const emailDue = (step: LoginStep): string | null =>
  step.name === 'code' && step.method === 'EMAIL' && step.mail === 'unsent' ? step.emailToken : null;

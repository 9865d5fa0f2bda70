import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '@/i18n';
import { isConnectionFailure, toUserMessage } from '@/lib/graphql/errors';
import { storedAccount, storedTokens } from '@/lib/session/mappers';
import type { Account } from '@/lib/session/session';
import { sessionStore } from '@/lib/session/store';
import { toast } from '@/ui/feedback/toast';
import { type LoginEvent, type LoginStep, emailDue, nextStep, START } from './login-steps';
import type { LoginMutation, SendMfaEmailMutation } from './login.generated';

type LoginAnswer = LoginMutation['login'];
type MessageAnswer = SendMfaEmailMutation['sendMfaEmail'];

/** Error code of a login without a token of the human-verification widget. */
const HUMAN_VERIFICATION = 'HUMAN_VERIFICATION';

/** The code of the second factor. */
export interface Codes {
  deviceVerificationCode?: string;
  emailVerificationCode?: string;
  recoveryCode?: string;
}

/** Reason for a failed attempt. */
export interface AttemptProblem {
  message: string;
  /** No response of the server: the same attempt may succeed later. */
  unanswered: boolean;
  fieldErrors: readonly { field: string; messages: readonly string[] }[];
}

interface LoginCalls {
  logIn: (codes?: Codes) => Promise<LoginAnswer | undefined>;
  mailCode: (emailToken: string) => Promise<MessageAnswer | undefined>;
  onLoggedIn?: (account: Account) => void;
  /** Fallback message of a failure. */
  fallback?: TextKey;
}

export interface LoginSteps {
  step: LoginStep;
  change: (event: LoginEvent) => void;
  /** Try to log in; resolves to null once the session or the next step has begun, otherwise to the problem. */
  attempt: (codes?: Codes) => Promise<AttemptProblem | null>;
}

/** Run the steps of a login by password or emailed link, and begin the session at the end. */
export function useLoginSteps({ logIn, mailCode, onLoggedIn, fallback }: LoginCalls): LoginSteps {
  const { t } = useTranslation('session');
  const [step, setStep] = useState(START);
  // A response applies to the current step, not to the one rendered when the request was sent.
  const latest = useRef(START);

  const change = (event: LoginEvent) => {
    latest.current = nextStep(latest.current, event);
    setStep(latest.current);
    const emailToken = emailDue(latest.current);
    if (emailToken !== null) void mail(emailToken);
  };

  async function mail(emailToken: string) {
    change({ kind: 'mail-begun', emailToken });
    let problem: unknown;
    try {
      const answer = await mailCode(emailToken);
      if (answer?.__typename !== 'MessageSuccess') problem = answer ?? {};
    } catch (error) {
      problem = error;
    }
    if (problem === undefined) toast('info', t('mfa.sent'), { flow: 'account' });
    else toast('error', t('mfa.sendFailed'), { flow: 'account', description: toUserMessage(problem) });
    change({ kind: 'mail-ended', emailToken, sent: problem === undefined });
  }

  const problemOf = (answer: unknown, fieldErrors: AttemptProblem['fieldErrors'] = []): AttemptProblem => ({
    message: toUserMessage(answer, fallback),
    unanswered: isConnectionFailure(answer),
    fieldErrors,
  });

  async function attempt(codes?: Codes): Promise<AttemptProblem | null> {
    let answer;
    try {
      answer = await logIn(codes);
    } catch (error) {
      return problemOf(error);
    }
    switch (answer?.__typename) {
      case 'LoginSuccess': {
        const account = storedAccount(answer.account);
        toast('success', t('login.success'), { flow: 'account' });
        sessionStore.dispatch({ kind: 'logged-in', tokens: storedTokens(answer.tokens), account });
        onLoggedIn?.(account);
        return null;
      }
      case 'MfaRequired': {
        const isFirst = latest.current.name === 'start';
        change({ kind: 'mfa-required', methods: answer.methods, emailToken: answer.emailToken });
        return isFirst ? null : problemOf(answer);
      }
      case 'ValidationProblem':
        return problemOf(answer, answer.fieldErrors);
      default:
        // The server accepts the code for a few minutes only; then the user starts over.
        if (answer?.code === HUMAN_VERIFICATION) change({ kind: 'given-up' });
        return problemOf(answer);
    }
  }

  return { step, change, attempt };
}

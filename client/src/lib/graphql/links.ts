import type { ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { RetryLink } from '@apollo/client/link/retry';
import { isMutationOperation, isSubscriptionOperation } from '@apollo/client/utilities';
import { from, switchMap } from 'rxjs';
import { activityHeaders } from '@/lib/session/activity';
import type { Refresher } from '@/lib/session/refresher';
import type { SessionStore } from '@/lib/session/store';
import { hasCode, MFA_SETUP_REQUIRED, NoResponseError, UNAUTHENTICATED } from './errors';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Send no bearer token: login, refresh and public data. */
    anonymous?: boolean;
    /** Access token; set by the authentication link unless given. */
    bearer?: string;
    /** Generation of the session that started the operation. */
    sessionGeneration?: number;
    /** Whether the operation has been retried with a new token; it is not retried again. */
    replayed?: boolean;
  }
}

const MAXIMUM_ATTEMPTS = 3;

/** Adds the bearer token, refreshed first if it is about to expire, and whether a person caused the request. */
export const createAuthenticationLink = (store: SessionStore, refresher: Refresher): ApolloLink =>
  new SetContextLink(async ({ anonymous, bearer }, { query }) => {
    if (anonymous) return {};
    const token = bearer ?? (await refresher.freshToken());
    if (token === null) return {};
    return {
      bearer: token,
      sessionGeneration: store.generation(),
      // A subscription is no activity, and must not use up the report of one.
      headers: { authorization: `Bearer ${token}`, ...(isSubscriptionOperation(query) ? {} : activityHeaders()) },
    };
  });

/**
 * Retries an operation once with a new token after UNAUTHENTICATED. Ignores responses of an older session, which must not end
 * the current one.
 */
export const createReplayLink = (store: SessionStore, refresher: Refresher): ApolloLink =>
  new ErrorLink(({ error, operation, forward }) => {
    const { anonymous, bearer, replayed, sessionGeneration } = operation.getContext();
    if (!hasCode(error, UNAUTHENTICATED) || anonymous || replayed || bearer === undefined) return undefined;
    if (sessionGeneration !== store.generation()) return undefined;
    return from(refresher.replaceToken(bearer)).pipe(
      switchMap((token) => {
        operation.setContext({ bearer: token, replayed: true });
        return forward(operation);
      }),
    );
  });

/** Stores that the organization requires a second factor: the dashboard then leads to its setup. */
export const createMfaSetupLink = (store: SessionStore): ApolloLink =>
  new ErrorLink(({ error, operation }) => {
    if (!hasCode(error, MFA_SETUP_REQUIRED)) return undefined;
    if (operation.getContext().sessionGeneration !== store.generation()) return undefined;
    const settings = { is_mfa_device_enabled: false, is_mfa_email_enabled: false, is_mfa_required: true };
    store.dispatch({ kind: 'account-updated', update: { user: { mfa_settings: settings } } });
    return undefined;
  });

/** Retries queries without a response; never mutations, never after a timeout. */
export const createRetryLink = (): ApolloLink =>
  new RetryLink({
    delay: { initial: 300, max: 3000, jitter: true },
    attempts: {
      max: MAXIMUM_ATTEMPTS,
      retryIf: (error, operation) =>
        error instanceof NoResponseError && !error.timedOut && !isMutationOperation(operation.query),
    },
  });

import type { ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { RetryLink } from '@apollo/client/link/retry';
import { isMutationOperation } from '@apollo/client/utilities';
import { from, switchMap } from 'rxjs';
import type { Refresher } from '@/lib/session/refresher';
import type { SessionStore } from '@/lib/session/store';
import { hasCode, NoResponseError, UNAUTHENTICATED } from './errors';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Send no bearer: log-in, refresh and what a visitor may read. */
    anonymous?: boolean;
    /** The access token that goes with this operation; set by the authentication link unless given. */
    bearer?: string;
    /** The session for which the operation was started. */
    sessionGeneration?: number;
    /** The operation has been sent a second time with a new token; there is no third. */
    replayed?: boolean;
  }
}

const MAXIMUM_ATTEMPTS = 3;

/** Puts the bearer on an operation, renewed first if it is about to end. */
export const createAuthenticationLink = (store: SessionStore, refresher: Refresher): ApolloLink =>
  new SetContextLink(async ({ anonymous, bearer }) => {
    if (anonymous) return {};
    const token = bearer ?? (await refresher.freshToken());
    if (token === null) return {};
    return {
      bearer: token,
      sessionGeneration: store.generation(),
      headers: { authorization: `Bearer ${token}` },
    };
  });

/**
 * Replays an operation once with a new token when the server says UNAUTHENTICATED. An answer that belongs to an older session
 * is left alone: it must not end the one that has begun since.
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

/** Sends a query again when no answer came; never a mutation, and never after a time-out. */
export const createRetryLink = (): ApolloLink =>
  new RetryLink({
    delay: { initial: 300, max: 3000, jitter: true },
    attempts: {
      max: MAXIMUM_ATTEMPTS,
      retryIf: (error, operation) =>
        error instanceof NoResponseError && !error.timedOut && !isMutationOperation(operation.query),
    },
  });

import { type Account, LOGGED_OUT, type Session, type Tokens } from './session';

/** Time before expiry at which the access token is refreshed (spec §9). */
export const REFRESH_THRESHOLD_MILLISECONDS = 5000;
/** Minimum time between checks, and between attempts after a failure (spec §9). */
export const REFRESH_CHECK_INTERVAL_MILLISECONDS = 1000;

/** Partial account update: parts are replaced, user fields are merged. */
export interface AccountUpdate {
  user?: Partial<Account['user']>;
  org?: Account['org'];
  domains?: Account['domains'];
}

export type SessionEvent =
  | { kind: 'logged-in'; tokens: Tokens; account: Account }
  | { kind: 'refreshed'; spentRefreshToken: string; tokens: Tokens }
  | { kind: 'account-updated'; update: AccountUpdate }
  /** `onPurpose`: the user logged out, so the next login gets no return path. `notice`: why the session ended. */
  | { kind: 'logged-out'; onPurpose?: boolean; notice?: string | undefined };

/** Session after an event (spec §4, Session). Without a session, events that need one have no effect. */
export function nextSession(session: Session, event: SessionEvent): Session {
  switch (event.kind) {
    case 'logged-in':
      return { loggedIn: true, tokens: event.tokens, account: event.account };
    case 'logged-out':
      return LOGGED_OUT;
    case 'refreshed':
      // A late response must not overwrite newer tokens.
      if (!session.loggedIn || session.tokens.refresh_token !== event.spentRefreshToken) return session;
      return { ...session, tokens: event.tokens };
    case 'account-updated':
      if (!session.loggedIn) return session;
      return {
        ...session,
        account: {
          ...session.account,
          user: { ...session.account.user, ...event.update.user },
          ...(event.update.org !== undefined && { org: event.update.org }),
          ...(event.update.domains !== undefined && { domains: event.update.domains }),
        },
      };
  }
}

/** Due action: none, refresh, or end of the session. */
export type SessionDue = 'nothing' | 'refresh' | 'log-out';

/** Action due at a time (milliseconds since 1970, UTC). */
export function dueAt(session: Session, now: number): SessionDue {
  if (!session.loggedIn) return 'nothing';
  const accessEnds = Date.parse(session.tokens.access_expires_utc);
  if (accessEnds - now > REFRESH_THRESHOLD_MILLISECONDS) return 'nothing';
  return Date.parse(session.tokens.refresh_expires_utc) > now ? 'refresh' : 'log-out';
}

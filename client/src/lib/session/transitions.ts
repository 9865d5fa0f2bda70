import { type Account, LOGGED_OUT, type Session, type Tokens } from './session';

/** An access token that ends within this time is renewed first (spec §9). */
export const REFRESH_THRESHOLD_MILLISECONDS = 5000;
/** The shortest time between two checks, and between two attempts after a failure (spec §9). */
export const REFRESH_CHECK_INTERVAL_MILLISECONDS = 1000;

/** A partial update of the account: each part given replaces that part whole, and the user's own fields merge. */
export interface AccountUpdate {
  user?: Partial<Account['user']>;
  org?: Account['org'];
  domains?: Account['domains'];
}

export type SessionEvent =
  | { kind: 'logged-in'; tokens: Tokens; account: Account }
  | { kind: 'refreshed'; spentRefreshToken: string; tokens: Tokens }
  | { kind: 'account-updated'; update: AccountUpdate }
  /** `onPurpose`: the user asked for it, so the next log-in need not lead back to this page. */
  | { kind: 'logged-out'; onPurpose?: boolean };

/** The session after an event (spec §4, Session). Events that need a session leave a logged-out one as it is. */
export function nextSession(session: Session, event: SessionEvent): Session {
  switch (event.kind) {
    case 'logged-in':
      return { loggedIn: true, tokens: event.tokens, account: event.account };
    case 'logged-out':
      return LOGGED_OUT;
    case 'refreshed':
      // A late answer must not overwrite the tokens of a session that has moved on since.
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

/** What the time alone asks for: nothing, new tokens, or the end of the session. */
export type SessionDue = 'nothing' | 'refresh' | 'log-out';

/** Looks at a session at a time (milliseconds since 1970, UTC) and says what is due. */
export function dueAt(session: Session, now: number): SessionDue {
  if (!session.loggedIn) return 'nothing';
  const accessEnds = Date.parse(session.tokens.access_expires_utc);
  if (accessEnds - now > REFRESH_THRESHOLD_MILLISECONDS) return 'nothing';
  return Date.parse(session.tokens.refresh_expires_utc) > now ? 'refresh' : 'log-out';
}

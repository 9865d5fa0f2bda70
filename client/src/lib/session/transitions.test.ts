import fc from 'fast-check';
import { account, tokens } from '@/testing/session';
import { LOGGED_OUT, type Session } from './session';
import { dueAt, nextSession, REFRESH_THRESHOLD_MILLISECONDS, type SessionEvent } from './transitions';

const now = Date.parse('2026-03-01T12:00:00Z');
const loggedIn: Session = { loggedIn: true, tokens: tokens(), account: account() };

describe('the due action', () => {
  it.each([
    ['nothing for a visitor', LOGGED_OUT, 'nothing'],
    ['nothing while the access token holds', { accessSeconds: 5.001 }, 'nothing'],
    ['a refresh 5 seconds before the access token ends', { accessSeconds: 5 }, 'refresh'],
    ['a refresh after the access token has ended', { accessSeconds: -600 }, 'refresh'],
    ['nothing while only the refresh token has ended', { accessSeconds: 60, refreshSeconds: -1 }, 'nothing'],
    ['the log-out when both have ended', { accessSeconds: 5, refreshSeconds: 0 }, 'log-out'],
  ] as const)('is %s', (_case, times, due) => {
    const session: Session =
      'loggedIn' in times ? times : { ...loggedIn, tokens: tokens({ now, refreshSeconds: 86_400, ...times }) };
    expect(dueAt(session, now)).toBe(due);
  });

  // spec: S4.3 S4.6 S9.4
  it('depends only on the two expiry times and the threshold', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: -1e6, max: 1e6 }), (access, refresh) => {
        const session: Session = {
          ...loggedIn,
          tokens: tokens({ now, accessSeconds: access, refreshSeconds: refresh }),
        };
        const ending = access * 1000 <= REFRESH_THRESHOLD_MILLISECONDS;
        expect(dueAt(session, now)).toBe(ending ? (refresh > 0 ? 'refresh' : 'log-out') : 'nothing');
      }),
    );
  });
});

describe('the session after an event', () => {
  const other = account({ email: 'grace@acme.example' });

  it.each<[string, Session, SessionEvent, Session]>([
    ['log-in', LOGGED_OUT, { kind: 'logged-in', tokens: tokens(), account: account() }, loggedIn],
    [
      'log-in over another session',
      loggedIn,
      { kind: 'logged-in', tokens: tokens({ name: 'second' }), account: other },
      { loggedIn: true, tokens: tokens({ name: 'second' }), account: other },
    ],
    ['log-out', loggedIn, { kind: 'logged-out' }, LOGGED_OUT],
    [
      'refresh',
      loggedIn,
      { kind: 'refreshed', spentRefreshToken: 'refresh-first', tokens: tokens({ name: 'second' }) },
      { ...loggedIn, tokens: tokens({ name: 'second' }) },
    ],
    [
      'late refresh of an older session',
      loggedIn,
      { kind: 'refreshed', spentRefreshToken: 'refresh-older', tokens: tokens({ name: 'older' }) },
      loggedIn,
    ],
    [
      'refresh after log-out',
      LOGGED_OUT,
      { kind: 'refreshed', spentRefreshToken: 'refresh-first', tokens: tokens({ name: 'second' }) },
      LOGGED_OUT,
    ],
    [
      'update of the first name',
      loggedIn,
      { kind: 'account-updated', update: { user: { first_name: 'Grace' } } },
      { ...loggedIn, account: account({ first_name: 'Grace' }) },
    ],
    [
      'update of the domains',
      loggedIn,
      { kind: 'account-updated', update: { domains: [] } },
      { ...loggedIn, account: { ...account(), domains: [] } },
    ],
    ['update after log-out', LOGGED_OUT, { kind: 'account-updated', update: { org: null } }, LOGGED_OUT],
  ])('%s', (_case, before, event, after) => {
    expect(nextSession(before, event)).toEqual(after);
  });

  it('is logged out after a logout in any state', () => {
    const events = fc.array(
      fc.constantFrom<SessionEvent>(
        { kind: 'logged-in', tokens: tokens(), account: account() },
        { kind: 'refreshed', spentRefreshToken: 'refresh-first', tokens: tokens({ name: 'second' }) },
        { kind: 'account-updated', update: { org: { company_name: 'Other' } } },
        { kind: 'logged-out' },
      ),
    );
    fc.assert(
      fc.property(events, (history) => {
        expect(nextSession(history.reduce(nextSession, LOGGED_OUT), { kind: 'logged-out' })).toBe(LOGGED_OUT);
        const withoutLogIn = history.filter(({ kind }) => kind !== 'logged-in');
        expect(withoutLogIn.reduce(nextSession, LOGGED_OUT)).toBe(LOGGED_OUT);
      }),
    );
  });
});

import fc from 'fast-check';
import { account, tokens } from '@/testing/session';
import { displayName, LOGGED_OUT, parseSession, type Session } from './session';

const loggedIn: Session = { loggedIn: true, tokens: tokens(), account: account() };

describe('a stored session', () => {
  // spec: S3.1
  it('survives a round trip', () => {
    expect(parseSession(JSON.stringify(loggedIn))).toEqual(loggedIn);
  });

  it('of an earlier version stays valid, with minimal permissions until reloaded', () => {
    const { membership_role: _role, permissions: _permissions, ...user } = account().user;
    const { alert_mail_frequency: _frequency, ...settings } = user.notification_settings;
    const earlier = { ...loggedIn, account: { ...account(), user: { ...user, notification_settings: settings } } };
    const read = parseSession(JSON.stringify(earlier));
    expect(read.tokens).toEqual(loggedIn.tokens);
    expect(read.account?.user).toMatchObject({ membership_role: 'VIEWER', permissions: [] });
  });

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['broken JSON', '{"loggedIn":true,'],
    ['another type', '[]'],
    ['null', 'null'],
    ['no tokens', JSON.stringify({ ...loggedIn, tokens: null })],
    ['an empty token', JSON.stringify({ ...loggedIn, tokens: { ...tokens(), auth_token: '' } })],
    ['a time that is none', JSON.stringify({ ...loggedIn, tokens: { ...tokens(), access_expires_utc: 'soon' } })],
    [
      'a forged role',
      JSON.stringify({ ...loggedIn, account: { ...account(), user: { ...account().user, role: 'Owner' } } }),
    ],
    ['a huge text', JSON.stringify({ ...loggedIn, padding: 'x'.repeat(2_000_000) })],
  ])('a32: %s is a clean logout', (_case, stored) => {
    expect(parseSession(stored)).toBe(LOGGED_OUT);
  });

  it('a32: no input makes it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        expect(parseSession(stored)).toBe(LOGGED_OUT);
      }),
    );
  });
});

describe('the displayed name', () => {
  // spec: S2.5 S2.54
  it.each([
    ['the company', account(), 'Acme'],
    ['the first name where the company has none', { ...account(), org: { company_name: '' } }, 'Ada'],
    ['the first name without a company', { ...account(), org: null }, 'Ada'],
    ['nothing', { ...account({ first_name: '' }), org: null }, null],
    ['nothing for a visitor', null, null],
  ])('is %s', (_case, shown, name) => {
    expect(displayName(shown)).toBe(name);
  });
});

import fc from 'fast-check';
import { account, tokens } from '@/testing/session';
import { displayName, LOGGED_OUT, parseSession, type Session } from './session';

const loggedIn: Session = { loggedIn: true, tokens: tokens(), account: account() };

describe('a stored session', () => {
  // spec: S3.1
  it('survives a round trip', () => {
    expect(parseSession(JSON.stringify(loggedIn))).toEqual(loggedIn);
  });

  // Earlier versions and the REST API give these fields and no others.
  it('with no more than the fields of the specification stays valid, with minimal permissions until reloaded', () => {
    const { mfa_settings, notification_settings, ...user } = account().user;
    const specified = {
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      role: user.role,
      is_email_verified: user.is_email_verified,
      image_url: user.image_url,
      mfa_settings: {
        is_mfa_device_enabled: mfa_settings.is_mfa_device_enabled,
        is_mfa_email_enabled: mfa_settings.is_mfa_email_enabled,
      },
      notification_settings: {
        is_email_notifications_enabled: notification_settings.is_email_notifications_enabled,
        is_breach_alert_enabled: notification_settings.is_breach_alert_enabled,
        is_auto_close_duplicate_breach_records_enabled:
          notification_settings.is_auto_close_duplicate_breach_records_enabled,
      },
      primary_address: user.primary_address,
    };
    const read = parseSession(JSON.stringify({ ...loggedIn, account: { ...account(), user: specified } }));
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

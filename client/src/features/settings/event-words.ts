/** The kinds of event that have words; the server may know more than this page does. */
const KINDS = [
  'login',
  'login_failed',
  'logout',
  'reauthenticated',
  'reauthentication_failed',
  'refresh_token_reused',
  'mfa_code_failed',
  'mfa_enabled',
  'mfa_disabled',
  'recovery_codes_created',
  'recovery_code_used',
  'magic_link_sent',
  'magic_link_used',
  'password_reset_requested',
  'password_reset',
  'password_changed',
  'email_verification_sent',
  'email_verified',
  'profile_changed',
  'image_changed',
  'session_ended',
  'other_sessions_ended',
  'all_sessions_ended',
  'account_created',
  'account_exported',
  'password_revealed',
  'domain_added',
  'domain_verified',
  'domain_lost',
] as const;

type EventWord = `events.kind.${(typeof KINDS)[number] | 'other'}`;

/** The key of the words for a kind of security event. */
export function eventWord(kind: string): EventWord {
  const known = KINDS.find((each) => each === kind);
  return `events.kind.${known ?? 'other'}`;
}

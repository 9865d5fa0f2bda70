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
  'alerts_exported',
  'domain_added',
  'domain_verified',
  'domain_lost',
] as const;

/** The kind of event whose words are shown for a kind that the server names. */
export const wordedKind = (kind: string): (typeof KINDS)[number] | 'other' =>
  KINDS.find((each) => each === kind) ?? 'other';

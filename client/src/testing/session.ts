import type { Account, Permission, Tokens } from '@/lib/session/session';

const NOW = Date.parse('2026-03-01T12:00:00Z');

/** Sample tokens; lifetimes are seconds from `now` (milliseconds since 1970, UTC). */
export function tokens({
  name = 'first',
  now = NOW,
  accessSeconds = 900,
  refreshSeconds = 86_400,
}: { name?: string; now?: number; accessSeconds?: number; refreshSeconds?: number } = {}): Tokens {
  const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  return {
    auth_token: `access-${name}`,
    refresh_token: `refresh-${name}`,
    access_expires_utc: after(accessSeconds),
    refresh_expires_utc: after(refreshSeconds),
  };
}

/** Permissions of an owner. */
export const EVERY_PERMISSION: Permission[] = [
  'READ',
  'TRIAGE',
  'REVEAL',
  'EXPORT',
  'MANAGE_DOMAINS',
  'MANAGE_EMAILS',
  'EMAIL_RANGES',
  'MANAGE_MEMBERS',
  'MANAGE_API_KEYS',
  'MANAGE_ACCOUNT',
];

/** Sample organization account. */
export const account = (user: Partial<Account['user']> = {}): Account => ({
  user: {
    first_name: 'Ada',
    last_name: 'Example',
    email: 'ada@acme.example',
    role: 'Organization',
    membership_role: 'OWNER',
    permissions: EVERY_PERMISSION,
    is_email_verified: true,
    is_operator: false,
    image_url: null,
    language: null,
    mfa_settings: { is_mfa_device_enabled: false, is_mfa_email_enabled: false, is_mfa_required: false },
    notification_settings: {
      is_email_notifications_enabled: true,
      is_breach_alert_enabled: true,
      is_mention_email_enabled: true,
      is_auto_close_duplicate_breach_records_enabled: false,
      is_monthly_report_enabled: false,
      alert_mail_frequency: 'INSTANT',
    },
    primary_address: {
      address_line_1: '1 Example Street',
      address_line_2: '',
      city: 'Exampleton',
      state: '',
      postal_code: '10001',
      country: 'GB',
      phone: '+4412345678901',
      fax: '',
    },
    ...user,
  },
  ind: null,
  par: null,
  org: { company_name: 'Acme' },
  domains: [
    {
      id: '1',
      domain: 'acme.example',
      domain_txt: '_breachlight.acme.example',
      domain_txt_secret: 'secret',
      is_enabled: true,
      is_verified: true,
    },
  ],
});

import * as z from 'zod/mini';

/** Larger values were not written by this product. */
const LARGEST_STORED_SESSION_CHARACTERS = 1_000_000;

const text = z.string();
const flag = z.boolean();

const tokensSchema = z.object({
  auth_token: text.check(z.minLength(1)),
  refresh_token: text.check(z.minLength(1)),
  access_expires_utc: z.iso.datetime({ offset: true }),
  refresh_expires_utc: z.iso.datetime({ offset: true }),
});

/** Permissions; the server maps roles to them (`User.permissions`). */
const permissionSchema = z.enum([
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
]);

const userSchema = z.object({
  first_name: text,
  last_name: text,
  email: text,
  role: z.enum(['Individual', 'Organization']),
  // Missing in sessions of earlier versions: use minimal permissions until the dashboard reloads the account.
  membership_role: z._default(z.enum(['OWNER', 'ANALYST', 'VIEWER']), 'VIEWER'),
  permissions: z._default(z.array(permissionSchema), []),
  is_email_verified: flag,
  // Missing in sessions of earlier versions.
  is_operator: z._default(flag, false),
  image_url: z.nullable(text),
  // Language of emails; null for the site default.
  language: z._default(z.nullable(text), null),
  mfa_settings: z.object({
    is_mfa_device_enabled: flag,
    is_mfa_email_enabled: flag,
    // Whether the organization requires a second factor; missing in sessions of earlier versions.
    is_mfa_required: z._default(flag, false),
  }),
  notification_settings: z.object({
    is_email_notifications_enabled: flag,
    is_breach_alert_enabled: flag,
    is_auto_close_duplicate_breach_records_enabled: flag,
    // The others are missing in sessions of earlier versions.
    is_mention_email_enabled: z._default(flag, true),
    is_monthly_report_enabled: z._default(flag, false),
    alert_mail_frequency: z._default(z.enum(['INSTANT', 'DAILY', 'WEEKLY']), 'INSTANT'),
  }),
  primary_address: z.object({
    address_line_1: text,
    address_line_2: text,
    city: text,
    state: text,
    postal_code: text,
    country: text,
    phone: text,
    fax: text,
  }),
});

const accountSchema = z.object({
  user: userSchema,
  ind: z.nullable(z.object({})),
  par: z.null(),
  org: z.nullable(z.object({ company_name: text })),
  domains: z.array(
    z.object({
      id: text,
      domain: text,
      domain_txt: text,
      domain_txt_secret: text,
      is_enabled: flag,
      is_verified: flag,
    }),
  ),
});

const sessionSchema = z.discriminatedUnion('loggedIn', [
  z.object({ loggedIn: z.literal(true), tokens: tokensSchema, account: accountSchema }),
  z.object({ loggedIn: z.literal(false), tokens: z.null(), account: z.null() }),
]);

/** Access and refresh token with their expiry times (ISO 8601, UTC). */
export type Tokens = z.infer<typeof tokensSchema>;
/** Account, with field names of spec §3. */
export type Account = z.infer<typeof accountSchema>;
/** Permission of an account member. */
export type Permission = z.infer<typeof permissionSchema>;
/** Value of `auth` in local storage (spec §3, Session). */
export type Session = z.infer<typeof sessionSchema>;

export const LOGGED_OUT: Session = Object.freeze({ loggedIn: false, tokens: null, account: null });

/**
 * Parses a stored session. Anything invalid (broken JSON, an unknown role, a missing token, an excessive size) is a clean
 * logout, never an error, because users can edit local storage.
 */
export function parseSession(stored: string | null): Session {
  if (stored === null || stored.length > LARGEST_STORED_SESSION_CHARACTERS) return LOGGED_OUT;
  try {
    const parsed = z.safeParse(sessionSchema, JSON.parse(stored));
    return parsed.success ? parsed.data : LOGGED_OUT;
  } catch {
    return LOGGED_OUT;
  }
}

/** Whether the organization requires a second factor that the user has not set up; until then only the setup is open. */
export function mustSetUpMfa(account: Account): boolean {
  const {
    is_mfa_device_enabled: device,
    is_mfa_email_enabled: email,
    is_mfa_required: required,
  } = account.user.mfa_settings;
  return required && !device && !email;
}

/** Displayed name: company name, else first name; null if neither is set (spec §2). */
export function displayName(account: Account | null): string | null {
  return account?.org?.company_name || account?.user.first_name || null;
}

import * as z from 'zod/mini';

/** A stored session larger than this was not written by this product. */
const LARGEST_STORED_SESSION_CHARACTERS = 1_000_000;

const text = z.string();
const flag = z.boolean();

const tokensSchema = z.object({
  auth_token: text.check(z.minLength(1)),
  refresh_token: text.check(z.minLength(1)),
  access_expires_utc: z.iso.datetime({ offset: true }),
  refresh_expires_utc: z.iso.datetime({ offset: true }),
});

/** What a role may allow; which does what is the server's to say (`User.permissions`). */
const permissionSchema = z.enum([
  'READ',
  'TRIAGE',
  'REVEAL',
  'EXPORT',
  'MANAGE_DOMAINS',
  'MANAGE_EMAILS',
  'MANAGE_MEMBERS',
  'MANAGE_API_KEYS',
  'MANAGE_ACCOUNT',
]);

const userSchema = z.object({
  first_name: text,
  last_name: text,
  email: text,
  role: z.enum(['Individual', 'Organization']),
  // Sessions of an earlier version hold neither; the least stands in until the server is asked, which the dashboard does.
  membership_role: z._default(z.enum(['OWNER', 'ANALYST', 'VIEWER']), 'VIEWER'),
  permissions: z._default(z.array(permissionSchema), []),
  is_email_verified: flag,
  image_url: z.nullable(text),
  // What their mails are written in; null for the site's.
  language: z._default(z.nullable(text), null),
  mfa_settings: z.object({ is_mfa_device_enabled: flag, is_mfa_email_enabled: flag }),
  notification_settings: z.object({
    is_email_notifications_enabled: flag,
    is_breach_alert_enabled: flag,
    is_auto_close_duplicate_breach_records_enabled: flag,
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

/** The access and refresh token of a session, with the times at which they end (ISO 8601, UTC). */
export type Tokens = z.infer<typeof tokensSchema>;
/** The signed-in account as spec §3 names its fields. */
export type Account = z.infer<typeof accountSchema>;
/** One thing that a member of an account may do, or not. */
export type Permission = z.infer<typeof permissionSchema>;
/** What local storage holds under `auth` (spec §3, Session). */
export type Session = z.infer<typeof sessionSchema>;

export const LOGGED_OUT: Session = Object.freeze({ loggedIn: false, tokens: null, account: null });

/**
 * Reads a stored session. Anything that this product would not have written (broken JSON, an unknown role, a missing token,
 * a size beyond reason) is a clean log-out, never an error: the store belongs to whoever sits at the browser.
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

/** The name the specification shows for an account: the company's, else the first name; null where there is neither. */
export function displayName(account: Account | null): string | null {
  return account?.org?.company_name || account?.user.first_name || null;
}

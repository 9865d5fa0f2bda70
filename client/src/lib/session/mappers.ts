import type { Account, Tokens } from './session';
import type { SessionAccountFragment, SessionTokensFragment } from './session.generated';

/** Maps GraphQL tokens to the stored session. */
export const storedTokens = (tokens: SessionTokensFragment): Tokens => ({
  auth_token: tokens.authToken,
  refresh_token: tokens.refreshToken,
  access_expires_utc: tokens.accessExpiresUtc,
  refresh_expires_utc: tokens.refreshExpiresUtc,
});

/** Maps the GraphQL account to the stored session (spec §3). */
export const storedAccount = ({ kind, user, org, domains }: SessionAccountFragment): Account => ({
  user: {
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    role: kind === 'ORGANIZATION' ? 'Organization' : 'Individual',
    membership_role: user.membershipRole,
    permissions: user.permissions,
    is_email_verified: user.isEmailVerified,
    is_operator: user.isOperator,
    image_url: user.imageUrl,
    language: user.language,
    mfa_settings: {
      is_mfa_device_enabled: user.mfaSettings.isMfaDeviceEnabled,
      is_mfa_email_enabled: user.mfaSettings.isMfaEmailEnabled,
      is_mfa_required: user.mfaSettings.isMfaRequired,
    },
    notification_settings: {
      is_email_notifications_enabled: user.notificationSettings.isEmailNotificationsEnabled,
      is_breach_alert_enabled: user.notificationSettings.isBreachAlertEnabled,
      is_mention_email_enabled: user.notificationSettings.isMentionEmailEnabled,
      is_auto_close_duplicate_breach_records_enabled:
        user.notificationSettings.isAutoCloseDuplicateBreachRecordsEnabled,
      is_monthly_report_enabled: user.notificationSettings.isMonthlyReportEnabled,
      alert_mail_frequency: user.notificationSettings.alertMailFrequency,
    },
    primary_address: {
      address_line_1: user.primaryAddress.addressLine1,
      address_line_2: user.primaryAddress.addressLine2,
      city: user.primaryAddress.city,
      state: user.primaryAddress.state,
      postal_code: user.primaryAddress.postalCode,
      country: user.primaryAddress.country,
      phone: user.primaryAddress.phone,
      fax: user.primaryAddress.fax,
    },
  },
  ind: kind === 'INDIVIDUAL' ? {} : null,
  par: null,
  org: org && { company_name: org.companyName },
  domains: domains.map((domain) => ({
    id: domain.id,
    domain: domain.domain,
    domain_txt: domain.domainTxt,
    domain_txt_secret: domain.domainTxtSecret,
    is_enabled: domain.isEnabled,
    is_verified: domain.isVerified,
  })),
});

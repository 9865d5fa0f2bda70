"""What each operation asks of its caller. An operation that is missing here fails the tests, and so does one too many.

Permissions of roles and the scopes of API keys stand in ``breachlight.auth.permissions``.
"""

from dataclasses import dataclass
from typing import Final

from breachlight.auth.permissions import Permission


@dataclass(frozen=True)
class Need:
    """What a caller needs: to be logged in, a permission, for ``keys`` being False also to be a person, and the role of operator."""

    login: bool = True
    permission: Permission | None = None
    keys: bool = True
    operator: bool = False


_NEEDS: Final[dict[Need, str]] = {
    Need(login=False): """
        Query.countries Query.invitation Query.optOutChoice Query.siteSettings Query.verifiedAddress
        Mutation.acceptInvitation Mutation.applyAsPartner Mutation.checkAddress Mutation.confirmOptOut Mutation.requestOptOut Mutation.confirmEmail Mutation.confirmMonitoredEmail
        Mutation.confirmPasswordReset Mutation.login Mutation.loginWithMagicLink Mutation.logout Mutation.refresh
        Mutation.registerIndividual Mutation.registerOrganization Mutation.requestMagicLink Mutation.requestPasswordReset
        Mutation.sendMfaEmail Mutation.unsubscribe
        GET:/api/v1/site-settings GET:/api/v1/countries POST:/api/v1/address-check
    """,
    # Nobody needs a login for these, but an API key must never reach the account's own doors.
    Need(login=False, keys=False): """
        Query.viewer
        POST:/api/v1/account/login POST:/api/v1/account/refresh-token POST:/api/v1/account/logout
        GET:/api/v1/account/magic-link-login POST:/api/v1/account/magic-link-login
        POST:/api/v1/account/verify-email-confirm POST:/api/v1/account/password-reset
        POST:/api/v1/account/password-reset-confirm POST:/api/v1/account/individual/register
        POST:/api/v1/account/organization/register POST:/api/v1/account/partner/register
        POST:/api/v1/mfa/login POST:/api/v1/mfa/send-email
    """,
    Need(keys=False): """
        Query.apiFacts Query.recoveryCodesLeft Query.savedViews Query.securityEvents Query.sessions
        Mutation.changePassword Mutation.configureMfa Mutation.contactSupport Mutation.createRecoveryCodes
        Mutation.deleteView Mutation.endAllSessions Mutation.endOtherSessions Mutation.endSession Mutation.leaveAccount
        Mutation.reauthenticate Mutation.removeUserImage Mutation.renameView Mutation.resendVerification Mutation.saveView
        Mutation.setUserImage Mutation.updateNotificationSettings Mutation.updateProfile Mutation.verifyMfa
        GET:/api/v1/account/info PUT:/api/v1/account/info POST:/api/v1/account/verify-email
        POST:/api/v1/account/update-password POST:/api/v1/mfa/verify/email POST:/api/v1/mfa/verify/device
        POST:/api/v1/mfa/config/email POST:/api/v1/mfa/config/device
    """,
    Need(): "Query.currentApiKey",
    Need(permission=Permission.READ): """
        Query.accountExposure Query.alert Query.alertContext Query.alertHistory Query.alerts Query.device Query.devices Query.domains Query.emailAccounts Query.leak Query.leaks
        Query.incident Query.incidentCounts Query.incidentGroups Query.incidentHistory Query.incidentOperations
        Query.incidents Query.incidentTotals Query.liveEmailAccountList Query.members Query.monitoredEmails Query.person Query.report Query.reports Query.stats
        Query.globalSearch Subscription.alertRaised Subscription.alertsChanged
        GET:/api/v1/domains GET:/api/v1/notifications/alerts GET:/api/v1/stats/stats-record-counts
        GET:/api/v1/stats/user-stats GET:/api/v1/stats/stats-domain-counts GET:/api/v1/stats/stats-record-counts-daily
        GET:/api/v1/stats/detections GET:/api/v1/stats/totals GET:/api/v1/stats/notification-summary
        GET:/api/v1/stats/global GET:/api/v1/stats/timeline
        GET:/api/v1/notifications/alerts/context GET:/api/v1/notifications/alerts/history
        GET:/api/v1/notifications/incidents GET:/api/v1/notifications/incidents/counts
        GET:/api/v1/reports GET:/api/v1/reports/month GET:/api/v1/reports/file
        GET:/api/v1/notifications/incidents/history GET:/api/v1/notifications/incidents/playbook
    """,
    Need(permission=Permission.READ, keys=False): "Mutation.markNotificationsSeen Query.notifications",
    Need(permission=Permission.TRIAGE): """
        Mutation.assignIncidents Mutation.setIncidentsState Mutation.undoIncidentOperation
        Mutation.completeStep Mutation.reopenStep
        Mutation.addAlertNote Mutation.deleteAlertNote Mutation.editAlertNote Mutation.undoAlertOperation
        Mutation.updateAlerts
        POST:/api/v1/notifications/alerts POST:/api/v1/notifications/alerts/notes POST:/api/v1/notifications/incidents POST:/api/v1/notifications/incidents/steps
    """,
    Need(permission=Permission.REVEAL): "Mutation.revealPassword Mutation.revealPasswords",
    Need(permission=Permission.EXPORT): "POST:/api/v1/notifications/alerts/export",
    Need(permission=Permission.MANAGE_DOMAINS): """
        Mutation.addDomain Mutation.removeDomain Mutation.setDomainEnabled Mutation.verifyDomain
    """,
    Need(permission=Permission.MANAGE_EMAILS): """
        Mutation.addMonitoredEmail Mutation.forgetLiveEmailAccounts Mutation.removeMonitoredEmail
        Mutation.resendMonitoredEmail Mutation.setLiveEmailAccounts
        PUT:/api/v1/user/live-email-accounts
    """,
    Need(permission=Permission.MANAGE_MEMBERS, keys=False): """
        Query.invitations Query.mfaRequirement Mutation.changeMemberRole Mutation.changeMfaRequirement Mutation.inviteMember Mutation.removeMember
        Mutation.resendInvitation Mutation.revokeInvitation
    """,
    Need(permission=Permission.MANAGE_API_KEYS, keys=False): """
        Query.apiKeys Mutation.createApiKey Mutation.confirmApiKey Mutation.revokeApiKey
    """,
    Need(permission=Permission.MANAGE_ACCOUNT, keys=False): """
        Mutation.deleteAccount Mutation.setBulkDisclosure
        GET:/api/v1/account/export
    """,
    Need(operator=True, keys=False): """
        Query.console Mutation.consoleVerifyAuditLog Mutation.consoleDisableUser Mutation.consoleEnableUser Mutation.consoleSignOutUser
        Mutation.consoleResendVerification Mutation.consoleDeleteAccount Mutation.consoleRetryJob Mutation.consoleRunChecks Mutation.consoleApproveOptOut Mutation.consoleRefuseOptOut
        Mutation.consoleDeleteUpload Mutation.consolePreviewUpload Mutation.consoleIngestUpload Mutation.consolePauseRun
        Mutation.consoleSendTestEmail Mutation.consoleConfirmTestEmail Mutation.consoleTestDns Mutation.consoleChangeSettings
        Mutation.consoleResumeRun Mutation.consoleCancelRun Mutation.consoleRetryRun
        Mutation.consoleSaveContentDraft Mutation.consolePublishContent Mutation.consoleDiscardContentDraft
        Mutation.consoleRevertContent Mutation.consoleRestoreContent
        Mutation.consoleEditLeak Mutation.consoleMergeLeaks Mutation.consoleRetractLeak
        Mutation.consoleDropQuarantinedFile Mutation.consoleRereadQuarantinedFile
        GET:/api/v1/console/audit-log POST:/api/v1/console/leaks
    """,
}

NEEDS: Final = {name.replace(":", " "): need for need, names in _NEEDS.items() for name in names.split()}

ENDS_THE_SESSION: Final = {"Mutation.endAllSessions", "Mutation.logout"}
"""Asked last, since nothing else is answered afterwards."""

SECRET_FIELDS: Final = {
    "AccountExposure.reusedPasswords": "a number",
    "AccountExposure.reusedPasswordsAreExact": "yes or no",
    "IncidentGroup.key": "names a group in a filter",
    "ApiFacts.mostKeys": "a number",
    "SiteSettings.passwordRangesEnabled": "yes or no",
    "ConsoleVariable.isSecret": "yes or no",
    "ApiKey.hint": "the last characters of a key",
    "BreachRecord.passwordType": "the type alone: plain, or a kind of hash",
    "BreachRecord.passwords": "masked",
    "CreateApiKeySuccess.token": "the new key, once",
    "DeviceSetup.provisioningUri": "for an authenticator app, before the factor is on",
    "DeviceSetup.qrCodePath": "likewise",
    "DeviceSetup.qrCodeSize": "likewise",
    "DeviceSetup.secret": "likewise",
    "Domain.domainTxtSecret": "published as a TXT record",
    "MfaRequired.emailToken": "allows the person who gave the password to ask for a code",
    "Person.reusesPassword": "yes or no",
    "Playbook.reusesPassword": "yes or no",
    "Query.recoveryCodesLeft": "a number",
    "RecoveryCodesSuccess.recoveryCodes": "the new codes, once",
    "RevealPasswordSuccess.password": "a leaked password, through the gate",
    "RevealedPassword.password": "likewise",
    "SiteSettings.turnkeyEnabled": "whether human verification is on",
    "SiteSettings.turnkeySiteKey": "public",
    "StolenData.tokenFiles": "a number",
    "Tokens.authToken": "of the session that has just begun or been renewed",
    "Tokens.refreshToken": "likewise",
    "VerifyMfaSuccess.recoveryCodes": "the new codes, once",
}
"""Output fields that are called like a secret, and what they hold."""

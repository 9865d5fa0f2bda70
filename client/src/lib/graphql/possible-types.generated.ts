
      export interface PossibleTypesResultData {
        possibleTypes: {
          [key: string]: string[]
        }
      }
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "AlertNoteResult": [
      "AlertNoteSuccess",
      "NotFoundProblem",
      "RefusedProblem",
      "ValidationProblem"
    ],
    "BulkDisclosureResult": [
      "BulkDisclosureSuccess",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "ConfigureMfaResult": [
      "ConfigureMfaSuccess",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "ConfirmApiKeyResult": [
      "MessageSuccess",
      "NotFoundProblem",
      "RefusedProblem"
    ],
    "ConfirmEmailResult": [
      "ConfirmEmailSuccess",
      "RefusedProblem",
      "ThrottledProblem"
    ],
    "ConsoleActionResult": [
      "MessageSuccess",
      "NotFoundProblem",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "ConsoleChecksResult": [
      "RefusedProblem",
      "RunChecksSuccess",
      "ThrottledProblem"
    ],
    "ConsoleEditLeakResult": [
      "EditLeakSuccess",
      "NotFoundProblem",
      "RefusedProblem",
      "ValidationProblem"
    ],
    "ConsoleIngestResult": [
      "IngestUploadSuccess",
      "NotFoundProblem",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "ConsolePreviewResult": [
      "NotFoundProblem",
      "PreviewUploadSuccess",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "ConsoleVerificationResult": [
      "RefusedProblem",
      "ThrottledProblem",
      "VerifyAuditLogSuccess"
    ],
    "CreateApiKeyResult": [
      "CreateApiKeySuccess",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "DeleteAlertNoteResult": [
      "DeleteAlertNoteSuccess",
      "NotFoundProblem",
      "RefusedProblem"
    ],
    "DeleteViewResult": [
      "DeleteViewSuccess",
      "NotFoundProblem",
      "RefusedProblem"
    ],
    "DomainResult": [
      "DomainSuccess",
      "NotFoundProblem",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "EndSessionResult": [
      "MessageSuccess",
      "NotFoundProblem",
      "RefusedProblem"
    ],
    "InvitationResult": [
      "InvitationSuccess",
      "NotFoundProblem",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "LiveEmailAccountsResult": [
      "LiveEmailAccountsSuccess",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "LoginResult": [
      "LoginSuccess",
      "MfaRequired",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "LogoutResult": [
      "LogoutSuccess",
      "RefusedProblem"
    ],
    "MarkNotificationsSeenResult": [
      "MarkNotificationsSeenSuccess",
      "ValidationProblem"
    ],
    "MemberResult": [
      "MessageSuccess",
      "NotFoundProblem",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "MessageResult": [
      "MessageSuccess",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "MonitoredEmailResult": [
      "MonitoredEmail",
      "NotFoundProblem",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "OpenInvitationResult": [
      "OpenInvitation",
      "RefusedProblem",
      "ThrottledProblem"
    ],
    "Problem": [
      "MfaRequired",
      "NotFoundProblem",
      "ReauthenticationRequiredProblem",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "ReauthenticateResult": [
      "MfaRequired",
      "ReauthenticateSuccess",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "RecoveryCodesResult": [
      "RecoveryCodesSuccess",
      "RefusedProblem",
      "ThrottledProblem"
    ],
    "RefreshResult": [
      "RefreshSuccess",
      "RefusedProblem",
      "ThrottledProblem"
    ],
    "RegisterResult": [
      "LoginSuccess",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "RemoveDomainResult": [
      "MessageSuccess",
      "NotFoundProblem",
      "RefusedProblem",
      "ThrottledProblem"
    ],
    "RemoveEmailResult": [
      "MessageSuccess",
      "NotFoundProblem",
      "RefusedProblem",
      "ThrottledProblem"
    ],
    "ResendVerificationResult": [
      "RefusedProblem",
      "ThrottledProblem",
      "VerificationSent"
    ],
    "RevealPasswordResult": [
      "NotFoundProblem",
      "ReauthenticationRequiredProblem",
      "RefusedProblem",
      "RevealPasswordSuccess",
      "ThrottledProblem"
    ],
    "RevealPasswordsResult": [
      "NotFoundProblem",
      "ReauthenticationRequiredProblem",
      "RefusedProblem",
      "RevealPasswordsSuccess",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "RevokeApiKeyResult": [
      "MessageSuccess",
      "NotFoundProblem",
      "RefusedProblem"
    ],
    "SavedViewResult": [
      "NotFoundProblem",
      "RefusedProblem",
      "SavedViewSuccess",
      "ValidationProblem"
    ],
    "UpdateAlertsResult": [
      "NotFoundProblem",
      "RefusedProblem",
      "UpdateAlertsSuccess",
      "ValidationProblem"
    ],
    "UpdateIncidentsResult": [
      "NotFoundProblem",
      "RefusedProblem",
      "UpdateIncidentsSuccess",
      "ValidationProblem"
    ],
    "UpdateProfileResult": [
      "RefusedProblem",
      "ThrottledProblem",
      "UpdateProfileSuccess",
      "ValidationProblem"
    ],
    "UpdateStepResult": [
      "NotFoundProblem",
      "RefusedProblem",
      "UpdateStepSuccess"
    ],
    "VerifyMfaResult": [
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem",
      "VerifyMfaSuccess"
    ]
  }
};
      export default result;
    
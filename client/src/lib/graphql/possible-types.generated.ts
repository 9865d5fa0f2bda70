
      export interface PossibleTypesResultData {
        possibleTypes: {
          [key: string]: string[]
        }
      }
      const result: PossibleTypesResultData = {
  "possibleTypes": {
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
    "Problem": [
      "MfaRequired",
      "NotFoundProblem",
      "ReauthenticationRequiredProblem",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "ReauthenticateResult": [
      "ReauthenticateSuccess",
      "RefusedProblem",
      "ThrottledProblem",
      "ValidationProblem"
    ],
    "RefreshResult": [
      "RefreshSuccess",
      "RefusedProblem",
      "ThrottledProblem"
    ],
    "RevealPasswordResult": [
      "NotFoundProblem",
      "ReauthenticationRequiredProblem",
      "RefusedProblem",
      "RevealPasswordSuccess",
      "ThrottledProblem"
    ],
    "UpdateAlertsResult": [
      "NotFoundProblem",
      "RefusedProblem",
      "UpdateAlertsSuccess",
      "ValidationProblem"
    ]
  }
};
      export default result;
    
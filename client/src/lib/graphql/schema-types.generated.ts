export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A day of the calendar, ISO 8601, as in 2026-11-21. */
  Date: { input: string; output: string; }
  /** An instant in UTC, ISO 8601 with Z, as in 2026-11-21T09:30:00Z. */
  DateTime: { input: string; output: string; }
};

export type AcceptInvitationInput = {
  firstName: Scalars['String']['input'];
  language?: InputMaybe<Scalars['String']['input']>;
  lastName: Scalars['String']['input'];
  password: Scalars['String']['input'];
  token: Scalars['String']['input'];
  verifyPassword: Scalars['String']['input'];
};

export type Account = {
  __typename: 'Account';
  domains: Array<Domain>;
  id: Scalars['ID']['output'];
  kind: AccountKind;
  org: Maybe<Organization>;
  user: User;
};

export type AccountKind =
  | 'INDIVIDUAL'
  | 'ORGANIZATION';

export type Address = {
  __typename: 'Address';
  addressLine1: Scalars['String']['output'];
  addressLine2: Scalars['String']['output'];
  city: Scalars['String']['output'];
  country: Scalars['String']['output'];
  fax: Scalars['String']['output'];
  phone: Scalars['String']['output'];
  postalCode: Scalars['String']['output'];
  state: Scalars['String']['output'];
};

export type AddressInput = {
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  city?: InputMaybe<Scalars['String']['input']>;
  country?: InputMaybe<Scalars['String']['input']>;
  fax?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  postalCode?: InputMaybe<Scalars['String']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
};

/** A detection: one leaked credential of the account. */
export type Alert = {
  __typename: 'Alert';
  /** The member who works on it. */
  assignee: Maybe<AlertAssignee>;
  /** The leaked credential. */
  breachRecord: BreachRecord;
  /** When the alert was raised. */
  datetime: Scalars['DateTime']['output'];
  /** The domain of a Portals alert. */
  domain: Maybe<AlertDomain>;
  id: Scalars['ID']['output'];
  /** True when the login carries a tag or dots and matched the watched address without them. */
  isAlias: Scalars['Boolean']['output'];
  isClosed: Scalars['Boolean']['output'];
  isRead: Scalars['Boolean']['output'];
  /** The leak that raised the alert. */
  leak: AlertLeak;
  /** The alert of the same login's former password. */
  previousAlertId: Maybe<Scalars['ID']['output']>;
  /** How bad it is. */
  severity: Severity;
  /** The monitored email of a Workforce alert. */
  user: Maybe<AlertUser>;
};

export type AlertAction =
  | 'ASSIGN'
  | 'CLOSE'
  | 'READ'
  | 'REOPEN'
  | 'UNREAD';

/** The member who works on an alert. */
export type AlertAssignee = {
  __typename: 'AlertAssignee';
  id: Scalars['ID']['output'];
  /** Null for one who has left the account. */
  name: Maybe<Scalars['String']['output']>;
};

/** The domain of a Portals alert. */
export type AlertDomain = {
  __typename: 'AlertDomain';
  domain: Scalars['String']['output'];
  /** Empty for a domain that was removed, whose name stays with the alert. */
  id: Scalars['ID']['output'];
};

export type AlertEvent = {
  __typename: 'AlertEvent';
  /** With ASSIGNED: the member, or null for nobody. */
  assignee: Maybe<Scalars['String']['output']>;
  at: Scalars['DateTime']['output'];
  /** The member's name; null where nobody did it, or one who has left. */
  by: Maybe<Scalars['String']['output']>;
  kind: AlertEventKind;
  /** With RAISED and SIGHTED: where it was found. */
  leak: Maybe<Scalars['String']['output']>;
  note: Maybe<AlertNote>;
  /** With RAISED and SIGHTED: when the leak saw the login. */
  seenAt: Maybe<Scalars['DateTime']['output']>;
  /** With UNDONE: what was taken back. */
  undone: Maybe<AlertEventKind>;
};

export type AlertEventKind =
  | 'ASSIGNED'
  | 'CLOSED'
  | 'NOTED'
  | 'PASSWORD_REVEALED'
  | 'RAISED'
  | 'READ'
  | 'REOPENED'
  | 'SIGHTED'
  | 'UNDONE'
  | 'UNREAD';

export type AlertFilter = {
  assigneeId?: InputMaybe<Scalars['ID']['input']>;
  breachRecordPasswords?: InputMaybe<Scalars['String']['input']>;
  breachRecordUrl?: InputMaybe<Scalars['String']['input']>;
  breachRecordUsernames?: InputMaybe<Scalars['String']['input']>;
  datetime?: InputMaybe<Scalars['DateTime']['input']>;
  domainExact?: InputMaybe<Scalars['String']['input']>;
  domainId?: InputMaybe<Scalars['ID']['input']>;
  domainIsNotSet?: InputMaybe<Scalars['Boolean']['input']>;
  domainIsSet?: InputMaybe<Scalars['Boolean']['input']>;
  domainName?: InputMaybe<Scalars['String']['input']>;
  endDatetime?: InputMaybe<Scalars['DateTime']['input']>;
  id?: InputMaybe<Scalars['ID']['input']>;
  isAssigned?: InputMaybe<Scalars['Boolean']['input']>;
  isClosed?: InputMaybe<Scalars['Boolean']['input']>;
  isRead?: InputMaybe<Scalars['Boolean']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  /** The lowest score, 0 to 100. */
  severityFrom?: InputMaybe<Scalars['Int']['input']>;
  startDatetime?: InputMaybe<Scalars['DateTime']['input']>;
  /** A watched address, whole. */
  userEmail?: InputMaybe<Scalars['String']['input']>;
  userId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether the watched address is known to exist, or not to; where nobody told, neither holds. */
  userIsLive?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The newest events, at most 100. */
export type AlertHistory = {
  __typename: 'AlertHistory';
  events: Array<AlertEvent>;
  hasMore: Scalars['Boolean']['output'];
};

/** The leak that raised the alert. */
export type AlertLeak = {
  __typename: 'AlertLeak';
  /** When it leaked, if known. */
  breachDate: Maybe<Scalars['Date']['output']>;
  /** The site that leaked, if it was one. */
  domain: Maybe<Scalars['String']['output']>;
  /** The leak's name in the catalogue. */
  name: Scalars['String']['output'];
  /** The leak's name for people. */
  title: Scalars['String']['output'];
};

export type AlertList =
  | 'PORTALS'
  | 'WORKFORCE';

export type AlertMailFrequency =
  | 'DAILY'
  | 'INSTANT'
  | 'WEEKLY';

export type AlertNote = {
  __typename: 'AlertNote';
  /** The member's name; null for one who has left the account. */
  author: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
  editedAt: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  /** Whether the one who asks wrote it, and so may change and delete it. */
  isOwn: Scalars['Boolean']['output'];
  text: Scalars['String']['output'];
};

export type AlertNoteResult = AlertNoteSuccess | NotFoundProblem | RefusedProblem | ValidationProblem;

export type AlertNoteSuccess = {
  __typename: 'AlertNoteSuccess';
  note: AlertNote;
};

export type AlertPage = {
  __typename: 'AlertPage';
  /** Where to go on from: keep it and pass it as `after`. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  page: Scalars['Int']['output'];
  pageSize: Scalars['Int']['output'];
  results: Array<Alert>;
  /** Rows that the filter chooses; exact up to 100,000 unless kept as a counter. */
  total: Scalars['Int']['output'];
  totalIsExact: Scalars['Boolean']['output'];
};

/** The monitored email of a Workforce alert. */
export type AlertUser = {
  __typename: 'AlertUser';
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  /** Whether the email account exists, by the list that its organization uploaded; null where it is unknown. */
  isLive: Maybe<Scalars['Boolean']['output']>;
};

/** Alerts that an action or its undoing has changed. */
export type AlertsChanged = {
  __typename: 'AlertsChanged';
  /** The changed alerts as they are now, at most 100. */
  alerts: Array<Alert>;
  /** More than 100 alerts have changed, or events were missed, and `alerts` is empty: fetch what you show again. A large action announces each part of it. */
  isMany: Scalars['Boolean']['output'];
  /** The operation, as `updateAlerts` returns it; null where no member did it, and where events were missed. */
  operationId: Maybe<Scalars['ID']['output']>;
};

/** New alerts of one load; `alerts` holds at most 100 of them, further ones follow in further events. */
export type AlertsRaised = {
  __typename: 'AlertsRaised';
  alerts: Array<Alert>;
  count: Scalars['Int']['output'];
  cursor: Scalars['String']['output'];
  portals: Scalars['Int']['output'];
  workforce: Scalars['Int']['output'];
};

export type ApiFacts = {
  __typename: 'ApiFacts';
  hasGraphiql: Scalars['Boolean']['output'];
  mostKeys: Scalars['Int']['output'];
  requestsPerMinute: Scalars['Int']['output'];
};

export type ApiKey = {
  __typename: 'ApiKey';
  createdAt: Scalars['DateTime']['output'];
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  hint: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  lastUsedAt: Maybe<Scalars['DateTime']['output']>;
  maker: Maybe<Scalars['String']['output']>;
  name: Scalars['String']['output'];
  scopes: Array<ApiKeyScope>;
};

/** What an API key can be allowed; it never may more than the member who made it. */
export type ApiKeyScope =
  | 'EXPORT'
  | 'MANAGE_DOMAINS'
  | 'MANAGE_EMAILS'
  | 'READ'
  | 'REVEAL'
  | 'TRIAGE';

/** The leaked credential. */
export type BreachRecord = {
  __typename: 'BreachRecord';
  /** The package name of an Android app. */
  app: Maybe<Scalars['String']['output']>;
  firstSeen: Scalars['DateTime']['output'];
  host: Maybe<Scalars['String']['output']>;
  lastSeen: Scalars['DateTime']['output'];
  /** The infected device, if the leak is a stealer log that describes one. */
  machine: Maybe<Machine>;
  /** plain, none, or the kind of hash. */
  passwordType: Scalars['String']['output'];
  /** Eight bullets for each leaked password, whatever its length. */
  passwords: Array<Scalars['String']['output']>;
  /** In how many files of leaks the credential was seen. */
  sightings: Scalars['Int']['output'];
  url: Maybe<Scalars['String']['output']>;
  usernames: Array<Scalars['String']['output']>;
};

export type ConfigureMfaResult = ConfigureMfaSuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

export type ConfigureMfaSuccess = {
  __typename: 'ConfigureMfaSuccess';
  account: Account;
  device: Maybe<DeviceSetup>;
  message: Scalars['String']['output'];
};

export type ConfirmEmailInput = {
  token: Scalars['String']['input'];
  uid: Scalars['String']['input'];
};

export type ConfirmEmailResult = ConfirmEmailSuccess | RefusedProblem | ThrottledProblem;

export type ConfirmEmailSuccess = {
  __typename: 'ConfirmEmailSuccess';
  account: Maybe<Account>;
  message: Scalars['String']['output'];
  tokens: Maybe<Tokens>;
};

export type ConfirmPasswordResetInput = {
  email: Scalars['String']['input'];
  newPassword: Scalars['String']['input'];
  token: Scalars['String']['input'];
  uid: Scalars['String']['input'];
};

export type Country = {
  __typename: 'Country';
  code: Scalars['String']['output'];
  name: Scalars['String']['output'];
};

export type CreateApiKeyInput = {
  expiresInDays?: InputMaybe<Scalars['Int']['input']>;
  name: Scalars['String']['input'];
  scopes: Array<ApiKeyScope>;
};

export type CreateApiKeyResult = CreateApiKeySuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

export type CreateApiKeySuccess = {
  __typename: 'CreateApiKeySuccess';
  apiKey: ApiKey;
  message: Scalars['String']['output'];
  token: Scalars['String']['output'];
};

export type CurrentApiKey = {
  __typename: 'CurrentApiKey';
  accountId: Scalars['ID']['output'];
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  scopes: Array<ApiKeyScope>;
};

export type DeleteAlertNoteResult = DeleteAlertNoteSuccess | NotFoundProblem | RefusedProblem;

export type DeleteAlertNoteSuccess = {
  __typename: 'DeleteAlertNoteSuccess';
  id: Scalars['ID']['output'];
};

export type DeleteViewResult = DeleteViewSuccess | NotFoundProblem | RefusedProblem;

export type DeleteViewSuccess = {
  __typename: 'DeleteViewSuccess';
  id: Scalars['ID']['output'];
};

export type DetectionStats = {
  __typename: 'DetectionStats';
  new: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
};

export type DeviceSetup = {
  __typename: 'DeviceSetup';
  provisioningUri: Scalars['String']['output'];
  qrCodePath: Scalars['String']['output'];
  qrCodeSize: Scalars['Int']['output'];
  secret: Scalars['String']['output'];
};

export type Domain = {
  __typename: 'Domain';
  domain: Scalars['String']['output'];
  domainTxt: Scalars['String']['output'];
  domainTxtSecret: Scalars['String']['output'];
  /** When a domain whose record is missing stops being verified. */
  dropsAt: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  isEnabled: Scalars['Boolean']['output'];
  isVerified: Scalars['Boolean']['output'];
  /** Null for a domain that is not watched. */
  lookBack: Maybe<LookBack>;
  /** When the TXT record of a verified domain was first not found. */
  missingSince: Maybe<Scalars['DateTime']['output']>;
  verifiedAt: Maybe<Scalars['DateTime']['output']>;
};

export type DomainCount = {
  __typename: 'DomainCount';
  domain: Scalars['String']['output'];
  total: Scalars['Int']['output'];
  unread: Scalars['Int']['output'];
};

/** One page of domains, in the order of their names. */
export type DomainPage = {
  __typename: 'DomainPage';
  page: Scalars['Int']['output'];
  pageSize: Scalars['Int']['output'];
  results: Array<Domain>;
  total: Scalars['Int']['output'];
};

export type DomainResult = DomainSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem | ValidationProblem;

export type DomainSuccess = {
  __typename: 'DomainSuccess';
  domain: Domain;
  message: Scalars['String']['output'];
};

export type EmailAccount = {
  __typename: 'EmailAccount';
  addresses: Array<EmailAddress>;
  email: Scalars['String']['output'];
  isLive: Maybe<Scalars['Boolean']['output']>;
  lastSeen: Scalars['DateTime']['output'];
  openDetections: Scalars['Int']['output'];
};

export type EmailAccountPage = {
  __typename: 'EmailAccountPage';
  page: Scalars['Int']['output'];
  pageSize: Scalars['Int']['output'];
  results: Array<EmailAccount>;
  total: Scalars['Int']['output'];
};

export type EmailAddress = {
  __typename: 'EmailAddress';
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  openDetections: Scalars['Int']['output'];
};

export type EndSessionResult = MessageSuccess | NotFoundProblem | RefusedProblem;

export type EventApiKey = {
  __typename: 'EventApiKey';
  id: Scalars['ID']['output'];
  /** Null for one that is gone. */
  name: Maybe<Scalars['String']['output']>;
};

/** What is wrong with one field of the input. */
export type FieldError = {
  __typename: 'FieldError';
  field: Scalars['String']['output'];
  messages: Array<Scalars['String']['output']>;
};

export type GlobalStatistic = {
  __typename: 'GlobalStatistic';
  count: Scalars['Float']['output'];
  rowName: Scalars['String']['output'];
};

export type Invitation = {
  __typename: 'Invitation';
  createdAt: Scalars['DateTime']['output'];
  email: Scalars['String']['output'];
  expiresAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  isExpired: Scalars['Boolean']['output'];
  role: MembershipRole;
};

export type InvitationResult = InvitationSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem | ValidationProblem;

export type InvitationSuccess = {
  __typename: 'InvitationSuccess';
  invitation: Invitation;
  message: Scalars['String']['output'];
};

export type LiveEmailAccountList = {
  __typename: 'LiveEmailAccountList';
  size: Scalars['Int']['output'];
  uploadedAt: Scalars['DateTime']['output'];
};

export type LiveEmailAccountsResult = LiveEmailAccountsSuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

export type LiveEmailAccountsSuccess = {
  __typename: 'LiveEmailAccountsSuccess';
  accepted: Scalars['Int']['output'];
  foreign: Scalars['Int']['output'];
  gone: Scalars['Int']['output'];
  invalid: Scalars['Int']['output'];
  live: Scalars['Int']['output'];
  message: Scalars['String']['output'];
  size: Scalars['Int']['output'];
};

export type LoginInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  deviceVerificationCode?: InputMaybe<Scalars['String']['input']>;
  email: Scalars['String']['input'];
  emailVerificationCode?: InputMaybe<Scalars['String']['input']>;
  password: Scalars['String']['input'];
  recoveryCode?: InputMaybe<Scalars['String']['input']>;
  rememberMe?: Scalars['Boolean']['input'];
};

export type LoginResult = LoginSuccess | MfaRequired | RefusedProblem | ThrottledProblem | ValidationProblem;

export type LoginSuccess = {
  __typename: 'LoginSuccess';
  account: Account;
  message: Scalars['String']['output'];
  tokens: Tokens;
};

export type LogoutResult = LogoutSuccess | RefusedProblem;

export type LogoutSuccess = {
  __typename: 'LogoutSuccess';
  message: Scalars['String']['output'];
};

export type LookBack = {
  __typename: 'LookBack';
  /** Detections that it has raised so far. */
  found: Scalars['Int']['output'];
  isDone: Scalars['Boolean']['output'];
  /** From 0 to 1. */
  progress: Scalars['Float']['output'];
};

/** The infected device that a stealer log came from; each fact may be missing. */
export type Machine = {
  __typename: 'Machine';
  computer: Maybe<Scalars['String']['output']>;
  country: Maybe<Scalars['String']['output']>;
  /** The malware. */
  family: Maybe<Scalars['String']['output']>;
  /** When the device was infected, if the log says so. */
  infectedAt: Maybe<Scalars['DateTime']['output']>;
  ip: Maybe<Scalars['String']['output']>;
  operatingSystem: Maybe<Scalars['String']['output']>;
  software: Maybe<Scalars['String']['output']>;
  userName: Maybe<Scalars['String']['output']>;
};

export type MagicLinkLoginInput = {
  deviceVerificationCode?: InputMaybe<Scalars['String']['input']>;
  emailVerificationCode?: InputMaybe<Scalars['String']['input']>;
  recoveryCode?: InputMaybe<Scalars['String']['input']>;
  token: Scalars['String']['input'];
};

export type Member = {
  __typename: 'Member';
  email: Scalars['String']['output'];
  firstName: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  joinedAt: Scalars['DateTime']['output'];
  lastName: Scalars['String']['output'];
  role: MembershipRole;
};

export type MemberResult = MessageSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem | ValidationProblem;

export type MembershipRole =
  | 'ANALYST'
  | 'OWNER'
  | 'VIEWER';

export type MessageResult = MessageSuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

export type MessageSuccess = {
  __typename: 'MessageSuccess';
  message: Scalars['String']['output'];
};

export type MfaMethod =
  | 'DEVICE'
  | 'EMAIL';

export type MfaRequired = Problem & {
  __typename: 'MfaRequired';
  code: Scalars['String']['output'];
  emailToken: Scalars['String']['output'];
  message: Scalars['String']['output'];
  methods: Array<MfaMethod>;
};

export type MfaSettings = {
  __typename: 'MfaSettings';
  isMfaDeviceEnabled: Scalars['Boolean']['output'];
  isMfaEmailEnabled: Scalars['Boolean']['output'];
};

export type MonitoredEmail = {
  __typename: 'MonitoredEmail';
  createdAt: Scalars['DateTime']['output'];
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  isVerified: Scalars['Boolean']['output'];
  verifiedAt: Maybe<Scalars['DateTime']['output']>;
};

export type MonitoredEmailResult = MonitoredEmail | NotFoundProblem | RefusedProblem | ThrottledProblem | ValidationProblem;

export type Mutation = {
  __typename: 'Mutation';
  /** Makes the invited person a member and signs in. */
  acceptInvitation: RegisterResult;
  addAlertNote: AlertNoteResult;
  /** Adds a domain with the TXT record that proves it. */
  addDomain: DomainResult;
  /** Asks an address by mail whether it may be watched. */
  addMonitoredEmail: MonitoredEmailResult;
  /** Keeps an application to become a partner. */
  applyAsPartner: MessageResult;
  /** Gives a member another role, from their next request on. */
  changeMemberRole: MemberResult;
  /** Changes the password and ends all other sessions. */
  changePassword: MessageResult;
  /** Begins to turn a second factor on (verifyMfa follows), or turns it off. */
  configureMfa: ConfigureMfaResult;
  /** Proves the e-mail address with a mailed link. */
  confirmEmail: ConfirmEmailResult;
  /** Proves a monitored address with a mailed link; needs no log-in. */
  confirmMonitoredEmail: MessageResult;
  /** Sets a new password with a mailed link. */
  confirmPasswordReset: MessageResult;
  /** Mails the provider a question, with a file if need be. */
  contactSupport: MessageResult;
  /** Makes an API key; needs a recent log-in. */
  createApiKey: CreateApiKeyResult;
  /** Makes ten new recovery codes in place of the earlier ones. */
  createRecoveryCodes: RecoveryCodesResult;
  /** Deletes the account with everything in it. */
  deleteAccount: MessageResult;
  deleteAlertNote: DeleteAlertNoteResult;
  deleteView: DeleteViewResult;
  editAlertNote: AlertNoteResult;
  /** Logs out everywhere, here too. */
  endAllSessions: MessageResult;
  /** Ends all sessions of the user but this one. */
  endOtherSessions: MessageResult;
  /** Ends one session of the user. */
  endSession: EndSessionResult;
  /** Deletes the list of e-mail accounts that exist. */
  forgetLiveEmailAccounts: MessageResult;
  /** Mails an invitation; the answer does not tell whether the address is known. */
  inviteMember: InvitationResult;
  /** Takes oneself out of the account; what is in it stays. */
  leaveAccount: MessageResult;
  login: LoginResult;
  /** Opens a session with a mailed link. */
  loginWithMagicLink: LoginResult;
  logout: LogoutResult;
  /** Confirms the password of the present session, for actions that need a recent log-in. */
  reauthenticate: ReauthenticateResult;
  refresh: RefreshResult;
  /** Makes an individual's account and signs in. */
  registerIndividual: RegisterResult;
  /** Makes an organization's account and signs in. */
  registerOrganization: RegisterResult;
  /** Forgets a domain and its proof; its alerts stay. */
  removeDomain: RemoveDomainResult;
  /** Takes a member out of the account; their sessions end at once. */
  removeMember: MemberResult;
  /** Stops watching an address; what was found stays. */
  removeMonitoredEmail: RemoveEmailResult;
  /** Goes back to the initials. */
  removeUserImage: UpdateProfileResult;
  renameView: SavedViewResult;
  /** Mails a log-in link; the answer is the same for unknown addresses. */
  requestMagicLink: MessageResult;
  /** Mails a reset link; the answer is the same for unknown addresses. */
  requestPasswordReset: MessageResult;
  /** Mails a new link; the former one is void. */
  resendInvitation: InvitationResult;
  /** Asks again by mail; the former link is void. */
  resendMonitoredEmail: MonitoredEmailResult;
  /** Mails a new link that proves the e-mail address. */
  resendVerification: ResendVerificationResult;
  revealPassword: RevealPasswordResult;
  /** Ends an API key at once. */
  revokeApiKey: RevokeApiKeyResult;
  /** Makes an invitation good no more. */
  revokeInvitation: MemberResult;
  saveView: SavedViewResult;
  /** Mails the code of a log-in that was answered MfaRequired. */
  sendMfaEmail: MessageResult;
  /** Begins or ceases to watch a domain; its proof and its alerts stay. */
  setDomainEnabled: DomainResult;
  /** Takes the list of e-mail accounts that exist, or adds to it. */
  setLiveEmailAccounts: LiveEmailAccountsResult;
  /** Takes a picture in Base64: PNG, JPEG or WebP of at most 512 KiB. */
  setUserImage: UpdateProfileResult;
  undoAlertOperation: UpdateAlertsResult;
  /** Turns the mails about detections off, with the token of one of them. */
  unsubscribe: MessageResult;
  updateAlerts: UpdateAlertsResult;
  /** Saves the toggles of Settings, Notifications, and how often mails come. */
  updateNotificationSettings: UpdateProfileResult;
  /** Saves names, address and company. */
  updateProfile: UpdateProfileResult;
  /** Looks for the TXT record and proves the domain. */
  verifyDomain: DomainResult;
  /** Turns a second factor on with its first code. */
  verifyMfa: VerifyMfaResult;
};


export type MutationAcceptInvitationArgs = {
  input: AcceptInvitationInput;
};


export type MutationAddAlertNoteArgs = {
  alertId: Scalars['ID']['input'];
  text: Scalars['String']['input'];
};


export type MutationAddDomainArgs = {
  domain: Scalars['String']['input'];
};


export type MutationAddMonitoredEmailArgs = {
  email: Scalars['String']['input'];
};


export type MutationApplyAsPartnerArgs = {
  input: PartnerInput;
};


export type MutationChangeMemberRoleArgs = {
  id: Scalars['ID']['input'];
  role: MembershipRole;
};


export type MutationChangePasswordArgs = {
  newPassword: Scalars['String']['input'];
  oldPassword: Scalars['String']['input'];
  verifyNewPassword: Scalars['String']['input'];
};


export type MutationConfigureMfaArgs = {
  enable: Scalars['Boolean']['input'];
  method: MfaMethod;
};


export type MutationConfirmEmailArgs = {
  input: ConfirmEmailInput;
};


export type MutationConfirmMonitoredEmailArgs = {
  input: ConfirmEmailInput;
};


export type MutationConfirmPasswordResetArgs = {
  input: ConfirmPasswordResetInput;
};


export type MutationContactSupportArgs = {
  input: SupportInput;
};


export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


export type MutationDeleteAccountArgs = {
  password: Scalars['String']['input'];
};


export type MutationDeleteAlertNoteArgs = {
  id: Scalars['ID']['input'];
};


export type MutationDeleteViewArgs = {
  id: Scalars['ID']['input'];
};


export type MutationEditAlertNoteArgs = {
  id: Scalars['ID']['input'];
  text: Scalars['String']['input'];
};


export type MutationEndSessionArgs = {
  id: Scalars['ID']['input'];
};


export type MutationInviteMemberArgs = {
  email: Scalars['String']['input'];
  role: MembershipRole;
};


export type MutationLeaveAccountArgs = {
  password: Scalars['String']['input'];
};


export type MutationLoginArgs = {
  input: LoginInput;
};


export type MutationLoginWithMagicLinkArgs = {
  input: MagicLinkLoginInput;
};


export type MutationLogoutArgs = {
  refreshToken: Scalars['String']['input'];
};


export type MutationReauthenticateArgs = {
  password: Scalars['String']['input'];
};


export type MutationRefreshArgs = {
  refreshToken: Scalars['String']['input'];
};


export type MutationRegisterIndividualArgs = {
  input: RegisterIndividualInput;
};


export type MutationRegisterOrganizationArgs = {
  input: RegisterOrganizationInput;
};


export type MutationRemoveDomainArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRemoveMemberArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRemoveMonitoredEmailArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRenameViewArgs = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};


export type MutationRequestMagicLinkArgs = {
  input: RequestMagicLinkInput;
};


export type MutationRequestPasswordResetArgs = {
  input: RequestPasswordResetInput;
};


export type MutationResendInvitationArgs = {
  id: Scalars['ID']['input'];
};


export type MutationResendMonitoredEmailArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRevealPasswordArgs = {
  alertId: Scalars['ID']['input'];
};


export type MutationRevokeApiKeyArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRevokeInvitationArgs = {
  id: Scalars['ID']['input'];
};


export type MutationSaveViewArgs = {
  input: SaveViewInput;
};


export type MutationSendMfaEmailArgs = {
  input: SendMfaEmailInput;
};


export type MutationSetDomainEnabledArgs = {
  enabled: Scalars['Boolean']['input'];
  id: Scalars['ID']['input'];
};


export type MutationSetLiveEmailAccountsArgs = {
  append?: Scalars['Boolean']['input'];
  emails: Array<Scalars['String']['input']>;
};


export type MutationSetUserImageArgs = {
  image: Scalars['String']['input'];
};


export type MutationUndoAlertOperationArgs = {
  operationId: Scalars['ID']['input'];
};


export type MutationUnsubscribeArgs = {
  token: Scalars['String']['input'];
};


export type MutationUpdateAlertsArgs = {
  input: UpdateAlertsInput;
};


export type MutationUpdateNotificationSettingsArgs = {
  input: NotificationSettingsInput;
};


export type MutationUpdateProfileArgs = {
  input: UpdateProfileInput;
};


export type MutationVerifyDomainArgs = {
  id: Scalars['ID']['input'];
};


export type MutationVerifyMfaArgs = {
  method: MfaMethod;
  verificationCode: Scalars['String']['input'];
};

/** Unknown, or not yours: the two answer alike. */
export type NotFoundProblem = Problem & {
  __typename: 'NotFoundProblem';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type NotificationSettings = {
  __typename: 'NotificationSettings';
  alertMailFrequency: AlertMailFrequency;
  isAutoCloseDuplicateBreachRecordsEnabled: Scalars['Boolean']['output'];
  isBreachAlertEnabled: Scalars['Boolean']['output'];
  isEmailNotificationsEnabled: Scalars['Boolean']['output'];
};

export type NotificationSettingsInput = {
  alertMailFrequency?: InputMaybe<AlertMailFrequency>;
  isAutoCloseDuplicateBreachRecordsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  isBreachAlertEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  isEmailNotificationsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
};

export type NotificationSummary = {
  __typename: 'NotificationSummary';
  domainNotifications: StatsBlock;
  userNotifications: StatsBlock;
};

export type OpenInvitation = {
  __typename: 'OpenInvitation';
  advice: Maybe<Scalars['String']['output']>;
  email: Scalars['String']['output'];
  hasLogIn: Scalars['Boolean']['output'];
  invitedBy: Scalars['String']['output'];
  organization: Scalars['String']['output'];
  role: MembershipRole;
};

export type OpenInvitationResult = OpenInvitation | RefusedProblem | ThrottledProblem;

export type Organization = {
  __typename: 'Organization';
  companyName: Scalars['String']['output'];
};

export type PartnerInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  companyLink: Scalars['String']['input'];
  companyName: Scalars['String']['input'];
  companySize: Scalars['Int']['input'];
  email: Scalars['String']['input'];
  firstName: Scalars['String']['input'];
  lastName: Scalars['String']['input'];
  phone: Scalars['String']['input'];
  preference: Scalars['String']['input'];
  title: Scalars['String']['input'];
};

export type Permission =
  | 'EXPORT'
  | 'MANAGE_ACCOUNT'
  | 'MANAGE_API_KEYS'
  | 'MANAGE_DOMAINS'
  | 'MANAGE_EMAILS'
  | 'MANAGE_MEMBERS'
  | 'READ'
  | 'REVEAL'
  | 'TRIAGE';

/** An expected failure: a sentence for people and a code for programs. */
export type Problem = {
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type ProfileOrganizationInput = {
  companyName: Scalars['String']['input'];
};

export type ProfileUserInput = {
  firstName?: InputMaybe<Scalars['String']['input']>;
  language?: InputMaybe<Scalars['String']['input']>;
  lastName?: InputMaybe<Scalars['String']['input']>;
  primaryAddress?: InputMaybe<AddressInput>;
};

export type Query = {
  __typename: 'Query';
  alert: Maybe<Alert>;
  alertHistory: Maybe<AlertHistory>;
  alerts: AlertPage;
  /** Whether GraphiQL is served here, and the limits of API keys. */
  apiFacts: ApiFacts;
  /** The account's API keys that were not revoked, the newest first, at most 200. */
  apiKeys: Array<ApiKey>;
  countries: Array<Country>;
  /** The API key that this request comes with; null for a person. */
  currentApiKey: Maybe<CurrentApiKey>;
  /** Domains of the account, by name. */
  domains: DomainPage;
  /** Who stands in leaks with an address of the account; aliases count as one. */
  emailAccounts: EmailAccountPage;
  /** What a mailed invitation says; this spends nothing. */
  invitation: OpenInvitationResult;
  /** Who was asked to join and has not answered; for owners. */
  invitations: Array<Invitation>;
  /** Null while the organization told nothing. */
  liveEmailAccountList: Maybe<LiveEmailAccountList>;
  /** The members of the account, by name. */
  members: Array<Member>;
  /** Further addresses of the account, proved or not. */
  monitoredEmails: Array<MonitoredEmail>;
  /** How many recovery codes are left. */
  recoveryCodesLeft: Scalars['Int']['output'];
  /** The user's own views of a list, by name. */
  savedViews: Array<SavedView>;
  /** The audit log of the user, newest first. */
  securityEvents: SecurityEventPage;
  /** Where the user is logged in, the last seen first, at most 100. */
  sessions: Array<UserSession>;
  siteSettings: SiteSettings;
  stats: Stats;
  /** The signed-in account, or null for a visitor. */
  viewer: Maybe<Account>;
};


export type QueryAlertArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAlertHistoryArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAlertsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AlertFilter>;
  ordering?: Scalars['String']['input'];
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
};


export type QueryDomainsArgs = {
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
};


export type QueryEmailAccountsArgs = {
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
  search?: Scalars['String']['input'];
};


export type QueryInvitationArgs = {
  token: Scalars['String']['input'];
};


export type QuerySavedViewsArgs = {
  list: AlertList;
};


export type QuerySecurityEventsArgs = {
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
};


export type QueryStatsArgs = {
  endDate?: InputMaybe<Scalars['Date']['input']>;
  startDate?: InputMaybe<Scalars['Date']['input']>;
};

export type ReauthenticateResult = ReauthenticateSuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

export type ReauthenticateSuccess = {
  __typename: 'ReauthenticateSuccess';
  message: Scalars['String']['output'];
};

export type ReauthenticationRequiredProblem = Problem & {
  __typename: 'ReauthenticationRequiredProblem';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type RecoveryCodesResult = RecoveryCodesSuccess | RefusedProblem | ThrottledProblem;

export type RecoveryCodesSuccess = {
  __typename: 'RecoveryCodesSuccess';
  message: Scalars['String']['output'];
  recoveryCodes: Array<Scalars['String']['output']>;
};

export type RefreshResult = RefreshSuccess | RefusedProblem | ThrottledProblem;

export type RefreshSuccess = {
  __typename: 'RefreshSuccess';
  message: Scalars['String']['output'];
  tokens: Tokens;
};

/** The service refuses; the code says why. */
export type RefusedProblem = Problem & {
  __typename: 'RefusedProblem';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type RegisterIndividualInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  country: Scalars['String']['input'];
  email: Scalars['String']['input'];
  firstName: Scalars['String']['input'];
  language?: InputMaybe<Scalars['String']['input']>;
  lastName: Scalars['String']['input'];
  password: Scalars['String']['input'];
  phone: Scalars['String']['input'];
  verifyPassword: Scalars['String']['input'];
};

export type RegisterOrganizationInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  companyName?: Scalars['String']['input'];
  country: Scalars['String']['input'];
  email: Scalars['String']['input'];
  firstName: Scalars['String']['input'];
  language?: InputMaybe<Scalars['String']['input']>;
  lastName: Scalars['String']['input'];
  password: Scalars['String']['input'];
  phone: Scalars['String']['input'];
  verifyPassword: Scalars['String']['input'];
};

export type RegisterResult = LoginSuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

export type RemoveDomainResult = MessageSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem;

export type RemoveEmailResult = MessageSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem;

export type RequestMagicLinkInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  email: Scalars['String']['input'];
};

export type RequestPasswordResetInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  email: Scalars['String']['input'];
};

export type ResendVerificationResult = RefusedProblem | ThrottledProblem | VerificationSent;

export type RevealPasswordResult = NotFoundProblem | ReauthenticationRequiredProblem | RefusedProblem | RevealPasswordSuccess | ThrottledProblem;

export type RevealPasswordSuccess = {
  __typename: 'RevealPasswordSuccess';
  password: Scalars['String']['output'];
};

export type RevokeApiKeyResult = MessageSuccess | NotFoundProblem | RefusedProblem;

export type SaveViewInput = {
  /** The view whose name and query these replace; absent for a new one. */
  id?: InputMaybe<Scalars['ID']['input']>;
  list: AlertList;
  name: Scalars['String']['input'];
  query: Scalars['String']['input'];
};

export type SavedView = {
  __typename: 'SavedView';
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  /** The query of the list's address, without page and open detection. */
  query: Scalars['String']['output'];
};

export type SavedViewResult = NotFoundProblem | RefusedProblem | SavedViewSuccess | ValidationProblem;

export type SavedViewSuccess = {
  __typename: 'SavedViewSuccess';
  view: SavedView;
};

export type SecurityEvent = {
  __typename: 'SecurityEvent';
  address: Scalars['String']['output'];
  /** The API key that it was done with; null without one. */
  byApiKey: Maybe<EventApiKey>;
  device: Scalars['String']['output'];
  happenedAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  kind: Scalars['String']['output'];
};

export type SecurityEventPage = {
  __typename: 'SecurityEventPage';
  page: Scalars['Int']['output'];
  pageSize: Scalars['Int']['output'];
  results: Array<SecurityEvent>;
  total: Scalars['Int']['output'];
};

export type SendMfaEmailInput = {
  email?: InputMaybe<Scalars['String']['input']>;
  emailToken: Scalars['String']['input'];
  password?: InputMaybe<Scalars['String']['input']>;
};

/** A score, its level and the factors that add up to it. */
export type Severity = {
  __typename: 'Severity';
  /** The reasons, the heaviest first. */
  factors: Array<SeverityFactor>;
  /** The level of the score, in steps of 20. */
  level: SeverityLevel;
  /** 0 to 100. */
  score: Scalars['Int']['output'];
};

/** One reason for the score; the points of all factors add up to it. */
export type SeverityFactor = {
  __typename: 'SeverityFactor';
  name: Scalars['String']['output'];
  points: Scalars['Int']['output'];
};

export type SeverityLevel =
  | 'CRITICAL'
  | 'HIGH'
  | 'INFO'
  | 'LOW'
  | 'MEDIUM';

export type SiteSettings = {
  __typename: 'SiteSettings';
  analyticsMeasurementId: Scalars['String']['output'];
  contactEmail: Scalars['String']['output'];
  individualSignupEnabled: Scalars['Boolean']['output'];
  isDemonstration: Scalars['Boolean']['output'];
  language: Scalars['String']['output'];
  loginEnabled: Scalars['Boolean']['output'];
  organizationSignupEnabled: Scalars['Boolean']['output'];
  partnerSignupEnabled: Scalars['Boolean']['output'];
  signupEnabled: Scalars['Boolean']['output'];
  turnkeyEnabled: Scalars['Boolean']['output'];
  turnkeySiteKey: Scalars['String']['output'];
};

export type Stats = {
  __typename: 'Stats';
  detections: DetectionStats;
  /** The hundred domains with the most alerts in the range. */
  domainCounts: Array<DomainCount>;
  global: Array<GlobalStatistic>;
  notificationSummary: NotificationSummary;
  /** Every day of the range, those without alerts too. */
  timeline: Array<TimelineItem>;
  totals: StatsBlock;
};

export type StatsBlock = {
  __typename: 'StatsBlock';
  last60Days: Scalars['Int']['output'];
  last90Days: Scalars['Int']['output'];
  last365Days: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
  unread: Scalars['Int']['output'];
};

export type Subscription = {
  __typename: 'Subscription';
  /** Alerts as they are raised. With a cursor (from `alerts(after:)` or an earlier event) nothing raised since is missed. */
  alertRaised: AlertsRaised;
  /** Alerts as they are read, closed, reopened or assigned, by any member or API key of the account. The first event comes at once and is empty: changes that commit from then on are announced. */
  alertsChanged: AlertsChanged;
};


export type SubscriptionAlertRaisedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};

export type SupportFileInput = {
  content: Scalars['String']['input'];
  name: Scalars['String']['input'];
};

export type SupportInput = {
  consent: Scalars['Boolean']['input'];
  file?: InputMaybe<SupportFileInput>;
  message: Scalars['String']['input'];
  subject: Scalars['String']['input'];
  topic: SupportTopic;
};

export type SupportTopic =
  | 'ACCOUNT'
  | 'DETECTIONS'
  | 'OTHER';

/** Too many tries. */
export type ThrottledProblem = Problem & {
  __typename: 'ThrottledProblem';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
  retryAfterSeconds: Scalars['Int']['output'];
};

export type TimelineItem = {
  __typename: 'TimelineItem';
  day: Scalars['Date']['output'];
  domainEvents: Scalars['Int']['output'];
  totalEvents: Scalars['Int']['output'];
  userEvents: Scalars['Int']['output'];
};

export type Tokens = {
  __typename: 'Tokens';
  accessExpiresUtc: Scalars['DateTime']['output'];
  authToken: Scalars['String']['output'];
  refreshExpiresUtc: Scalars['DateTime']['output'];
  refreshToken: Scalars['String']['output'];
};

export type UpdateAlertsInput = {
  action: AlertAction;
  /** With ASSIGN alone, and needed there: the member, or null for nobody. */
  assigneeId?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<AlertFilter>;
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Do it with the named alerts that exist, instead of refusing all when one does not. */
  skipMissing?: Scalars['Boolean']['input'];
};

export type UpdateAlertsResult = NotFoundProblem | RefusedProblem | UpdateAlertsSuccess | ValidationProblem;

export type UpdateAlertsSuccess = {
  __typename: 'UpdateAlertsSuccess';
  /** The alerts named by id, as they now stand; empty for a whole filter. */
  alerts: Array<Alert>;
  message: Scalars['String']['output'];
  /** With skipMissing: what was named and is unknown, or another account's. */
  missing: Array<Scalars['ID']['output']>;
  operationId: Scalars['ID']['output'];
  updated: Scalars['Int']['output'];
};

export type UpdateProfileInput = {
  org?: InputMaybe<ProfileOrganizationInput>;
  user?: InputMaybe<ProfileUserInput>;
};

export type UpdateProfileResult = RefusedProblem | ThrottledProblem | UpdateProfileSuccess | ValidationProblem;

export type UpdateProfileSuccess = {
  __typename: 'UpdateProfileSuccess';
  account: Account;
  message: Scalars['String']['output'];
  orgError: Maybe<Scalars['String']['output']>;
};

export type User = {
  __typename: 'User';
  email: Scalars['String']['output'];
  firstName: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  imageUrl: Maybe<Scalars['String']['output']>;
  isEmailVerified: Scalars['Boolean']['output'];
  /** What mails are written in; null for the site's. */
  language: Maybe<Scalars['String']['output']>;
  lastName: Scalars['String']['output'];
  membershipRole: MembershipRole;
  mfaSettings: MfaSettings;
  notificationSettings: NotificationSettings;
  permissions: Array<Permission>;
  primaryAddress: Address;
  role: Scalars['String']['output'];
};

export type UserSession = {
  __typename: 'UserSession';
  address: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
  device: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  isCurrent: Scalars['Boolean']['output'];
  isRemembered: Scalars['Boolean']['output'];
  lastSeenAt: Scalars['DateTime']['output'];
};

/** The input breaks a rule. */
export type ValidationProblem = Problem & {
  __typename: 'ValidationProblem';
  code: Scalars['String']['output'];
  fieldErrors: Array<FieldError>;
  message: Scalars['String']['output'];
};

export type VerificationSent = {
  __typename: 'VerificationSent';
  emailSent: Scalars['Boolean']['output'];
  /** No mail was sent because the address is verified already. */
  isVerified: Scalars['Boolean']['output'];
  message: Scalars['String']['output'];
};

export type VerifyMfaResult = RefusedProblem | ThrottledProblem | ValidationProblem | VerifyMfaSuccess;

export type VerifyMfaSuccess = {
  __typename: 'VerifyMfaSuccess';
  account: Account;
  message: Scalars['String']['output'];
  recoveryCodes: Array<Scalars['String']['output']>;
};

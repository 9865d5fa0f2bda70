export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A whole number of at most 53 bits. */
  BigInt: { input: number; output: number; }
  /** A date, ISO 8601, such as 2026-11-21. */
  Date: { input: string; output: string; }
  /** A time in UTC, ISO 8601 with Z, such as 2026-11-21T09:30:00Z. */
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
  /** Whether one request may disclose several leaked passwords. */
  isBulkDisclosureEnabled: Scalars['Boolean']['output'];
  kind: AccountKind;
  org: Maybe<Organization>;
  user: User;
};

/** How exposed the account is at present. Sensitive leaks are shown to those whom they concern. */
export type AccountExposure = {
  __typename: 'AccountExposure';
  /** Number of people with open alerts. */
  exposedPeople: Scalars['Int']['output'];
  /** Those that were added in the range, the newest 100. */
  ingestedLeaks: Array<IngestedLeak>;
  /** The 5 of these that were added last. */
  latestLeaks: Array<LeakShare>;
  /** Number of leaks that raised alerts; up to 1,000 are counted. */
  leakCount: Scalars['Int']['output'];
  /** These leaks by the year of the breach, the newest first. */
  leakYears: Array<LeakYear>;
  /** How long incidents were open: the median of the 1,000 latest closed ones, without duplicates; null without any. */
  medianSecondsToClose: Maybe<Scalars['Int']['output']>;
  /** The 5 people with the most open alerts. */
  mostExposed: Array<ExposedPerson>;
  /** Open alerts by level; null for a minute or more after an upgrade, until existing alerts were counted. */
  openBySeverity: Maybe<SeverityCounts>;
  /** Number of readable passwords that one login has at several sites and that are open there, among the newest 20,000 alerts. */
  reusedPasswords: Scalars['Int']['output'];
  /** Whether there are no more alerts than that. */
  reusedPasswordsAreExact: Scalars['Boolean']['output'];
  /** Every day of the range, including days without alerts; null as long as openBySeverity is. */
  severityTimeline: Maybe<Array<SeverityDay>>;
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
  /** When login, password, URL and device were erased on the person's request. Null for all others. */
  erasedAt: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  /** The incident that it belongs to; null for a moment after an upgrade. */
  incident: Maybe<AlertIncident>;
  /** Whether the login matched the monitored email only without its +tag or dots. */
  isAlias: Scalars['Boolean']['output'];
  isClosed: Scalars['Boolean']['output'];
  isRead: Scalars['Boolean']['output'];
  /** The leak that raised the alert. */
  leak: AlertLeak;
  /** The alert for the previous password of the same login. */
  previousAlertId: Maybe<Scalars['ID']['output']>;
  /** Since when no leak confirms it: the leak that raised it was retracted. Null for all others. */
  retractedAt: Maybe<Scalars['DateTime']['output']>;
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
  /** Null for former members. */
  name: Maybe<Scalars['String']['output']>;
};

export type AlertContext = {
  __typename: 'AlertContext';
  /** Other alerts of the same infected device; null if none is known. */
  deviceLogins: Maybe<RelatedAlerts>;
  /** Alerts of the same login with the same readable password at other sites, of at most 1,000 of that login. */
  samePassword: RelatedAlerts;
  /** What happened, in one to three sentences. */
  summary: Scalars['String']['output'];
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
  /** For ASSIGNED: the member, or null if unassigned. */
  assignee: Maybe<Scalars['String']['output']>;
  at: Scalars['DateTime']['output'];
  /** The member's name; null for automatic changes and for former members. */
  by: Maybe<Scalars['String']['output']>;
  kind: AlertEventKind;
  /** For RAISED and SIGHTED: the leak. */
  leak: Maybe<Scalars['String']['output']>;
  /** Likewise, its name in the catalogue; null if you may not see it. */
  leakName: Maybe<Scalars['String']['output']>;
  note: Maybe<AlertNote>;
  /** For RAISED and SIGHTED: when the login was seen in the leak. */
  seenAt: Maybe<Scalars['DateTime']['output']>;
  /** For UNDONE: the action that was undone. */
  undone: Maybe<AlertEventKind>;
};

export type AlertEventKind =
  | 'ASSIGNED'
  | 'CLOSED'
  | 'NOTED'
  | 'PASSWORD_EXPORTED'
  | 'PASSWORD_REVEALED'
  | 'RAISED'
  | 'READ'
  | 'REOPENED'
  | 'SIGHTED'
  | 'UNDONE'
  | 'UNREAD';

export type AlertFilter = {
  /** ID of the member who works on it. */
  assigneeId?: InputMaybe<Scalars['ID']['input']>;
  /** A full password. It's never logged. */
  breachRecordPasswords?: InputMaybe<Scalars['String']['input']>;
  /** Part of the URL, case-insensitive. */
  breachRecordUrl?: InputMaybe<Scalars['String']['input']>;
  /** A full username, case-insensitive. */
  breachRecordUsernames?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166 alpha-2 code of the infected device's country. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** Raised at exactly this time, ISO 8601. */
  datetime?: InputMaybe<Scalars['DateTime']['input']>;
  /** Full name of the infected device, case-insensitive. */
  device?: InputMaybe<Scalars['String']['input']>;
  /** The affected domain. */
  domainExact?: InputMaybe<Scalars['String']['input']>;
  /** ID of the affected domain. */
  domainId?: InputMaybe<Scalars['ID']['input']>;
  /** true: Workforce; false: Portals. */
  domainIsNotSet?: InputMaybe<Scalars['Boolean']['input']>;
  /** true: Portals; false: Workforce. */
  domainIsSet?: InputMaybe<Scalars['Boolean']['input']>;
  /** Part of the affected domain, case-insensitive. */
  domainName?: InputMaybe<Scalars['String']['input']>;
  /** Raised before this time, ISO 8601. */
  endDatetime?: InputMaybe<Scalars['DateTime']['input']>;
  /** ID of one alert. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the incident that it belongs to. */
  incidentId?: InputMaybe<Scalars['ID']['input']>;
  /** Assigned or unassigned. */
  isAssigned?: InputMaybe<Scalars['Boolean']['input']>;
  /** Closed or open. */
  isClosed?: InputMaybe<Scalars['Boolean']['input']>;
  /** Read or unread. */
  isRead?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the leak that raised them, as in the catalogue, or a former name. */
  leakName?: InputMaybe<Scalars['String']['input']>;
  /** Name of the malware that stole it, such as RedLine, case-insensitive. */
  malware?: InputMaybe<Scalars['String']['input']>;
  /** An address of a person: alerts of all addresses of the same mailbox, with and without a +tag. */
  personEmail?: InputMaybe<Scalars['String']['input']>;
  /** Part of URL, host or usernames, case-insensitive. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** The lowest score, 0 to 100. */
  severityFrom?: InputMaybe<Scalars['Int']['input']>;
  /** The full host or package name of the app that the login is for. */
  site?: InputMaybe<Scalars['String']['input']>;
  /** Raised at or after this time, ISO 8601. */
  startDatetime?: InputMaybe<Scalars['DateTime']['input']>;
  /** What leaked: malware, password, hash, address. */
  type?: InputMaybe<Scalars['String']['input']>;
  /** A full monitored email address. */
  userEmail?: InputMaybe<Scalars['String']['input']>;
  /** ID of the affected email account. */
  userId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether the monitored email is on the list of active accounts; addresses of unknown state match neither value. */
  userIsLive?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The newest events, at most 100. */
export type AlertHistory = {
  __typename: 'AlertHistory';
  events: Array<AlertEvent>;
  hasMore: Scalars['Boolean']['output'];
};

/** The incident of a detection. */
export type AlertIncident = {
  __typename: 'AlertIncident';
  /** Also that of the infected device, if its kind is DEVICE. */
  id: Scalars['ID']['output'];
  /** What its detections have in common. */
  kind: IncidentKind;
  /** What it's about, in the language of the request. */
  title: Scalars['String']['output'];
};

/** The leak that raised the alert. A sensitive one has no name but for those whom it concerns (``disclosed``). */
export type AlertLeak = {
  __typename: 'AlertLeak';
  /** The date of the breach, if known. */
  breachDate: Maybe<Scalars['Date']['output']>;
  /** The breached site, if any. */
  domain: Maybe<Scalars['String']['output']>;
  /** The leak's name in the catalogue; empty if the leak is sensitive and doesn't concern the reader. */
  name: Scalars['String']['output'];
  /** The leak's display name. */
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
  /** The member's name; null for former members. */
  author: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
  editedAt: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  /** Whether the caller wrote it and may change or delete it. */
  isOwn: Scalars['Boolean']['output'];
  /** The members that the text mentions, in their order. */
  mentions: Array<NoteMention>;
  /** Plain text; `<@ID>` mentions the member with that id. */
  text: Scalars['String']['output'];
};

export type AlertNoteResult = AlertNoteSuccess | NotFoundProblem | RefusedProblem | ValidationProblem;

export type AlertNoteSuccess = {
  __typename: 'AlertNoteSuccess';
  note: AlertNote;
};

export type AlertPage = {
  __typename: 'AlertPage';
  /** Anchor for other pages of this list: pass it as `asOf`, and no alert is repeated or skipped whatever is raised or changed meanwhile. Valid for 24 hours. */
  asOf: Scalars['String']['output'];
  /** Cursor for the next request: pass it as `after`. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  page: Scalars['Int']['output'];
  pageSize: Scalars['Int']['output'];
  results: Array<Alert>;
  /** Number of matching rows; exact up to 100,000, or beyond that if a counter exists. */
  total: Scalars['Int']['output'];
  totalIsExact: Scalars['Boolean']['output'];
};

/** The monitored email of a Workforce alert. */
export type AlertUser = {
  __typename: 'AlertUser';
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  /** Whether the email account is on the list of active accounts; null if unknown. */
  isLive: Maybe<Scalars['Boolean']['output']>;
};

/** Alerts changed by an action or by undoing one. */
export type AlertsChanged = {
  __typename: 'AlertsChanged';
  /** The changed alerts in their new state, at most 100. */
  alerts: Array<Alert>;
  /** Whether to fetch the list again: more than 100 alerts have changed or events were missed, and `alerts` is empty. A large action sends one event per batch. */
  isMany: Scalars['Boolean']['output'];
  /** The operation, as `updateAlerts` returns it; null for automatic changes and after missed events. */
  operationId: Maybe<Scalars['ID']['output']>;
};

/** New alerts of one batch, at most 100 per event. */
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
  suspendedAt: Maybe<Scalars['DateTime']['output']>;
};

/** A permission of an API key, never more than those of the member who created it. */
export type ApiKeyScope =
  | 'EMAIL_RANGES'
  | 'EXPORT'
  | 'MANAGE_DOMAINS'
  | 'MANAGE_EMAILS'
  | 'READ'
  | 'REVEAL'
  | 'TRIAGE';

export type AssignIncidentsInput = {
  /** The member, or null to unassign. */
  assigneeId?: InputMaybe<Scalars['ID']['input']>;
  /** Instead of ids: at most 10,000 incidents that it selects at that time. */
  filter?: InputMaybe<IncidentFilter>;
  /** At most 1,000. */
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
};

export type Backfill = {
  __typename: 'Backfill';
  /** Detections found so far. */
  found: Scalars['Int']['output'];
  isDone: Scalars['Boolean']['output'];
  /** From 0 to 1. */
  progress: Scalars['Float']['output'];
};

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
  /** plain, none, or the type of hash. */
  passwordType: Scalars['String']['output'];
  /** Eight bullets for each leaked password, whatever its length. */
  passwords: Array<Scalars['String']['output']>;
  /** In how many leak files the credential was seen. */
  sightings: Scalars['Int']['output'];
  url: Maybe<Scalars['String']['output']>;
  usernames: Array<Scalars['String']['output']>;
};

export type Breakdown = {
  __typename: 'Breakdown';
  byKind: KindCounts;
  bySeverity: SeverityCounts;
  total: Scalars['Int']['output'];
};

export type BulkDisclosureResult = BulkDisclosureSuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

export type BulkDisclosureSuccess = {
  __typename: 'BulkDisclosureSuccess';
  account: Account;
  message: Scalars['String']['output'];
};

export type ChangedIncident = {
  __typename: 'ChangedIncident';
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
};

export type CheckAddressInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  email: Scalars['String']['input'];
  language?: InputMaybe<Scalars['String']['input']>;
};

export type ConfigureMfaResult = ConfigureMfaSuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

export type ConfigureMfaSuccess = {
  __typename: 'ConfigureMfaSuccess';
  account: Account;
  device: Maybe<DeviceSetup>;
  message: Scalars['String']['output'];
};

export type ConfirmApiKeyResult = MessageSuccess | NotFoundProblem | RefusedProblem;

export type ConfirmEmailInput = {
  token: Scalars['String']['input'];
  uid: Scalars['String']['input'];
};

export type ConfirmEmailResult = ConfirmEmailSuccess | RefusedProblem | ThrottledProblem;

export type ConfirmEmailSuccess = {
  __typename: 'ConfirmEmailSuccess';
  account: Maybe<Account>;
  /** The fate of the sessions, API keys and second factors from before the verification. */
  earlierAccess: EarlierAccess;
  message: Scalars['String']['output'];
  tokens: Maybe<Tokens>;
};

export type ConfirmPasswordResetInput = {
  email: Scalars['String']['input'];
  newPassword: Scalars['String']['input'];
  token: Scalars['String']['input'];
  uid: Scalars['String']['input'];
};

export type ConsoleAccount = {
  __typename: 'ConsoleAccount';
  companyName: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  /** Whether the first owner is disabled. */
  isDisabled: Scalars['Boolean']['output'];
  /** Whether the first owner has verified their address. */
  isVerified: Scalars['Boolean']['output'];
  kind: AccountKind;
  members: Scalars['Int']['output'];
  ownerEmail: Maybe<Scalars['String']['output']>;
  ownerName: Maybe<Scalars['String']['output']>;
};

export type ConsoleAccountDetail = {
  __typename: 'ConsoleAccountDetail';
  companyName: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
  domains: Array<ConsoleDomain>;
  id: Scalars['ID']['output'];
  isMfaRequired: Scalars['Boolean']['output'];
  kind: AccountKind;
  members: Array<ConsoleMember>;
};

export type ConsoleAccountPage = {
  __typename: 'ConsoleAccountPage';
  /** Position of the last account: pass it as `after` for the next page. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  results: Array<ConsoleAccount>;
};

export type ConsoleActionResult = MessageSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem | ValidationProblem;

export type ConsoleApplication = {
  __typename: 'ConsoleApplication';
  companyLink: Scalars['String']['output'];
  companyName: Scalars['String']['output'];
  companySize: Scalars['Int']['output'];
  createdAt: Scalars['DateTime']['output'];
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  /** The email that confirmed it; null if that is unknown, because old emails are deleted. */
  mail: Maybe<ConsoleMailState>;
  mailFailure: Maybe<Scalars['String']['output']>;
  name: Scalars['String']['output'];
  phone: Scalars['String']['output'];
  preference: Scalars['String']['output'];
  title: Scalars['String']['output'];
};

export type ConsoleApplicationPage = {
  __typename: 'ConsoleApplicationPage';
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  results: Array<ConsoleApplication>;
};

export type ConsoleAuditBreak = {
  __typename: 'ConsoleAuditBreak';
  accountId: Maybe<Scalars['ID']['output']>;
  chain: ConsoleAuditChain;
  eventId: Maybe<Scalars['ID']['output']>;
  happenedAt: Maybe<Scalars['DateTime']['output']>;
  problem: Scalars['String']['output'];
  sequence: Maybe<Scalars['BigInt']['output']>;
};

export type ConsoleAuditChain =
  | 'ACCOUNT'
  | 'OPERATORS'
  | 'VISITORS';

export type ConsoleAuditDetail = {
  __typename: 'ConsoleAuditDetail';
  name: Scalars['String']['output'];
  value: Scalars['String']['output'];
};

export type ConsoleAuditEvent = {
  __typename: 'ConsoleAuditEvent';
  /** Network address; empty for operators' events. */
  address: Scalars['String']['output'];
  detail: Array<ConsoleAuditDetail>;
  happenedAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  kind: Scalars['String']['output'];
  /** The operator, or the address of the member as it is now; null if unknown. */
  person: Maybe<Scalars['String']['output']>;
  /** Position in its chain. */
  sequence: Scalars['BigInt']['output'];
  userAgent: Scalars['String']['output'];
};

export type ConsoleAuditLog = {
  __typename: 'ConsoleAuditLog';
  /** Null for operators' events. */
  accountId: Maybe<Scalars['ID']['output']>;
  /** Position of the last event: pass it as `after` for the next page. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  kinds: Array<Scalars['String']['output']>;
  results: Array<ConsoleAuditEvent>;
};

export type ConsoleAuditLogFilter = {
  /** The ID of an account, or a member's address. */
  account?: InputMaybe<Scalars['String']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  /** The operator, or the address of the member. */
  person?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  /** Events before this time. */
  until?: InputMaybe<Scalars['DateTime']['input']>;
};

export type ConsoleBackupVerification = {
  __typename: 'ConsoleBackupVerification';
  backupAt: Scalars['DateTime']['output'];
  isIntact: Scalars['Boolean']['output'];
  verifiedAt: Scalars['DateTime']['output'];
};

export type ConsoleCheck = {
  __typename: 'ConsoleCheck';
  level: ConsoleCheckLevel;
  name: Scalars['String']['output'];
  remedy: Scalars['String']['output'];
  text: Scalars['String']['output'];
};

export type ConsoleCheckLevel =
  | 'FAILING'
  | 'OK'
  | 'SKIPPED'
  | 'WARNING';

export type ConsoleChecksResult = RefusedProblem | RunChecksSuccess | ThrottledProblem;

export type ConsoleContent = {
  __typename: 'ConsoleContent';
  documents: Array<ConsoleContentDocument>;
  /** Of the content service that the public pages come from; they are edited there. */
  serviceAddress: Maybe<Scalars['String']['output']>;
};

export type ConsoleContentDetail = {
  __typename: 'ConsoleContentDetail';
  changedAt: Maybe<Scalars['DateTime']['output']>;
  changedBy: Maybe<Scalars['String']['output']>;
  content: Scalars['String']['output'];
  fields: Array<ConsoleContentField>;
  hasDraft: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  /** Whether visitors see another text than the shipped one. */
  isEdited: Scalars['Boolean']['output'];
  /** Whether the shipped text changed since it was edited. */
  isOutdated: Scalars['Boolean']['output'];
  language: Scalars['String']['output'];
  locale: Scalars['String']['output'];
  name: ConsoleContentName;
  published: Scalars['String']['output'];
  shipped: Scalars['String']['output'];
  /** Pass it with a change, which is refused if there was another since. */
  version: Scalars['String']['output'];
  versions: Array<ConsoleContentVersion>;
};

export type ConsoleContentDocument = {
  __typename: 'ConsoleContentDocument';
  changedAt: Maybe<Scalars['DateTime']['output']>;
  changedBy: Maybe<Scalars['String']['output']>;
  hasDraft: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  /** Whether visitors see another text than the shipped one. */
  isEdited: Scalars['Boolean']['output'];
  /** Whether the shipped text changed since it was edited. */
  isOutdated: Scalars['Boolean']['output'];
  language: Scalars['String']['output'];
  locale: Scalars['String']['output'];
  name: ConsoleContentName;
};

export type ConsoleContentField = {
  __typename: 'ConsoleContentField';
  choices: Array<Scalars['String']['output']>;
  isRequired: Scalars['Boolean']['output'];
  kind: ConsoleContentFieldKind;
  /** Characters, or items of a list. */
  maximum: Maybe<Scalars['Int']['output']>;
  /** Names in its JSON with dots between them; `*` is any item of a list. */
  path: Scalars['String']['output'];
};

export type ConsoleContentFieldKind =
  | 'ICON'
  | 'LINE'
  | 'LINK'
  | 'LIST'
  | 'MARKDOWN'
  | 'NUMBER'
  | 'PICTURE'
  | 'TEXT';

export type ConsoleContentName =
  | 'FOOTER'
  | 'HOMEPAGE'
  | 'MALWARE'
  | 'PLAYBOOKS'
  | 'PRIVACY_POLICY'
  | 'TERMS_OF_USE';

export type ConsoleContentVersion = {
  __typename: 'ConsoleContentVersion';
  id: Scalars['ID']['output'];
  /** Whether it is the document that comes with the product. */
  isShipped: Scalars['Boolean']['output'];
  publishedAt: Scalars['DateTime']['output'];
  publishedBy: Scalars['String']['output'];
};

export type ConsoleDisk = {
  __typename: 'ConsoleDisk';
  /** Growth of the stores on it; null if it isn't known. */
  bytesPerDay: Maybe<Scalars['BigInt']['output']>;
  /** Null if it isn't known, or the stores don't grow. */
  daysUntilFull: Maybe<Scalars['Int']['output']>;
  freeBytes: Scalars['BigInt']['output'];
  path: Scalars['String']['output'];
  totalBytes: Scalars['BigInt']['output'];
};

export type ConsoleDomain = {
  __typename: 'ConsoleDomain';
  /** The last look at DNS; null if there was none. */
  checkedAt: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
  domain: Scalars['String']['output'];
  isEnabled: Scalars['Boolean']['output'];
  isVerified: Scalars['Boolean']['output'];
  /** Since when the record of a verified domain is missing. */
  missingSince: Maybe<Scalars['DateTime']['output']>;
};

export type ConsoleEditLeakResult = EditLeakSuccess | NotFoundProblem | RefusedProblem | ValidationProblem;

export type ConsoleFailedJob = {
  __typename: 'ConsoleFailedJob';
  attempts: Scalars['Int']['output'];
  createdAt: Scalars['DateTime']['output'];
  /** The kind of failure; null if the queue no longer knows it. */
  error: Maybe<Scalars['String']['output']>;
  failedAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
};

export type ConsoleFigure = {
  __typename: 'ConsoleFigure';
  name: Scalars['String']['output'];
  value: Scalars['BigInt']['output'];
};

export type ConsoleHealth = {
  __typename: 'ConsoleHealth';
  /** The state that the newest recorded backup has. */
  backupAt: Maybe<Scalars['DateTime']['output']>;
  backupVerification: Maybe<ConsoleBackupVerification>;
  disks: Array<ConsoleDisk>;
  /** At most 100, the latest first. */
  failedJobs: Array<ConsoleFailedJob>;
  jobs: Array<ConsoleJobs>;
  limits: Array<ConsoleLimit>;
  mails: Array<ConsoleMails>;
  /** At most 100, the longest missing first. */
  missingRecords: Array<ConsoleMissingRecord>;
  /** Connected processes: version, command, host and address. */
  processes: Array<Scalars['String']['output']>;
  /** As a worker last measured them; empty if none did. */
  stores: Array<ConsoleStore>;
  version: Scalars['String']['output'];
};

export type ConsoleIngestInput = {
  /** Ingest it although it parses poorly. */
  accept?: Scalars['Boolean']['input'];
  breachDate?: InputMaybe<Scalars['Date']['input']>;
  domain?: InputMaybe<Scalars['String']['input']>;
  kind?: InputMaybe<LeakKind>;
  leak: Scalars['String']['input'];
  reading?: InputMaybe<ConsoleReadingInput>;
  title?: InputMaybe<Scalars['String']['input']>;
};

export type ConsoleIngestResult = IngestUploadSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem | ValidationProblem;

export type ConsoleIngestRun = {
  __typename: 'ConsoleIngestRun';
  bytes: Scalars['Float']['output'];
  bytesRead: Scalars['Float']['output'];
  createdAt: Scalars['DateTime']['output'];
  detections: Scalars['Float']['output'];
  endedAt: Maybe<Scalars['DateTime']['output']>;
  /** The file in the catalogue and the quarantine. */
  fileId: Maybe<Scalars['ID']['output']>;
  host: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  leak: Scalars['String']['output'];
  lines: Scalars['Float']['output'];
  /** While it runs. */
  linesPerSecond: Maybe<Scalars['Float']['output']>;
  /** The same as a sentence, in English as on the command line. */
  message: Maybe<Scalars['String']['output']>;
  /** The file's own name. */
  name: Scalars['String']['output'];
  /** Null for files of a watched folder or a bucket. */
  operator: Maybe<Scalars['String']['output']>;
  progressAt: Maybe<Scalars['DateTime']['output']>;
  /** A code: why it was refused, held or failed. */
  reason: Maybe<Scalars['String']['output']>;
  records: Scalars['Float']['output'];
  rejected: Scalars['Float']['output'];
  rejections: Array<ConsoleReasonCount>;
  requested: Maybe<ConsoleRunRequest>;
  /** While it runs; an estimate. */
  secondsLeft: Maybe<Scalars['Float']['output']>;
  sightings: Scalars['Float']['output'];
  skipped: Scalars['Float']['output'];
  skips: Array<ConsoleReasonCount>;
  source: ConsoleSource;
  startedAt: Maybe<Scalars['DateTime']['output']>;
  state: ConsoleRunState;
};

export type ConsoleIngestRunPage = {
  __typename: 'ConsoleIngestRunPage';
  cursor: Maybe<Scalars['String']['output']>;
  hasMore: Scalars['Boolean']['output'];
  results: Array<ConsoleIngestRun>;
};

export type ConsoleIngestSettings = {
  __typename: 'ConsoleIngestSettings';
  bucketPrefix: Maybe<Scalars['String']['output']>;
  columnRoles: Array<Scalars['String']['output']>;
  formats: Array<Scalars['String']['output']>;
  largestUpload: Scalars['Float']['output'];
  /** Ingestions that run at once on each host. */
  parallelRuns: Scalars['Int']['output'];
  watchedFolder: Maybe<Scalars['String']['output']>;
};

export type ConsoleJobs = {
  __typename: 'ConsoleJobs';
  failed: Scalars['Int']['output'];
  /** Waiting for their time, such as that of a retry. */
  later: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  running: Scalars['Int']['output'];
  waiting: Scalars['Int']['output'];
  waitingSince: Maybe<Scalars['DateTime']['output']>;
};

export type ConsoleLeak = {
  __typename: 'ConsoleLeak';
  /** Accounts of this installation with detections of the leak. */
  accounts: Maybe<Scalars['Int']['output']>;
  addedDate: Scalars['DateTime']['output'];
  breachDate: Maybe<Scalars['Date']['output']>;
  countedAt: Maybe<Scalars['DateTime']['output']>;
  domain: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  isSensitive: Scalars['Boolean']['output'];
  kind: LeakKind;
  name: Scalars['String']['output'];
  pwnCount: Scalars['BigInt']['output'];
  /** Records in the lake. */
  records: Maybe<Scalars['BigInt']['output']>;
  retractedDate: Maybe<Scalars['DateTime']['output']>;
  title: Scalars['String']['output'];
};

export type ConsoleLeakDetail = {
  __typename: 'ConsoleLeakDetail';
  attribution: Maybe<Scalars['String']['output']>;
  dataClasses: Array<Scalars['String']['output']>;
  /** Plain text. */
  description: Scalars['String']['output'];
  /** Detections that the leak has raised, in all accounts; counted when asked for. */
  detections: Scalars['BigInt']['output'];
  files: Scalars['Int']['output'];
  /** Names of leaks that were merged into this one. */
  formerNames: Array<Scalars['String']['output']>;
  isFabricated: Scalars['Boolean']['output'];
  isMalware: Scalars['Boolean']['output'];
  isRetired: Scalars['Boolean']['output'];
  isSensitive: Scalars['Boolean']['output'];
  isSpamList: Scalars['Boolean']['output'];
  isStealerLog: Scalars['Boolean']['output'];
  isSubscriptionFree: Scalars['Boolean']['output'];
  isVerified: Scalars['Boolean']['output'];
  leak: ConsoleLeak;
  /** Always null now: nothing is fetched from other sites. */
  logoPath: Maybe<Scalars['String']['output']>;
  modifiedDate: Scalars['DateTime']['output'];
  /** The last retractions and merges, the newest first. */
  operations: Array<ConsoleOperation>;
};

export type ConsoleLeakFilter = {
  isRetracted?: InputMaybe<Scalars['Boolean']['input']>;
  isSensitive?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<LeakKind>;
  /** A part of the name, title or domain. */
  search?: InputMaybe<Scalars['String']['input']>;
};

export type ConsoleLeakInput = {
  attribution?: InputMaybe<Scalars['String']['input']>;
  breachDate?: InputMaybe<Scalars['Date']['input']>;
  dataClasses?: InputMaybe<Array<Scalars['String']['input']>>;
  description?: InputMaybe<Scalars['String']['input']>;
  domain?: InputMaybe<Scalars['String']['input']>;
  isFabricated?: InputMaybe<Scalars['Boolean']['input']>;
  isMalware?: InputMaybe<Scalars['Boolean']['input']>;
  isRetired?: InputMaybe<Scalars['Boolean']['input']>;
  isSensitive?: InputMaybe<Scalars['Boolean']['input']>;
  isSpamList?: InputMaybe<Scalars['Boolean']['input']>;
  isStealerLog?: InputMaybe<Scalars['Boolean']['input']>;
  isSubscriptionFree?: InputMaybe<Scalars['Boolean']['input']>;
  isVerified?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<LeakKind>;
  title?: InputMaybe<Scalars['String']['input']>;
};

export type ConsoleLeakOrder =
  | 'NAME'
  | 'NEWEST'
  | 'RECORDS';

export type ConsoleLeakPage = {
  __typename: 'ConsoleLeakPage';
  /** Position of the last leak: pass it as `after` for the next page. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  results: Array<ConsoleLeak>;
};

export type ConsoleLimit = {
  __typename: 'ConsoleLimit';
  callers: Scalars['Int']['output'];
  mostHits: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  since: Scalars['DateTime']['output'];
};

export type ConsoleMailState =
  | 'FAILED'
  | 'SENT'
  | 'WAITING';

export type ConsoleMails = {
  __typename: 'ConsoleMails';
  failed: Scalars['Int']['output'];
  kind: Scalars['String']['output'];
  /** What the mail server said, without the address. */
  lastFailure: Maybe<Scalars['String']['output']>;
  sent: Scalars['Int']['output'];
  waiting: Scalars['Int']['output'];
  waitingSince: Maybe<Scalars['DateTime']['output']>;
};

export type ConsoleMember = {
  __typename: 'ConsoleMember';
  email: Scalars['String']['output'];
  firstName: Scalars['String']['output'];
  hasSecondFactor: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  isDisabled: Scalars['Boolean']['output'];
  isOperator: Scalars['Boolean']['output'];
  isVerified: Scalars['Boolean']['output'];
  joinedAt: Scalars['DateTime']['output'];
  lastName: Scalars['String']['output'];
  role: MembershipRole;
  sessions: Array<ConsoleSession>;
};

export type ConsoleMissingRecord = {
  __typename: 'ConsoleMissingRecord';
  accountId: Scalars['ID']['output'];
  accountName: Maybe<Scalars['String']['output']>;
  domain: Scalars['String']['output'];
  missingSince: Scalars['DateTime']['output'];
  /** When it loses its verification. */
  revokedAt: Scalars['DateTime']['output'];
};

export type ConsoleOperation = {
  __typename: 'ConsoleOperation';
  createdAt: Scalars['DateTime']['output'];
  done: Scalars['BigInt']['output'];
  /** Why nothing was done, in English. */
  failure: Maybe<Scalars['String']['output']>;
  figures: Array<ConsoleFigure>;
  finishedAt: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  kind: ConsoleOperationKind;
  operator: Scalars['String']['output'];
  /** The other leak of a merge, if there is one still. */
  otherLeak: Maybe<Scalars['String']['output']>;
  state: ConsoleOperationState;
  /** What is being done; empty before and after. */
  step: Scalars['String']['output'];
  total: Scalars['BigInt']['output'];
};

export type ConsoleOperationKind =
  | 'MERGE'
  | 'REREAD'
  | 'RETRACT';

export type ConsoleOperationState =
  | 'DONE'
  | 'FAILED'
  | 'RUNNING'
  | 'WAITING';

export type ConsoleOperator = {
  __typename: 'ConsoleOperator';
  email: Scalars['String']['output'];
  grantedAt: Scalars['DateTime']['output'];
  grantedBy: Scalars['String']['output'];
  hasSecondFactor: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  isDisabled: Scalars['Boolean']['output'];
};

export type ConsoleOptOutRequest = {
  __typename: 'ConsoleOptOutRequest';
  createdAt: Scalars['DateTime']['output'];
  /** Of all these organizations. */
  detections: Scalars['Int']['output'];
  /** Names the opt-out in the audit log. */
  digest: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  /** Those that verified the address's domain. */
  organizations: Array<Scalars['String']['output']>;
};

export type ConsolePreview = {
  __typename: 'ConsolePreview';
  bytes: Maybe<Scalars['Float']['output']>;
  columns: Array<ConsolePreviewValue>;
  dialect: Array<ConsolePreviewValue>;
  encoding: Maybe<Scalars['String']['output']>;
  failure: Maybe<Scalars['String']['output']>;
  flags: Array<ConsoleReasonCount>;
  format: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  isReady: Scalars['Boolean']['output'];
  lines: Maybe<Scalars['Float']['output']>;
  linesPerSecond: Maybe<Scalars['Float']['output']>;
  members: Array<ConsolePreviewValue>;
  message: Maybe<Scalars['String']['output']>;
  outcome: Maybe<ConsolePreviewOutcome>;
  records: Maybe<Scalars['Float']['output']>;
  refusedMembers: Array<Scalars['String']['output']>;
  rejected: Maybe<Scalars['Float']['output']>;
  rejectedLines: Array<Scalars['String']['output']>;
  rejections: Array<ConsoleReasonCount>;
  sampleRecords: Array<Array<ConsolePreviewValue>>;
  sampledShare: Maybe<Scalars['Float']['output']>;
  seconds: Maybe<Scalars['Float']['output']>;
  skipped: Maybe<Scalars['Float']['output']>;
};

export type ConsolePreviewOutcome =
  | 'HELD'
  | 'INGESTED'
  | 'REFUSED'
  | 'SKIPPED';

export type ConsolePreviewResult = NotFoundProblem | PreviewUploadSuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

export type ConsolePreviewValue = {
  __typename: 'ConsolePreviewValue';
  name: Scalars['String']['output'];
  value: Scalars['String']['output'];
};

export type ConsoleQuarantinePage = {
  __typename: 'ConsoleQuarantinePage';
  /** Position of the last file: pass it as `after` for the next page. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  results: Array<ConsoleQuarantinedFile>;
};

export type ConsoleQuarantinedFile = {
  __typename: 'ConsoleQuarantinedFile';
  id: Scalars['ID']['output'];
  /** Whether nothing of the file was stored, because it parses poorly. */
  isHeld: Scalars['Boolean']['output'];
  leak: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** Reasons of kept stretches, the most first. */
  reasons: Array<ConsoleRejections>;
  /** Rejected lines in all, also those that aren't kept. */
  rejectedLines: Scalars['BigInt']['output'];
  size: Scalars['BigInt']['output'];
  startedAt: Scalars['DateTime']['output'];
  stretchBytes: Scalars['BigInt']['output'];
  stretches: Scalars['Int']['output'];
};

export type ConsoleQuarantinedFileDetail = {
  __typename: 'ConsoleQuarantinedFileDetail';
  /** The command that ingests a held file after all. */
  command: Maybe<Scalars['String']['output']>;
  /** Why the file is held, in English. */
  explanation: Maybe<Scalars['String']['output']>;
  file: ConsoleQuarantinedFile;
  /** Samples of a held file, as shapes with their reasons. */
  lines: Array<Scalars['String']['output']>;
  /** The last times that it was read again, the newest first. */
  operations: Array<ConsoleOperation>;
  stretches: ConsoleStretchPage;
};


export type ConsoleQuarantinedFileDetailStretchesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type ConsoleReadingInput = {
  archivePassword?: InputMaybe<Scalars['String']['input']>;
  columns?: InputMaybe<Array<Scalars['String']['input']>>;
  format?: InputMaybe<Scalars['String']['input']>;
};

export type ConsoleReasonCount = {
  __typename: 'ConsoleReasonCount';
  count: Scalars['Float']['output'];
  reason: Scalars['String']['output'];
};

export type ConsoleRejections = {
  __typename: 'ConsoleRejections';
  reason: Scalars['String']['output'];
  stretches: Scalars['Int']['output'];
};

/** What was asked of an ingestion that runs, and isn't done yet. */
export type ConsoleRunRequest =
  | 'CANCEL'
  | 'PAUSE';

/** The state of an ingestion. */
export type ConsoleRunState =
  | 'CANCELLED'
  | 'DONE'
  | 'FAILED'
  | 'HELD'
  | 'PAUSED'
  | 'REFUSED'
  | 'RUNNING'
  | 'WAITING';

export type ConsoleSession = {
  __typename: 'ConsoleSession';
  /** Network address. */
  address: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
  /** Such as `Firefox on Linux`; empty if unknown. */
  device: Scalars['String']['output'];
  hasSecondFactor: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  lastSeenAt: Scalars['DateTime']['output'];
};

export type ConsoleSetting = {
  __typename: 'ConsoleSetting';
  changedAt: Maybe<Scalars['DateTime']['output']>;
  /** The operator, or who ran the command. */
  changedBy: Maybe<Scalars['String']['output']>;
  default: Scalars['String']['output'];
  name: ConsoleSettingName;
  value: Scalars['String']['output'];
};

export type ConsoleSettingName =
  | 'ADDRESS_CHECK_ENABLED'
  | 'EMAIL_RANGES_ENABLED'
  | 'INDIVIDUAL_SIGNUP_ENABLED'
  | 'LANGUAGE'
  | 'LEAK_PAGES_ENABLED'
  | 'LOGIN_ENABLED'
  | 'OPT_OUTS_ENABLED'
  | 'ORGANIZATION_SIGNUP_ENABLED'
  | 'PARTNER_SIGNUP_ENABLED'
  | 'PASSWORD_RANGES_ENABLED'
  | 'PASSWORD_RANGES_MINIMUM'
  | 'PUBLIC_CATALOGUE_ENABLED'
  | 'SIGNUP_ENABLED'
  | 'TURNKEY_ENABLED'
  | 'TURNKEY_SITE_KEY';

export type ConsoleSettings = {
  __typename: 'ConsoleSettings';
  settings: Array<ConsoleSetting>;
  variables: Array<ConsoleVariable>;
  /** For changes that must not undo those of others. */
  version: Scalars['String']['output'];
};

export type ConsoleSettingsInput = {
  addressCheckEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  emailRangesEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  individualSignupEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  language?: InputMaybe<Scalars['String']['input']>;
  leakPagesEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  loginEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  optOutsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  organizationSignupEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  partnerSignupEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  passwordRangesEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  passwordRangesMinimum?: InputMaybe<Scalars['Int']['input']>;
  publicCatalogueEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  signupEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  turnkeyEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  turnkeySiteKey?: InputMaybe<Scalars['String']['input']>;
};

export type ConsoleSetupStep = {
  __typename: 'ConsoleSetupStep';
  isDone: Scalars['Boolean']['output'];
  name: ConsoleSetupStepName;
};

export type ConsoleSetupStepName =
  | 'DETECTION'
  | 'DNS'
  | 'DOMAIN'
  | 'EMAIL'
  | 'LEAK'
  | 'OPERATOR'
  | 'SECOND_FACTOR'
  | 'SIGN_UP';

/** Where a file comes from. */
export type ConsoleSource =
  | 'BUCKET'
  | 'FOLDER'
  | 'UPLOAD';

export type ConsoleStore = {
  __typename: 'ConsoleStore';
  bytes: Scalars['BigInt']['output'];
  /** Growth over the last 30 days, or since the first sample; null until samples are most of a day apart. */
  bytesPerDay: Maybe<Scalars['BigInt']['output']>;
  measuredAt: Scalars['DateTime']['output'];
  name: Scalars['String']['output'];
};

export type ConsoleStretch = {
  __typename: 'ConsoleStretch';
  id: Scalars['ID']['output'];
  length: Scalars['Int']['output'];
  /** The member of an archive, or the sheet, that it is from. */
  member: Maybe<Scalars['String']['output']>;
  memberOffset: Maybe<Scalars['BigInt']['output']>;
  reason: Scalars['String']['output'];
  /** Null if the stored bytes can't be opened. */
  shape: Maybe<Scalars['String']['output']>;
  /** Offset in the decoded stream, in bytes. */
  start: Scalars['BigInt']['output'];
};

export type ConsoleStretchPage = {
  __typename: 'ConsoleStretchPage';
  /** Position of the last stretch: pass it as `after` for the next page. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  results: Array<ConsoleStretch>;
};

export type ConsoleUpload = {
  __typename: 'ConsoleUpload';
  createdAt: Scalars['DateTime']['output'];
  /** When it is deleted unless it is continued or ingested. */
  expiresAt: Scalars['DateTime']['output'];
  /** The host that has the bytes; empty if it isn't known. */
  host: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  isComplete: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  operator: Scalars['String']['output'];
  received: Scalars['Float']['output'];
  size: Scalars['Float']['output'];
  touchedAt: Scalars['DateTime']['output'];
};

export type ConsoleVariable = {
  __typename: 'ConsoleVariable';
  /** The default in words, in English; code is between backticks. */
  default: Scalars['String']['output'];
  isSecret: Scalars['Boolean']['output'];
  isSet: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  source: ConsoleVariableSource;
  /** What it is for, in English; code is between backticks. */
  text: Scalars['String']['output'];
  /** Null for secrets. */
  value: Maybe<Scalars['String']['output']>;
};

export type ConsoleVariableSource =
  | 'DEFAULT'
  | 'ENVIRONMENT'
  | 'FILE';

export type ConsoleVerificationResult = RefusedProblem | ThrottledProblem | VerifyAuditLogSuccess;

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

export type Device = {
  __typename: 'Device';
  antivirus: Array<Scalars['String']['output']>;
  /** The build of the malware, which names its user or campaign. */
  build: Maybe<Scalars['String']['output']>;
  city: Maybe<Scalars['String']['output']>;
  computer: Maybe<Scalars['String']['output']>;
  /** ISO 3166 alpha-2. */
  country: Maybe<Scalars['String']['output']>;
  evidence: DeviceEvidence;
  /** HWID or machine ID. */
  hardwareId: Maybe<Scalars['String']['output']>;
  /** The ID of its incident. */
  id: Scalars['ID']['output'];
  incident: Incident;
  infectedAt: Maybe<Scalars['DateTime']['output']>;
  ip: Maybe<Scalars['String']['output']>;
  malware: Malware;
  /** Where the malware was started from. */
  malwarePath: Maybe<Scalars['String']['output']>;
  operatingSystem: Maybe<Scalars['String']['output']>;
  /** Null if the log has only logins. */
  stolenData: Maybe<StolenData>;
  /** The user of the operating system. */
  userName: Maybe<Scalars['String']['output']>;
};

export type DeviceEvidence = {
  __typename: 'DeviceEvidence';
  /** Whether all alerts were looked at. */
  isComplete: Scalars['Boolean']['output'];
  /** Leaks that raised the alerts, at most 20, the newest first. */
  leaks: Array<AlertLeak>;
  /** At most 50, those with the most open alerts first. */
  people: Array<DevicePerson>;
  /** At most 50, those with the most open alerts first. */
  sites: Array<ProfileSite>;
  /** The newest events, at most 50. */
  timeline: Array<ProfileEvent>;
};

export type DeviceOrder =
  | 'LOGINS'
  | 'PEOPLE'
  | 'RECENT'
  | 'SEVERITY';

export type DevicePage = {
  __typename: 'DevicePage';
  /** Position of the last device: pass it as `after` for the next page. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  results: Array<Device>;
  /** Number of matching devices, counted up to 100,000. */
  total: Scalars['Int']['output'];
  totalIsExact: Scalars['Boolean']['output'];
};

export type DevicePerson = {
  __typename: 'DevicePerson';
  detections: Scalars['Int']['output'];
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  openDetections: Scalars['Int']['output'];
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
  /** Null for a domain that is not monitored. */
  backfill: Maybe<Backfill>;
  domain: Scalars['String']['output'];
  domainTxt: Scalars['String']['output'];
  domainTxtSecret: Scalars['String']['output'];
  /** When a domain with a missing record loses its verification. */
  dropsAt: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  isEnabled: Scalars['Boolean']['output'];
  isVerified: Scalars['Boolean']['output'];
  /** Since when the TXT record of a verified domain has been missing. */
  missingSince: Maybe<Scalars['DateTime']['output']>;
  verifiedAt: Maybe<Scalars['DateTime']['output']>;
};

export type DomainCount = {
  __typename: 'DomainCount';
  domain: Scalars['String']['output'];
  total: Scalars['Int']['output'];
  unread: Scalars['Int']['output'];
};

/** One page of domains, by name. */
export type DomainPage = {
  __typename: 'DomainPage';
  /** Anchor of the next page: pass it as `asOf` with that page's number, and no row is repeated or skipped whatever is added or removed meanwhile. Null on the last page. Valid for 24 hours. */
  nextAsOf: Maybe<Scalars['String']['output']>;
  page: Scalars['Int']['output'];
  pageSize: Scalars['Int']['output'];
  /** Anchor of the previous page; null on the first one. */
  previousAsOf: Maybe<Scalars['String']['output']>;
  results: Array<Domain>;
  total: Scalars['Int']['output'];
};

export type DomainResult = DomainSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem | ValidationProblem;

export type DomainSuccess = {
  __typename: 'DomainSuccess';
  domain: Domain;
  message: Scalars['String']['output'];
};

export type EarlierAccess =
  | 'ALL_ENDED'
  | 'KEPT'
  | 'OTHERS_ENDED';

export type EditLeakSuccess = {
  __typename: 'EditLeakSuccess';
  leak: ConsoleLeakDetail;
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
  /** Anchor for other pages of this list: pass it as `asOf`, and nobody is repeated or skipped whatever changes meanwhile. Valid for 24 hours. */
  asOf: Scalars['String']['output'];
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
  /** Null for a deleted one. */
  name: Maybe<Scalars['String']['output']>;
};

export type ExposedPerson = {
  __typename: 'ExposedPerson';
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  lastSeen: Scalars['DateTime']['output'];
  openDetections: Scalars['Int']['output'];
};

export type Exposure = {
  __typename: 'Exposure';
  /** worst: score of the worst open alert. further: 2 for each other one, at most 10. reused: 10 if one readable password was leaked for several sites. */
  factors: Array<SeverityFactor>;
  level: SeverityLevel;
  score: Scalars['Int']['output'];
  /** The score at the end of each of the last 30 days, in UTC. */
  trend: Array<Scalars['Int']['output']>;
};

/** What is wrong with one field of the input. */
export type FieldError = {
  __typename: 'FieldError';
  field: Scalars['String']['output'];
  messages: Array<Scalars['String']['output']>;
};

export type FoundDevice = {
  __typename: 'FoundDevice';
  computer: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  userName: Maybe<Scalars['String']['output']>;
};

export type FoundLeak = {
  __typename: 'FoundLeak';
  name: Scalars['String']['output'];
  title: Scalars['String']['output'];
};

export type FoundPerson = {
  __typename: 'FoundPerson';
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
};

export type FoundSite = {
  __typename: 'FoundSite';
  /** The list that its detections are in. */
  alertKind: AlertList;
  /** Host, or package name of an app. */
  name: Scalars['String']['output'];
};

export type GlobalSearch = {
  __typename: 'GlobalSearch';
  /** ISO 3166 alpha-2 codes of all countries with infected devices, whatever the text. */
  countries: Array<Scalars['String']['output']>;
  /** By a part of the computer's name, the newest first. */
  devices: Array<FoundDevice>;
  /** By a part of the name or title, the newest first; a sensitive leak only if you may know of it. */
  leaks: Array<FoundLeak>;
  /** Names of malware by a part. */
  malware: Array<Scalars['String']['output']>;
  /** By a part of the address, those with the most open detections first. */
  people: Array<FoundPerson>;
  /** By a part of the host or package name, those with the most detections first. */
  sites: Array<FoundSite>;
};

export type GlobalStatistic = {
  __typename: 'GlobalStatistic';
  count: Scalars['Float']['output'];
  rowName: Scalars['String']['output'];
};

export type Incident = {
  __typename: 'Incident';
  /** Until when the risk is accepted, with that resolution. */
  acceptedUntil: Maybe<Scalars['Date']['output']>;
  /** Whose logins leaked; null for devices. */
  alertKind: Maybe<AlertList>;
  /** The member who works on it. */
  assignee: Maybe<AlertAssignee>;
  closedAt: Maybe<Scalars['DateTime']['output']>;
  detections: Scalars['Int']['output'];
  /** The infected device, whose id is the incident's. */
  device: Maybe<Machine>;
  firstDetectedAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  /** What its detections have in common. */
  kind: IncidentKind;
  lastDetectedAt: Scalars['DateTime']['output'];
  /** The leak; null for devices. */
  leak: Maybe<AlertLeak>;
  openDetections: Scalars['Int']['output'];
  /** The affected email accounts. */
  people: IncidentPeople;
  /** Null if the incident has just lost its last detection. */
  playbook: Maybe<Playbook>;
  /** Why it was closed, if that was said; null while it's open. */
  resolution: Maybe<IncidentResolution>;
  /** That of its worst detection, lowered by completed steps of the playbook. */
  severity: Severity;
  /** The affected hosts and apps. */
  sites: IncidentSites;
  /** Closed if none of its detections is open. */
  state: IncidentState;
  /** What happened, in the language of the request. */
  summary: Scalars['String']['output'];
  /** What it's about, in the language of the request. */
  title: Scalars['String']['output'];
  /** Detections per day of the last 14 days up to today (UTC). */
  trend: Array<Scalars['Int']['output']>;
};

export type IncidentCause =
  | 'DETECTION'
  | 'EVIDENCE'
  | 'EXPIRY'
  | 'TRIAGE';

export type IncidentCounts = {
  __typename: 'IncidentCounts';
  closed: Scalars['Int']['output'];
  mine: Scalars['Int']['output'];
  new: Scalars['Int']['output'];
  waiting: Scalars['Int']['output'];
};

export type IncidentEvent = {
  __typename: 'IncidentEvent';
  /** Until when the risk was accepted, with that resolution. */
  acceptedUntil: Maybe<Scalars['Date']['output']>;
  /** For ASSIGNED: the member, or null if unassigned. */
  assignee: Maybe<Scalars['String']['output']>;
  at: Scalars['DateTime']['output'];
  /** The member's name; null for automatic changes and for former members. */
  by: Maybe<Scalars['String']['output']>;
  /** Null for a member's operation on incidents. DETECTION: a new detection. TRIAGE: its detections were closed or reopened. EVIDENCE: a leak was retracted, merged or confirmed. EXPIRY: the risk was accepted until then. */
  cause: Maybe<IncidentCause>;
  /** Number of incidents that the operation changed. */
  incidents: Scalars['Int']['output'];
  kind: IncidentEventKind;
  /** For undoIncidentOperation; null for what can't be undone or was undone. */
  operationId: Maybe<Scalars['ID']['output']>;
  /** For CLOSED: why, if that was said. */
  resolution: Maybe<IncidentResolution>;
  /** For STEP_COMPLETED and STEP_REOPENED: the step. */
  step: Maybe<Scalars['ID']['output']>;
  /** For UNDONE: what was undone. */
  undone: Maybe<IncidentEventKind>;
};

export type IncidentEventKind =
  | 'ASSIGNED'
  | 'CLOSED'
  | 'OPENED'
  | 'STEP_COMPLETED'
  | 'STEP_REOPENED'
  | 'UNDONE'
  | 'WAITING';

export type IncidentFilter = {
  /** Of Workforce or of Portals detections of a leak. */
  alertKind?: InputMaybe<AlertList>;
  /** ID of the member who works on it. */
  assigneeId?: InputMaybe<Scalars['ID']['input']>;
  /** Key of a group. */
  group?: InputMaybe<Scalars['String']['input']>;
  /** ID of the incident. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Closed, or open and waiting. */
  isClosed?: InputMaybe<Scalars['Boolean']['input']>;
  /** Of a device or of a leak. */
  kind?: InputMaybe<IncidentKind>;
  /** Name of the leak in the catalogue. A sensitive leak is found only by readers who may see it. */
  leakName?: InputMaybe<Scalars['String']['input']>;
  /** ID of an email account with detections in it. */
  personId?: InputMaybe<Scalars['ID']['input']>;
  /** The lowest score, 0 to 100. */
  severityFrom?: InputMaybe<Scalars['Int']['input']>;
  /** Open, waiting or closed. */
  state?: InputMaybe<IncidentState>;
  /** NEW: open and unassigned. MINE: not closed, assigned to the caller. WAITING: not closed, waiting or assigned to another member, and not the caller's. CLOSED. */
  tab?: InputMaybe<IncidentTab>;
};

export type IncidentGroup = {
  __typename: 'IncidentGroup';
  /** For DEVICE: devices are known by computer name and user; null for incidents of leaks, and for unnamed devices. */
  computer: Maybe<Scalars['String']['output']>;
  detections: Scalars['Int']['output'];
  /** For PERSON: each incident has several people. */
  hasSeveral: Scalars['Boolean']['output'];
  incidents: Scalars['Int']['output'];
  /** For `group` in a filter. */
  key: Scalars['ID']['output'];
  lastDetectedAt: Scalars['DateTime']['output'];
  /** For LEAK: its name in the catalogue; empty for a sensitive leak, null for devices whose leak can't be named. */
  leakName: Maybe<Scalars['String']['output']>;
  leakTitle: Maybe<Scalars['String']['output']>;
  /** That of its worst incident. */
  level: SeverityLevel;
  openDetections: Scalars['Int']['output'];
  personEmail: Maybe<Scalars['String']['output']>;
  /** For PERSON: the email account with the most detections of a device, or the only one of a leak. */
  personId: Maybe<Scalars['ID']['output']>;
  /** The first ten incidents. */
  results: Array<Incident>;
  userName: Maybe<Scalars['String']['output']>;
};

export type IncidentGroupPage = {
  __typename: 'IncidentGroupPage';
  page: Scalars['Int']['output'];
  pageSize: Scalars['Int']['output'];
  results: Array<IncidentGroup>;
  /** Number of groups. */
  total: Scalars['Int']['output'];
};

export type IncidentGrouping =
  | 'DEVICE'
  | 'LEAK'
  | 'PERSON';

/** The newest events, those of at most 100 changes. */
export type IncidentHistory = {
  __typename: 'IncidentHistory';
  events: Array<IncidentEvent>;
  hasMore: Scalars['Boolean']['output'];
};

export type IncidentKind =
  | 'DEVICE'
  | 'LEAK';

export type IncidentOperation = {
  __typename: 'IncidentOperation';
  acceptedUntil: Maybe<Scalars['Date']['output']>;
  /** For ASSIGNED: the member, or null if unassigned. */
  assignee: Maybe<Scalars['String']['output']>;
  at: Scalars['DateTime']['output'];
  /** The member's name; null for former members. */
  by: Maybe<Scalars['String']['output']>;
  /** Number of detections that it closed or reopened. */
  detections: Scalars['Int']['output'];
  /** For undoIncidentOperation. */
  id: Scalars['ID']['output'];
  /** Its incident, if it changed only one. */
  incident: Maybe<ChangedIncident>;
  /** Number of incidents that it changed. */
  incidents: Scalars['Int']['output'];
  /** Whether the caller did it. */
  isOwn: Scalars['Boolean']['output'];
  /** OPENED, WAITING, CLOSED or ASSIGNED. */
  kind: IncidentEventKind;
  resolution: Maybe<IncidentResolution>;
  /** It can be undone once. */
  undoneAt: Maybe<Scalars['DateTime']['output']>;
  undoneBy: Maybe<Scalars['String']['output']>;
};

export type IncidentOperationPage = {
  __typename: 'IncidentOperationPage';
  /** Position of the last operation: pass it as `after` for the next page. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  results: Array<IncidentOperation>;
};

export type IncidentOrder =
  | 'RECENT'
  | 'SEVERITY';

export type IncidentPage = {
  __typename: 'IncidentPage';
  /** Position of the last incident: pass it as `after` for the next page. */
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  results: Array<Incident>;
  /** Number of matching incidents, counted up to 100,000. */
  total: Scalars['Int']['output'];
  totalIsExact: Scalars['Boolean']['output'];
};

/** The email accounts of an incident. */
export type IncidentPeople = {
  __typename: 'IncidentPeople';
  /** Some of them, at most five. */
  first: Array<IncidentPerson>;
  total: Scalars['Int']['output'];
};

/** An email account with detections in the incident. */
export type IncidentPerson = {
  __typename: 'IncidentPerson';
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
};

export type IncidentResolution =
  | 'ACCEPTED'
  | 'ACCOUNT_INACTIVE'
  | 'DUPLICATE'
  | 'FALSE_POSITIVE'
  | 'PASSWORD_RESET';

/** The hosts and apps of an incident. */
export type IncidentSites = {
  __typename: 'IncidentSites';
  /** Some of them, at most five. */
  first: Array<Scalars['String']['output']>;
  total: Scalars['Int']['output'];
};

export type IncidentState =
  | 'CLOSED'
  | 'OPEN'
  | 'WAITING';

export type IncidentTab =
  | 'CLOSED'
  | 'MINE'
  | 'NEW'
  | 'WAITING';

export type IncidentTotals = {
  __typename: 'IncidentTotals';
  detections: Scalars['Int']['output'];
  incidents: Scalars['Int']['output'];
  openDetections: Scalars['Int']['output'];
};

export type IngestUploadSuccess = {
  __typename: 'IngestUploadSuccess';
  run: ConsoleIngestRun;
};

export type IngestedLeak = {
  __typename: 'IngestedLeak';
  day: Scalars['Date']['output'];
  name: Scalars['String']['output'];
  title: Scalars['String']['output'];
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

export type KindCounts = {
  __typename: 'KindCounts';
  portals: Scalars['Int']['output'];
  workforce: Scalars['Int']['output'];
};

export type Leak = {
  __typename: 'Leak';
  addedDate: Scalars['DateTime']['output'];
  /** Whom the entry is from, if it was imported. */
  attribution: Maybe<Scalars['String']['output']>;
  /** The date of the breach, if known. */
  breachDate: Maybe<Scalars['Date']['output']>;
  dataClasses: Array<Scalars['String']['output']>;
  /** Plain text. */
  description: Scalars['String']['output'];
  /** How much of the account is in the leak. */
  detections: LeakDetections;
  /** The breached site, if any. */
  domain: Maybe<Scalars['String']['output']>;
  isFabricated: Scalars['Boolean']['output'];
  isMalware: Scalars['Boolean']['output'];
  isRetired: Scalars['Boolean']['output'];
  /** Shown only to verified owners of affected addresses, and to owners and analysts of the organization that verified the domain. */
  isSensitive: Scalars['Boolean']['output'];
  isSpamList: Scalars['Boolean']['output'];
  isStealerLog: Scalars['Boolean']['output'];
  isSubscriptionFree: Scalars['Boolean']['output'];
  isVerified: Scalars['Boolean']['output'];
  kind: LeakKind;
  modifiedDate: Scalars['DateTime']['output'];
  /** The stable key. */
  name: Scalars['String']['output'];
  /** How many records the leak has. */
  pwnCount: Scalars['BigInt']['output'];
  /** Since when the leak is retracted: its records were removed, and its detections are marked. */
  retractedDate: Maybe<Scalars['DateTime']['output']>;
  title: Scalars['String']['output'];
};

export type LeakDetections = {
  __typename: 'LeakDetections';
  firstDetectedAt: Maybe<Scalars['DateTime']['output']>;
  /** Whether there are no more than were counted. */
  isExact: Scalars['Boolean']['output'];
  /** Detections that another leak raised and that this one contains, too; null for sensitive leaks. */
  known: Maybe<Scalars['Int']['output']>;
  lastDetectedAt: Maybe<Scalars['DateTime']['output']>;
  open: Scalars['Int']['output'];
  /** Whose detections these are, without those of Portals. */
  people: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
  /** Detections per day, 90 days up to today, in UTC. */
  trend: Array<Scalars['Int']['output']>;
};

export type LeakKind =
  | 'COMBOLIST'
  | 'MIXED'
  | 'STEALER_LOG'
  | 'TABLE_DUMP';

export type LeakOrder =
  | 'ADDED'
  | 'BREACHED'
  | 'RECORDS'
  | 'TITLE';

/** One page of the catalogue. Only the default order has adjacent pages. */
export type LeakPage = {
  __typename: 'LeakPage';
  /** Anchor of the next page: pass it as `asOf` with that page's number, and no row is repeated or skipped whatever is added or removed meanwhile. Null on the last page. Valid for 24 hours. */
  nextAsOf: Maybe<Scalars['String']['output']>;
  page: Scalars['Int']['output'];
  pageSize: Scalars['Int']['output'];
  /** Anchor of the previous page; null on the first one. */
  previousAsOf: Maybe<Scalars['String']['output']>;
  results: Array<Leak>;
  total: Scalars['Int']['output'];
};

export type LeakShare = {
  __typename: 'LeakShare';
  addedDate: Scalars['DateTime']['output'];
  detections: Scalars['Int']['output'];
  /** Whether there are no more than were counted. */
  isExact: Scalars['Boolean']['output'];
  kind: LeakKind;
  name: Scalars['String']['output'];
  openDetections: Scalars['Int']['output'];
  records: Scalars['BigInt']['output'];
  title: Scalars['String']['output'];
};

export type LeakYear = {
  __typename: 'LeakYear';
  leaks: Scalars['Int']['output'];
  /** The year of the breach; null if unknown. */
  year: Maybe<Scalars['Int']['output']>;
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

/** The infected device that a stealer log came from; each fact may be missing. */
export type Machine = {
  __typename: 'Machine';
  computer: Maybe<Scalars['String']['output']>;
  country: Maybe<Scalars['String']['output']>;
  /** The malware, as people write it. */
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

export type Malware = {
  __typename: 'Malware';
  /** How it works, in the language of the request. */
  description: Scalars['String']['output'];
  /** Null if the log names none. */
  name: Maybe<Scalars['String']['output']>;
};

export type MarkNotificationsSeenResult = MarkNotificationsSeenSuccess | ValidationProblem;

export type MarkNotificationsSeenSuccess = {
  __typename: 'MarkNotificationsSeenSuccess';
  notifications: Notifications;
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

export type MfaRequirement = {
  __typename: 'MfaRequirement';
  isRequired: Scalars['Boolean']['output'];
  members: Scalars['Int']['output'];
  membersWithoutFactor: Scalars['Int']['output'];
};

export type MfaSettings = {
  __typename: 'MfaSettings';
  isMfaDeviceEnabled: Scalars['Boolean']['output'];
  isMfaEmailEnabled: Scalars['Boolean']['output'];
  /** Whether the organization requires one; without it, all but its setup is answered MFA_SETUP_REQUIRED. */
  isMfaRequired: Scalars['Boolean']['output'];
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
  /** Accepts an invitation and logs in. */
  acceptInvitation: RegisterResult;
  addAlertNote: AlertNoteResult;
  /** Adds a domain and returns the TXT record that verifies it. */
  addDomain: DomainResult;
  /** Asks the owner of an address by email to confirm its monitoring. */
  addMonitoredEmail: MonitoredEmailResult;
  /** Submits a partner application. */
  applyAsPartner: MessageResult;
  assignIncidents: UpdateIncidentsResult;
  /** Changes a member's role, effective from their next request. */
  changeMemberRole: MemberResult;
  /** Requires two-factor authentication of all members, or makes it optional; needs an own second factor. */
  changeMfaRequirement: MessageResult;
  /** Changes the password and ends all other sessions. */
  changePassword: MessageResult;
  /** Emails which public leaks contain an address, to that address; the response is the same for all. */
  checkAddress: MessageResult;
  completeStep: UpdateStepResult;
  /** Starts turning a second factor on (verifyMfa completes it), or turns it off. */
  configureMfa: ConfigureMfaResult;
  /** Lets an API key work again that was suspended by a restore; requires a recent login. */
  confirmApiKey: ConfirmApiKeyResult;
  /** Verifies the email address with an emailed link. */
  confirmEmail: ConfirmEmailResult;
  /** Confirms monitoring with an emailed link; no login required. */
  confirmMonitoredEmail: MessageResult;
  /** Puts the choice of an emailed link into effect. */
  confirmOptOut: MessageResult;
  /** Sets a new password with an emailed link. */
  confirmPasswordReset: MessageResult;
  /** Erases the records of an address whose owner asked for it. */
  consoleApproveOptOut: ConsoleActionResult;
  /** Stops an ingestion after its current batch and deletes its upload; what is stored already stays. */
  consoleCancelRun: ConsoleActionResult;
  /** Changes settings; those that aren't given stay. With a version nothing is saved if one was changed since. */
  consoleChangeSettings: ConsoleActionResult;
  /** Confirms with its code that the test email arrived. */
  consoleConfirmTestEmail: ConsoleActionResult;
  /** Deletes an account with everything in it and emails its members; after a recent login. */
  consoleDeleteAccount: ConsoleActionResult;
  /** Deletes an upload with its bytes, unless it is being ingested. */
  consoleDeleteUpload: ConsoleActionResult;
  /** Ends all sessions of a user and refuses their logins, links and API keys. */
  consoleDisableUser: ConsoleActionResult;
  /** Deletes the draft. */
  consoleDiscardContentDraft: ConsoleActionResult;
  /** Deletes what the quarantine has of a file for good; a held file is forgotten. */
  consoleDropQuarantinedFile: ConsoleActionResult;
  /** Changes fields of a leak. */
  consoleEditLeak: ConsoleEditLeakResult;
  /** Lets a disabled user log in again. */
  consoleEnableUser: ConsoleActionResult;
  /** Ingests a complete upload, which is deleted after. */
  consoleIngestUpload: ConsoleIngestResult;
  /** Lets a worker move everything of the leak `name` to the leak `into`; the name then means that one. */
  consoleMergeLeaks: ConsoleActionResult;
  /** Pauses an ingestion after its current batch. */
  consolePauseRun: ConsoleActionResult;
  /** Reads samples of a complete upload, as `breachlight ingest --dry-run` does. */
  consolePreviewUpload: ConsolePreviewResult;
  /** Shows visitors the draft. */
  consolePublishContent: ConsoleActionResult;
  /** Refuses to erase the records of an address; it stays hidden and excluded from new monitoring. */
  consoleRefuseOptOut: ConsoleActionResult;
  /** Lets a worker read the rejected stretches of a file again, with the rules of this version; in another format, or with other columns (such as `email=3`), if they are given. Those that still give no record stay. */
  consoleRereadQuarantinedFile: ConsoleActionResult;
  /** Emails a user a new link that verifies their address. */
  consoleResendVerification: ConsoleActionResult;
  /** Makes a published version the draft. */
  consoleRestoreContent: ConsoleActionResult;
  /** Lets a paused ingestion go on where it stopped. */
  consoleResumeRun: ConsoleActionResult;
  /** Retracts a leak for good, after a recent login: a worker removes its records and marks its detections. */
  consoleRetractLeak: ConsoleActionResult;
  /** Lets a job that is held after its last retry run again. */
  consoleRetryJob: ConsoleActionResult;
  /** Lets an ingestion that is held, refused, failed or cancelled begin again; without `reading` as before. */
  consoleRetryRun: ConsoleActionResult;
  /** Shows visitors the shipped text and deletes the draft. */
  consoleRevertContent: ConsoleActionResult;
  /** Makes the checks of `breachlight doctor`, which take up to half a minute. */
  consoleRunChecks: ConsoleChecksResult;
  /** Keeps an edit that visitors don't see; `content` is JSON. Field errors have the paths of fields. */
  consoleSaveContentDraft: ConsoleActionResult;
  /** Checks the mail server, and emails the operator a code unless the check warns or fails. */
  consoleSendTestEmail: ConsoleChecksResult;
  /** Ends all sessions of a user; their API keys stay valid. */
  consoleSignOutUser: ConsoleActionResult;
  /** Asks the DNS resolvers that verify domains. */
  consoleTestDns: ConsoleChecksResult;
  /** Checks that no row of the audit log was changed, removed or inserted. */
  consoleVerifyAuditLog: ConsoleVerificationResult;
  /** Emails a support request, optionally with a file. */
  contactSupport: MessageResult;
  /** Creates an API key; requires a recent login. */
  createApiKey: CreateApiKeyResult;
  /** Creates ten new recovery codes; the old ones no longer work. */
  createRecoveryCodes: RecoveryCodesResult;
  /** Deletes the account and all its data. */
  deleteAccount: MessageResult;
  deleteAlertNote: DeleteAlertNoteResult;
  deleteView: DeleteViewResult;
  editAlertNote: AlertNoteResult;
  /** Ends all sessions of the user, including this one. */
  endAllSessions: MessageResult;
  /** Ends all other sessions of the user. */
  endOtherSessions: MessageResult;
  /** Ends one session of the user. */
  endSession: EndSessionResult;
  /** Deletes the list of active email accounts. */
  forgetLiveEmailAccounts: MessageResult;
  /** Sends an invitation by email; the response doesn't reveal whether the address has an account. */
  inviteMember: InvitationResult;
  /** Leaves the account; its data stays. */
  leaveAccount: MessageResult;
  login: LoginResult;
  /** Opens a session with an emailed link. */
  loginWithMagicLink: LoginResult;
  logout: LogoutResult;
  markNotificationsSeen: MarkNotificationsSeenResult;
  /** Confirms the password for actions that require a recent login. With a second factor on, it returns MfaRequired first; repeat it with one of the codes. */
  reauthenticate: ReauthenticateResult;
  refresh: RefreshResult;
  /** Creates an individual account and logs in. */
  registerIndividual: RegisterResult;
  /** Creates an organization account and logs in. */
  registerOrganization: RegisterResult;
  /** Removes a domain and its verification; its alerts stay. */
  removeDomain: RemoveDomainResult;
  /** Removes a member from the account; their sessions end immediately. */
  removeMember: MemberResult;
  /** Stops monitoring an address; its detections stay. */
  removeMonitoredEmail: RemoveEmailResult;
  /** Removes the picture; the initials are shown instead. */
  removeUserImage: UpdateProfileResult;
  renameView: SavedViewResult;
  reopenStep: UpdateStepResult;
  /** Emails a login link; the response is the same for unknown addresses. */
  requestMagicLink: MessageResult;
  /** Emails a link that confirms a choice for an address; the response is the same for all. */
  requestOptOut: MessageResult;
  /** Emails a reset link; the response is the same for unknown addresses. */
  requestPasswordReset: MessageResult;
  /** Sends a new link by email; the previous one expires. */
  resendInvitation: InvitationResult;
  /** Sends the confirmation email again; the previous link expires. */
  resendMonitoredEmail: MonitoredEmailResult;
  /** Emails a new verification link. */
  resendVerification: ResendVerificationResult;
  revealPassword: RevealPasswordResult;
  /** Reveals the passwords of up to 1,000 alerts, where the account's owners allow bulk disclosure. */
  revealPasswords: RevealPasswordsResult;
  /** Revokes an API key immediately. */
  revokeApiKey: RevokeApiKeyResult;
  /** Revokes an invitation. */
  revokeInvitation: MemberResult;
  saveView: SavedViewResult;
  /** Emails the code for a login or reauthentication that returned MfaRequired. */
  sendMfaEmail: MessageResult;
  /** Allows or forbids everyone in the account to disclose several leaked passwords with one request. For owners, after a recent login; all owners are emailed. */
  setBulkDisclosure: BulkDisclosureResult;
  /** Starts or stops monitoring a domain; its verification and alerts stay. */
  setDomainEnabled: DomainResult;
  setIncidentsState: UpdateIncidentsResult;
  /** Replaces the list of active email accounts, or adds to it. */
  setLiveEmailAccounts: LiveEmailAccountsResult;
  /** Saves a picture, encoded as Base64: PNG, JPEG or WebP of at most 512 KiB. */
  setUserImage: UpdateProfileResult;
  undoAlertOperation: UpdateAlertsResult;
  undoIncidentOperation: UpdateIncidentsResult;
  /** Unsubscribes from detection emails, emails about mentions or monthly reports, with the token of one of them. */
  unsubscribe: MessageResult;
  updateAlerts: UpdateAlertsResult;
  /** Saves the notification settings and the email frequency. */
  updateNotificationSettings: UpdateProfileResult;
  /** Saves names, address and company. */
  updateProfile: UpdateProfileResult;
  /** Checks the TXT record and verifies the domain. */
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


export type MutationAssignIncidentsArgs = {
  input: AssignIncidentsInput;
};


export type MutationChangeMemberRoleArgs = {
  id: Scalars['ID']['input'];
  role: MembershipRole;
};


export type MutationChangeMfaRequirementArgs = {
  isRequired: Scalars['Boolean']['input'];
};


export type MutationChangePasswordArgs = {
  newPassword: Scalars['String']['input'];
  oldPassword: Scalars['String']['input'];
  verifyNewPassword: Scalars['String']['input'];
};


export type MutationCheckAddressArgs = {
  input: CheckAddressInput;
};


export type MutationCompleteStepArgs = {
  input: StepInput;
};


export type MutationConfigureMfaArgs = {
  enable: Scalars['Boolean']['input'];
  method: MfaMethod;
};


export type MutationConfirmApiKeyArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConfirmEmailArgs = {
  input: ConfirmEmailInput;
};


export type MutationConfirmMonitoredEmailArgs = {
  input: ConfirmEmailInput;
};


export type MutationConfirmOptOutArgs = {
  token: Scalars['String']['input'];
};


export type MutationConfirmPasswordResetArgs = {
  input: ConfirmPasswordResetInput;
};


export type MutationConsoleApproveOptOutArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleCancelRunArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleChangeSettingsArgs = {
  input: ConsoleSettingsInput;
  version?: InputMaybe<Scalars['String']['input']>;
};


export type MutationConsoleConfirmTestEmailArgs = {
  code: Scalars['String']['input'];
};


export type MutationConsoleDeleteAccountArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleDeleteUploadArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleDisableUserArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleDiscardContentDraftArgs = {
  locale: Scalars['String']['input'];
  name: ConsoleContentName;
  version: Scalars['String']['input'];
};


export type MutationConsoleDropQuarantinedFileArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleEditLeakArgs = {
  input: ConsoleLeakInput;
  name: Scalars['String']['input'];
};


export type MutationConsoleEnableUserArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleIngestUploadArgs = {
  id: Scalars['ID']['input'];
  input: ConsoleIngestInput;
};


export type MutationConsoleMergeLeaksArgs = {
  into: Scalars['String']['input'];
  name: Scalars['String']['input'];
};


export type MutationConsolePauseRunArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsolePreviewUploadArgs = {
  id: Scalars['ID']['input'];
  reading?: InputMaybe<ConsoleReadingInput>;
};


export type MutationConsolePublishContentArgs = {
  locale: Scalars['String']['input'];
  name: ConsoleContentName;
  version: Scalars['String']['input'];
};


export type MutationConsoleRefuseOptOutArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleRereadQuarantinedFileArgs = {
  id: Scalars['ID']['input'];
  reading?: InputMaybe<ConsoleReadingInput>;
};


export type MutationConsoleResendVerificationArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleRestoreContentArgs = {
  id: Scalars['ID']['input'];
  locale: Scalars['String']['input'];
  name: ConsoleContentName;
  version: Scalars['String']['input'];
};


export type MutationConsoleResumeRunArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleRetractLeakArgs = {
  name: Scalars['String']['input'];
};


export type MutationConsoleRetryJobArgs = {
  id: Scalars['ID']['input'];
};


export type MutationConsoleRetryRunArgs = {
  accept?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['ID']['input'];
  reading?: InputMaybe<ConsoleReadingInput>;
};


export type MutationConsoleRevertContentArgs = {
  locale: Scalars['String']['input'];
  name: ConsoleContentName;
  version: Scalars['String']['input'];
};


export type MutationConsoleSaveContentDraftArgs = {
  content: Scalars['String']['input'];
  locale: Scalars['String']['input'];
  name: ConsoleContentName;
  version: Scalars['String']['input'];
};


export type MutationConsoleSignOutUserArgs = {
  id: Scalars['ID']['input'];
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


export type MutationMarkNotificationsSeenArgs = {
  ids: Array<Scalars['ID']['input']>;
};


export type MutationReauthenticateArgs = {
  deviceVerificationCode?: InputMaybe<Scalars['String']['input']>;
  emailVerificationCode?: InputMaybe<Scalars['String']['input']>;
  password: Scalars['String']['input'];
  recoveryCode?: InputMaybe<Scalars['String']['input']>;
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


export type MutationReopenStepArgs = {
  input: StepInput;
};


export type MutationRequestMagicLinkArgs = {
  input: RequestMagicLinkInput;
};


export type MutationRequestOptOutArgs = {
  input: RequestOptOutInput;
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


export type MutationRevealPasswordsArgs = {
  alertIds: Array<Scalars['ID']['input']>;
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


export type MutationSetBulkDisclosureArgs = {
  enabled: Scalars['Boolean']['input'];
};


export type MutationSetDomainEnabledArgs = {
  enabled: Scalars['Boolean']['input'];
  id: Scalars['ID']['input'];
};


export type MutationSetIncidentsStateArgs = {
  input: SetIncidentsStateInput;
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


export type MutationUndoIncidentOperationArgs = {
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

/** Unknown or owned by another account; the response is the same. */
export type NotFoundProblem = Problem & {
  __typename: 'NotFoundProblem';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type NoteMention = {
  __typename: 'NoteMention';
  id: Scalars['ID']['output'];
  /** Null for former members. */
  name: Maybe<Scalars['String']['output']>;
};

export type Notification = {
  __typename: 'Notification';
  /** The name of the member who assigned or mentioned; null for former members. */
  actor: Maybe<Scalars['String']['output']>;
  /** If it is about one detection. */
  alertId: Maybe<Scalars['ID']['output']>;
  /** The list of the detection, or of the first of several. */
  alertKind: Maybe<AlertList>;
  /** Detections of the incident, incidents or detections that were assigned, or addresses and domains that were scanned within an hour. */
  count: Scalars['Int']['output'];
  /** For BACKFILL_FINISHED: the detections that were found. */
  found: Scalars['Int']['output'];
  happenedAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  /** If it is about one incident. */
  incidentId: Maybe<Scalars['ID']['output']>;
  isSeen: Scalars['Boolean']['output'];
  kind: NotificationKind;
  /** The leak of the incident; null for infected devices and all others. */
  leakTitle: Maybe<Scalars['String']['output']>;
  /** That of the incident. */
  severity: Maybe<SeverityLevel>;
  /** The title of the incident, the login or site of the detection, the domain, the address or domain that was scanned, or the month of the report as in 2026-11; null if several detections or incidents were assigned. */
  target: Maybe<Scalars['String']['output']>;
};

export type NotificationKind =
  | 'ACCEPTANCE_ENDED'
  | 'BACKFILL_FINISHED'
  | 'DETECTIONS_ASSIGNED'
  | 'DOMAIN_LOST'
  | 'DOMAIN_RECORD_MISSING'
  | 'INCIDENTS_ASSIGNED'
  | 'INCIDENT_OPENED'
  | 'INCIDENT_REOPENED'
  | 'MENTIONED'
  | 'REPORT_READY';

export type NotificationSettings = {
  __typename: 'NotificationSettings';
  alertMailFrequency: AlertMailFrequency;
  isAutoCloseDuplicateBreachRecordsEnabled: Scalars['Boolean']['output'];
  isBreachAlertEnabled: Scalars['Boolean']['output'];
  isEmailNotificationsEnabled: Scalars['Boolean']['output'];
  /** Whether mentions in notes are emailed, if email notifications are on. */
  isMentionEmailEnabled: Scalars['Boolean']['output'];
  isMonthlyReportEnabled: Scalars['Boolean']['output'];
};

export type NotificationSettingsInput = {
  alertMailFrequency?: InputMaybe<AlertMailFrequency>;
  isAutoCloseDuplicateBreachRecordsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  isBreachAlertEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  isEmailNotificationsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  isMentionEmailEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  isMonthlyReportEnabled?: InputMaybe<Scalars['Boolean']['input']>;
};

export type NotificationSummary = {
  __typename: 'NotificationSummary';
  domainNotifications: StatsBlock;
  userNotifications: StatsBlock;
};

export type Notifications = {
  __typename: 'Notifications';
  /** Pass it as `after` to subscriptions: they begin where these notifications end. */
  cursor: Scalars['String']['output'];
  results: Array<Notification>;
  /** How many of them the user hasn't seen. */
  unseen: Scalars['Int']['output'];
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

export type OperatorConsole = {
  __typename: 'OperatorConsole';
  account: Maybe<ConsoleAccountDetail>;
  accounts: ConsoleAccountPage;
  auditLog: ConsoleAuditLog;
  content: ConsoleContent;
  contentDocument: Maybe<ConsoleContentDetail>;
  health: ConsoleHealth;
  ingestPreview: Maybe<ConsolePreview>;
  ingestRun: Maybe<ConsoleIngestRun>;
  ingestRuns: ConsoleIngestRunPage;
  ingestSettings: ConsoleIngestSettings;
  leak: Maybe<ConsoleLeakDetail>;
  leaks: ConsoleLeakPage;
  operators: Array<ConsoleOperator>;
  optOutRequests: Array<ConsoleOptOutRequest>;
  partnerApplications: ConsoleApplicationPage;
  quarantine: ConsoleQuarantinePage;
  quarantinedFile: Maybe<ConsoleQuarantinedFileDetail>;
  rejectionReasons: Array<Scalars['String']['output']>;
  rereadingFormats: Array<Scalars['String']['output']>;
  settings: ConsoleSettings;
  setup: Array<ConsoleSetupStep>;
  uploads: Array<ConsoleUpload>;
};


export type OperatorConsoleAccountArgs = {
  id: Scalars['ID']['input'];
};


export type OperatorConsoleAccountsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  kind?: InputMaybe<AccountKind>;
  search?: InputMaybe<Scalars['String']['input']>;
};


export type OperatorConsoleAuditLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ConsoleAuditLogFilter>;
  first?: Scalars['Int']['input'];
};


export type OperatorConsoleContentDocumentArgs = {
  locale: Scalars['String']['input'];
  name: ConsoleContentName;
};


export type OperatorConsoleIngestPreviewArgs = {
  id: Scalars['ID']['input'];
};


export type OperatorConsoleIngestRunArgs = {
  id: Scalars['ID']['input'];
};


export type OperatorConsoleIngestRunsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  isOpen?: InputMaybe<Scalars['Boolean']['input']>;
};


export type OperatorConsoleLeakArgs = {
  name: Scalars['String']['input'];
};


export type OperatorConsoleLeaksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ConsoleLeakFilter>;
  first?: Scalars['Int']['input'];
  order?: ConsoleLeakOrder;
};


export type OperatorConsolePartnerApplicationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


export type OperatorConsoleQuarantineArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
};


export type OperatorConsoleQuarantinedFileArgs = {
  id: Scalars['ID']['input'];
};

export type OptOutLevel =
  | 'LOOKUPS'
  | 'MONITORING'
  | 'NONE'
  | 'RECORDS';

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

export type PeopleOrder =
  | 'EMAIL'
  | 'OPEN'
  | 'SEEN';

export type Permission =
  | 'EMAIL_RANGES'
  | 'EXPORT'
  | 'MANAGE_ACCOUNT'
  | 'MANAGE_API_KEYS'
  | 'MANAGE_DOMAINS'
  | 'MANAGE_EMAILS'
  | 'MANAGE_MEMBERS'
  | 'READ'
  | 'REVEAL'
  | 'TRIAGE';

export type Person = {
  __typename: 'Person';
  addresses: Array<PersonAddress>;
  /** Alerts that were looked at. */
  detections: Scalars['Int']['output'];
  email: Scalars['String']['output'];
  exposure: Exposure;
  id: Scalars['ID']['output'];
  /** Whether all alerts were looked at. */
  isComplete: Scalars['Boolean']['output'];
  /** Whether the email account is active; null if unknown. */
  isLive: Maybe<Scalars['Boolean']['output']>;
  lastSeen: Maybe<Scalars['DateTime']['output']>;
  openDetections: Scalars['Int']['output'];
  /** Whether one readable password was leaked for several sites, open or closed. */
  reusesPassword: Scalars['Boolean']['output'];
  siteCount: Scalars['Int']['output'];
  /** At most 50, those with the most open alerts first. */
  sites: Array<ProfileSite>;
  /** The newest events, at most 50. */
  timeline: Array<ProfileEvent>;
};

export type PersonAddress = {
  __typename: 'PersonAddress';
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  openDetections: Scalars['Int']['output'];
};

/** The steps to take about an incident, chosen by the evidence of its worst and its newest 100 detections. */
export type Playbook = {
  __typename: 'Playbook';
  /** How many steps are completed. */
  done: Scalars['Int']['output'];
  /** The strongest kind of evidence. */
  kind: PlaybookKind;
  /** Whether a readable password was leaked for another site of the same login, too. */
  reusesPassword: Scalars['Boolean']['output'];
  /** In their order. */
  steps: Array<PlaybookStep>;
  total: Scalars['Int']['output'];
};

export type PlaybookKind =
  | 'ADDRESS_ONLY'
  | 'HASH'
  | 'INACTIVE_ACCOUNT'
  | 'OWN_PORTAL'
  | 'READABLE_PASSWORD'
  | 'REUSED_PASSWORD'
  | 'STEALER'
  | 'STEALER_WITH_COOKIES';

export type PlaybookStep = {
  __typename: 'PlaybookStep';
  body: Scalars['String']['output'];
  completedAt: Maybe<Scalars['DateTime']['output']>;
  completedBy: Maybe<StepMember>;
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
};

export type PreviewUploadSuccess = {
  __typename: 'PreviewUploadSuccess';
  preview: ConsolePreview;
};

/** An expected failure: a sentence for people and a code for programs. */
export type Problem = {
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

/** Alerts of one leak that were raised on one day (UTC), or that one action closed or reopened. INFECTED has no alerts: it is when the device was infected, as its log says. */
export type ProfileEvent = {
  __typename: 'ProfileEvent';
  at: Scalars['DateTime']['output'];
  /** The member's name; null for former members. */
  by: Maybe<Scalars['String']['output']>;
  detections: Scalars['Int']['output'];
  /** That device, one of them if there are several. */
  deviceId: Maybe<Scalars['ID']['output']>;
  /** The malware, if a device was infected. */
  family: Maybe<Scalars['String']['output']>;
  kind: ProfileEventKind;
  /** Empty if there is none, or if you may not see it. */
  leakName: Scalars['String']['output'];
  leakTitle: Maybe<Scalars['String']['output']>;
};

export type ProfileEventKind =
  | 'CLOSED'
  | 'INFECTED'
  | 'LEAKED'
  | 'REOPENED';

export type ProfileOrganizationInput = {
  companyName: Scalars['String']['input'];
};

export type ProfileSite = {
  __typename: 'ProfileSite';
  detections: Scalars['Int']['output'];
  isApp: Scalars['Boolean']['output'];
  lastDetectedAt: Scalars['DateTime']['output'];
  name: Scalars['String']['output'];
  openDetections: Scalars['Int']['output'];
};

export type ProfileUserInput = {
  firstName?: InputMaybe<Scalars['String']['input']>;
  language?: InputMaybe<Scalars['String']['input']>;
  lastName?: InputMaybe<Scalars['String']['input']>;
  primaryAddress?: InputMaybe<AddressInput>;
};

export type Query = {
  __typename: 'Query';
  accountExposure: AccountExposure;
  alert: Maybe<Alert>;
  alertContext: Maybe<AlertContext>;
  alertHistory: Maybe<AlertHistory>;
  alerts: AlertPage;
  /** Whether GraphiQL is available, and the limits of API keys. */
  apiFacts: ApiFacts;
  /** API keys of the account, newest first, at most 200; without revoked ones. */
  apiKeys: Array<ApiKey>;
  /** The operator console: FORBIDDEN for everybody but operators, SECOND_FACTOR_REQUIRED for operators who gave no second factor in this session. */
  console: OperatorConsole;
  countries: Array<Country>;
  /** The API key of this request; null for a session. */
  currentApiKey: Maybe<CurrentApiKey>;
  device: Maybe<Device>;
  devices: DevicePage;
  /** Domains of the account, by name. */
  domains: DomainPage;
  /** People whose addresses appear in leaks; aliases are grouped with their mailbox. */
  emailAccounts: EmailAccountPage;
  globalSearch: GlobalSearch;
  incident: Maybe<Incident>;
  incidentCounts: IncidentCounts;
  incidentGroups: IncidentGroupPage;
  incidentHistory: Maybe<IncidentHistory>;
  incidentOperations: IncidentOperationPage;
  incidentTotals: IncidentTotals;
  incidents: IncidentPage;
  /** The invitation of an emailed link; does not use it up. */
  invitation: OpenInvitationResult;
  /** Invitations that have not been accepted; owners only. */
  invitations: Array<Invitation>;
  /** A leak by its name or a former name; null if it doesn't exist or isn't yours to see. */
  leak: Maybe<Leak>;
  /** The catalogue of leaks, the newest entries first by default. */
  leaks: LeakPage;
  /** Null if no list of active accounts was uploaded. */
  liveEmailAccountList: Maybe<LiveEmailAccountList>;
  /** Members of the account, by name. */
  members: Array<Member>;
  /** Whether members must use two-factor authentication; owners only. */
  mfaRequirement: MfaRequirement;
  /** Other monitored emails of the account, verified or not. */
  monitoredEmails: Array<MonitoredEmail>;
  /** Return what is new for the user: incidents, what others assigned to the user, notes that mention the user, lost domains, finished retroactive scans and the report of the last month. */
  notifications: Notifications;
  /** The choice that an emailed link confirms; null if the link is invalid, used or expired. */
  optOutChoice: Maybe<OptOutLevel>;
  /** A person by the ID of one of their email accounts, or of a monitored email; null if it is unknown. */
  person: Maybe<Person>;
  /** How many recovery codes are left. */
  recoveryCodesLeft: Scalars['Int']['output'];
  /** Return the report of a month, such as 2026-11; null if there is none. */
  report: Maybe<Report>;
  /** Return the months that have reports, the running one first; none before the first detection. */
  reports: Array<ReportMonth>;
  /** The user's own views of a list, by name. */
  savedViews: Array<SavedView>;
  /** The security log of the user, newest first. */
  securityEvents: SecurityEventPage;
  /** Active sessions of the user, last seen first, at most 100. */
  sessions: Array<UserSession>;
  siteSettings: SiteSettings;
  stats: Stats;
  /** The address that an address check emailed a link to; null if the link is invalid, used or expired. */
  verifiedAddress: Maybe<Scalars['String']['output']>;
  /** The logged-in account, or null for a visitor. */
  viewer: Maybe<Account>;
};


export type QueryAccountExposureArgs = {
  endDate?: InputMaybe<Scalars['Date']['input']>;
  startDate?: InputMaybe<Scalars['Date']['input']>;
};


export type QueryAlertArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAlertContextArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAlertHistoryArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAlertsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  asOf?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AlertFilter>;
  ordering?: Scalars['String']['input'];
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
};


export type QueryDeviceArgs = {
  id: Scalars['ID']['input'];
};


export type QueryDevicesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  isClosed?: InputMaybe<Scalars['Boolean']['input']>;
  orderBy?: DeviceOrder;
  reverse?: Scalars['Boolean']['input'];
};


export type QueryDomainsArgs = {
  asOf?: InputMaybe<Scalars['String']['input']>;
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
};


export type QueryEmailAccountsArgs = {
  asOf?: InputMaybe<Scalars['String']['input']>;
  orderBy?: PeopleOrder;
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
  reverse?: Scalars['Boolean']['input'];
  search?: Scalars['String']['input'];
};


export type QueryGlobalSearchArgs = {
  text: Scalars['String']['input'];
};


export type QueryIncidentArgs = {
  id: Scalars['ID']['input'];
};


export type QueryIncidentGroupsArgs = {
  filter?: InputMaybe<IncidentFilter>;
  groupBy: IncidentGrouping;
  orderBy?: IncidentOrder;
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
};


export type QueryIncidentHistoryArgs = {
  id: Scalars['ID']['input'];
};


export type QueryIncidentOperationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


export type QueryIncidentTotalsArgs = {
  filter?: InputMaybe<IncidentFilter>;
};


export type QueryIncidentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<IncidentFilter>;
  first?: Scalars['Int']['input'];
  orderBy?: IncidentOrder;
  page?: Scalars['Int']['input'];
};


export type QueryInvitationArgs = {
  token: Scalars['String']['input'];
};


export type QueryLeakArgs = {
  name: Scalars['String']['input'];
};


export type QueryLeaksArgs = {
  asOf?: InputMaybe<Scalars['String']['input']>;
  orderBy?: LeakOrder;
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
  reverse?: Scalars['Boolean']['input'];
};


export type QueryOptOutChoiceArgs = {
  token: Scalars['String']['input'];
};


export type QueryPersonArgs = {
  id: Scalars['ID']['input'];
};


export type QueryReportArgs = {
  month: Scalars['String']['input'];
};


export type QuerySavedViewsArgs = {
  list: AlertList;
};


export type QuerySecurityEventsArgs = {
  asOf?: InputMaybe<Scalars['String']['input']>;
  page?: Scalars['Int']['input'];
  pageSize?: Scalars['Int']['input'];
};


export type QueryStatsArgs = {
  endDate?: InputMaybe<Scalars['Date']['input']>;
  startDate?: InputMaybe<Scalars['Date']['input']>;
};


export type QueryVerifiedAddressArgs = {
  token: Scalars['String']['input'];
};

export type RankedLeak = {
  __typename: 'RankedLeak';
  breachDate: Maybe<Scalars['Date']['output']>;
  detections: Scalars['Int']['output'];
  kind: LeakKind;
  name: Scalars['String']['output'];
  records: Scalars['BigInt']['output'];
  stillOpen: Scalars['Int']['output'];
  title: Scalars['String']['output'];
};

export type RankedPerson = {
  __typename: 'RankedPerson';
  detections: Scalars['Int']['output'];
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  stillOpen: Scalars['Int']['output'];
};

export type RankedSite = {
  __typename: 'RankedSite';
  detections: Scalars['Int']['output'];
  site: Scalars['String']['output'];
  stillOpen: Scalars['Int']['output'];
};

export type ReauthenticateResult = MfaRequired | ReauthenticateSuccess | RefusedProblem | ThrottledProblem | ValidationProblem;

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

/** The request was refused; the code says why. */
export type RefusedProblem = Problem & {
  __typename: 'RefusedProblem';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type RegisterIndividualInput = {
  /** Of the link that an address check emailed: it verifies the address. */
  addressToken?: InputMaybe<Scalars['String']['input']>;
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
  /** Of the link that an address check emailed: it verifies the address. */
  addressToken?: InputMaybe<Scalars['String']['input']>;
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

export type RelatedAlerts = {
  __typename: 'RelatedAlerts';
  /** At most 5. */
  results: Array<Alert>;
  total: Scalars['Int']['output'];
};

export type RemoveDomainResult = MessageSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem;

export type RemoveEmailResult = MessageSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem;

/** What happened to the account's detections in a calendar month, in UTC. Sensitive leaks are shown to those whom they concern. */
export type Report = {
  __typename: 'Report';
  /** How often detections were closed in the month, also duplicates that were closed when they were raised. */
  closed: Breakdown;
  createdAt: Scalars['DateTime']['output'];
  /** How often incidents were closed, without what was undone. */
  incidentsClosed: Scalars['Int']['output'];
  /** Incidents whose first detection was raised in the month. */
  incidentsOpened: Scalars['Int']['output'];
  incidentsReopened: Scalars['Int']['output'];
  /** False if people, sites and leaks are of the newest 100,000 detections of the month only, or times and resolutions of the last 20,000 incidents that were closed or reopened. */
  isExact: Scalars['Boolean']['output'];
  isIndividual: Scalars['Boolean']['output'];
  /** Whether the month has not ended. */
  isRunning: Scalars['Boolean']['output'];
  leaks: Array<RankedLeak>;
  leaksTotal: Scalars['Int']['output'];
  /** How long incidents that were closed in the month had been open: the median, without duplicates and withdrawn evidence; null without any. */
  medianSeconds: Maybe<Scalars['Int']['output']>;
  month: Scalars['String']['output'];
  /** Detections that were raised in the month. */
  new: Breakdown;
  nextMonth: Maybe<Scalars['String']['output']>;
  /** Likewise the 90th percentile. */
  ninetiethSeconds: Maybe<Scalars['Int']['output']>;
  /** Open detections when the month ended; now, if it is running. */
  open: Breakdown;
  /** Open detections when the month began. */
  openBefore: Scalars['Int']['output'];
  organization: Scalars['String']['output'];
  /** The 10 people with the most detections of the month. */
  people: Array<RankedPerson>;
  peopleTotal: Scalars['Int']['output'];
  previousMonth: Maybe<Scalars['String']['output']>;
  /** How often detections were reopened in the month, also by undoing. */
  reopened: Scalars['Int']['output'];
  resolutions: Array<ResolutionCount>;
  sites: Array<RankedSite>;
  sitesTotal: Scalars['Int']['output'];
  steps: Array<StepCount>;
  /** Twelve months, the report's last. */
  trend: Array<TrendMonth>;
};

export type ReportMonth = {
  __typename: 'ReportMonth';
  closedDetections: Scalars['Int']['output'];
  isRunning: Scalars['Boolean']['output'];
  /** Such as 2026-11. */
  month: Scalars['String']['output'];
  newDetections: Scalars['Int']['output'];
  /** Open at the end of the month; now, if it is running. */
  openDetections: Scalars['Int']['output'];
};

export type RequestMagicLinkInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  email: Scalars['String']['input'];
};

export type RequestOptOutInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  email: Scalars['String']['input'];
  language?: InputMaybe<Scalars['String']['input']>;
  level: OptOutLevel;
};

export type RequestPasswordResetInput = {
  cfTurnstileResponse?: InputMaybe<Scalars['String']['input']>;
  email: Scalars['String']['input'];
};

export type ResendVerificationResult = RefusedProblem | ThrottledProblem | VerificationSent;

export type ResolutionCount = {
  __typename: 'ResolutionCount';
  incidents: Scalars['Int']['output'];
  /** A value of IncidentResolution in lower case, `withdrawn` if no leak confirms them any more, or `none`. */
  resolution: Scalars['String']['output'];
};

export type RevealPasswordResult = NotFoundProblem | ReauthenticationRequiredProblem | RefusedProblem | RevealPasswordSuccess | ThrottledProblem;

export type RevealPasswordSuccess = {
  __typename: 'RevealPasswordSuccess';
  password: Scalars['String']['output'];
};

export type RevealPasswordsResult = NotFoundProblem | ReauthenticationRequiredProblem | RefusedProblem | RevealPasswordsSuccess | ThrottledProblem | ValidationProblem;

export type RevealPasswordsSuccess = {
  __typename: 'RevealPasswordsSuccess';
  passwords: Array<RevealedPassword>;
};

export type RevealedPassword = {
  __typename: 'RevealedPassword';
  alertId: Scalars['ID']['output'];
  /** Whether the stored password is damaged. */
  isUnreadable: Scalars['Boolean']['output'];
  /** Null if the alert has none, or if it can't be read. */
  password: Maybe<Scalars['String']['output']>;
};

export type RevokeApiKeyResult = MessageSuccess | NotFoundProblem | RefusedProblem;

export type RunChecksSuccess = {
  __typename: 'RunChecksSuccess';
  checks: Array<ConsoleCheck>;
};

export type SaveViewInput = {
  /** ID of the view to replace; omit to create one. */
  id?: InputMaybe<Scalars['ID']['input']>;
  list: AlertList;
  name: Scalars['String']['input'];
  query: Scalars['String']['input'];
};

export type SavedView = {
  __typename: 'SavedView';
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  /** The query string of the list, without the page and the open detection. */
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
  /** The API key that was used; null for a session. */
  byApiKey: Maybe<EventApiKey>;
  device: Scalars['String']['output'];
  happenedAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  kind: Scalars['String']['output'];
};

export type SecurityEventPage = {
  __typename: 'SecurityEventPage';
  /** Anchor for other pages of this list: pass it as `asOf`, and no event is repeated. Valid for 24 hours. */
  asOf: Scalars['String']['output'];
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

export type SetIncidentsStateInput = {
  /** Required for ACCEPTED, not allowed otherwise. */
  acceptedUntil?: InputMaybe<Scalars['Date']['input']>;
  /** Instead of ids: at most 10,000 incidents that it selects at that time. */
  filter?: InputMaybe<IncidentFilter>;
  /** At most 1,000. */
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Why they are closed. */
  resolution?: InputMaybe<IncidentResolution>;
  /** CLOSED closes all open detections; the others reopen a closed incident. */
  state: IncidentState;
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

export type SeverityCounts = {
  __typename: 'SeverityCounts';
  critical: Scalars['Int']['output'];
  high: Scalars['Int']['output'];
  info: Scalars['Int']['output'];
  low: Scalars['Int']['output'];
  medium: Scalars['Int']['output'];
};

export type SeverityDay = {
  __typename: 'SeverityDay';
  counts: SeverityCounts;
  day: Scalars['Date']['output'];
};

/** One factor of the severity score; the points of all factors add up to the score. */
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
  /** Whether visitors may ask, by email, which leaks contain their address. */
  addressCheckEnabled: Scalars['Boolean']['output'];
  analyticsMeasurementId: Scalars['String']['output'];
  contactEmail: Scalars['String']['output'];
  individualSignupEnabled: Scalars['Boolean']['output'];
  isDemonstration: Scalars['Boolean']['output'];
  language: Scalars['String']['output'];
  /** Whether anyone may read the catalogue of leaks at /leaks. */
  leakPagesEnabled: Scalars['Boolean']['output'];
  loginEnabled: Scalars['Boolean']['output'];
  /** Whether visitors may opt out on the website. */
  optOutsEnabled: Scalars['Boolean']['output'];
  organizationSignupEnabled: Scalars['Boolean']['output'];
  partnerSignupEnabled: Scalars['Boolean']['output'];
  /** Whether visitors may check passwords. */
  passwordRangesEnabled: Scalars['Boolean']['output'];
  signupEnabled: Scalars['Boolean']['output'];
  turnkeyEnabled: Scalars['Boolean']['output'];
  turnkeySiteKey: Scalars['String']['output'];
};

export type Stats = {
  __typename: 'Stats';
  /** Cursor of these numbers: pass it as `after` to a subscription to miss nothing that follows. */
  cursor: Scalars['String']['output'];
  detections: DetectionStats;
  /** The 100 domains with the most alerts in the range. */
  domainCounts: Array<DomainCount>;
  global: Array<GlobalStatistic>;
  notificationSummary: NotificationSummary;
  /** Every day of the range, including days without alerts. */
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

export type StepCount = {
  __typename: 'StepCount';
  incidents: Scalars['Int']['output'];
  step: Scalars['ID']['output'];
  title: Scalars['String']['output'];
};

export type StepInput = {
  incidentId: Scalars['ID']['input'];
  stepId: Scalars['ID']['input'];
};

export type StepMember = {
  __typename: 'StepMember';
  id: Scalars['ID']['output'];
  /** Null for former members. */
  name: Maybe<Scalars['String']['output']>;
};

export type StolenData = {
  __typename: 'StolenData';
  autofillFiles: Scalars['Int']['output'];
  cardFiles: Scalars['Int']['output'];
  /** Of how many domains they are. */
  cookieDomains: Scalars['Int']['output'];
  cookies: Scalars['Int']['output'];
  tokenFiles: Scalars['Int']['output'];
  walletFiles: Scalars['Int']['output'];
};

export type Subscription = {
  __typename: 'Subscription';
  /** New alerts. Pass a cursor from `alerts(after:)` or an earlier event to resume without a gap. */
  alertRaised: AlertsRaised;
  /** Alerts that a member or API key of the account has marked as read or unread, closed, reopened or assigned. The first event confirms that the subscription is active and names no alert. Pass a cursor from `alerts` or `stats`, and `isMany` of that event says whether alerts may have changed since. */
  alertsChanged: AlertsChanged;
};


export type SubscriptionAlertRaisedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionAlertsChangedArgs = {
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

export type TrendMonth = {
  __typename: 'TrendMonth';
  closedDetections: Scalars['Int']['output'];
  month: Scalars['String']['output'];
  newBySeverity: SeverityCounts;
  newDetections: Scalars['Int']['output'];
  openDetections: Scalars['Int']['output'];
};

export type UpdateAlertsInput = {
  action: AlertAction;
  /** Required for ASSIGN, not allowed otherwise: the member, or null to unassign. */
  assigneeId?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<AlertFilter>;
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Skip unknown ids instead of refusing the whole request. */
  skipMissing?: Scalars['Boolean']['input'];
};

export type UpdateAlertsResult = NotFoundProblem | RefusedProblem | UpdateAlertsSuccess | ValidationProblem;

export type UpdateAlertsSuccess = {
  __typename: 'UpdateAlertsSuccess';
  /** The alerts given by id in their new state; empty for a filter. */
  alerts: Array<Alert>;
  message: Scalars['String']['output'];
  /** With skipMissing: ids that are unknown or belong to another account. */
  missing: Array<Scalars['ID']['output']>;
  operationId: Scalars['ID']['output'];
  updated: Scalars['Int']['output'];
};

export type UpdateIncidentsResult = NotFoundProblem | RefusedProblem | UpdateIncidentsSuccess | ValidationProblem;

export type UpdateIncidentsSuccess = {
  __typename: 'UpdateIncidentsSuccess';
  /** Detections that were closed, reopened or restored at once. */
  detections: Scalars['Int']['output'];
  /** At most 100 of the incidents, in their new state. */
  incidents: Array<Incident>;
  message: Scalars['String']['output'];
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

export type UpdateStepResult = NotFoundProblem | RefusedProblem | UpdateStepSuccess;

export type UpdateStepSuccess = {
  __typename: 'UpdateStepSuccess';
  incident: Incident;
};

export type User = {
  __typename: 'User';
  email: Scalars['String']['output'];
  firstName: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  imageUrl: Maybe<Scalars['String']['output']>;
  isEmailVerified: Scalars['Boolean']['output'];
  /** Whether the user may use the operator console. */
  isOperator: Scalars['Boolean']['output'];
  /** The language of emails; null for the site's. */
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
  /** No email was sent because the address is already verified. */
  isVerified: Scalars['Boolean']['output'];
  message: Scalars['String']['output'];
};

export type VerifyAuditLogSuccess = {
  __typename: 'VerifyAuditLogSuccess';
  /** At most 100. */
  breaks: Array<ConsoleAuditBreak>;
  brokenChains: Scalars['Int']['output'];
  chains: Scalars['Int']['output'];
  rows: Scalars['BigInt']['output'];
};

export type VerifyMfaResult = RefusedProblem | ThrottledProblem | ValidationProblem | VerifyMfaSuccess;

export type VerifyMfaSuccess = {
  __typename: 'VerifyMfaSuccess';
  account: Account;
  message: Scalars['String']['output'];
  recoveryCodes: Array<Scalars['String']['output']>;
};

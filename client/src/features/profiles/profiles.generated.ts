/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../lib/graphql/schema-types.generated';

import { createQueryHook } from '@/lib/graphql/hooks';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type AlertFilter = {
  /** ID of the member who works on it. */
  assigneeId?: string | null | undefined;
  /** A full password. It's never logged. */
  breachRecordPasswords?: string | null | undefined;
  /** Part of the URL, case-insensitive. */
  breachRecordUrl?: string | null | undefined;
  /** A full username, case-insensitive. */
  breachRecordUsernames?: string | null | undefined;
  /** ISO 3166 alpha-2 code of the infected device's country. */
  country?: string | null | undefined;
  /** Raised at exactly this time, ISO 8601. */
  datetime?: string | null | undefined;
  /** Full name of the infected device, case-insensitive. */
  device?: string | null | undefined;
  /** The affected domain. */
  domainExact?: string | null | undefined;
  /** ID of the affected domain. */
  domainId?: string | null | undefined;
  /** true: Workforce; false: Portals. */
  domainIsNotSet?: boolean | null | undefined;
  /** true: Portals; false: Workforce. */
  domainIsSet?: boolean | null | undefined;
  /** Part of the affected domain, case-insensitive. */
  domainName?: string | null | undefined;
  /** Raised before this time, ISO 8601. */
  endDatetime?: string | null | undefined;
  /** ID of one alert. */
  id?: string | null | undefined;
  /** ID of the incident that it belongs to. */
  incidentId?: string | null | undefined;
  /** Assigned or unassigned. */
  isAssigned?: boolean | null | undefined;
  /** Closed or open. */
  isClosed?: boolean | null | undefined;
  /** Read or unread. */
  isRead?: boolean | null | undefined;
  /** Name of the leak that raised them, as in the catalogue, or a former name. */
  leakName?: string | null | undefined;
  /** Name of the malware that stole it, such as RedLine, case-insensitive. */
  malware?: string | null | undefined;
  /** An address of a person: alerts of all addresses of the same mailbox, with and without a +tag. */
  personEmail?: string | null | undefined;
  /** Part of URL, host or usernames, case-insensitive. */
  search?: string | null | undefined;
  /** The lowest score, 0 to 100. */
  severityFrom?: number | null | undefined;
  /** The full host or package name of the app that the login is for. */
  site?: string | null | undefined;
  /** Raised at or after this time, ISO 8601. */
  startDatetime?: string | null | undefined;
  /** What leaked: malware, password, hash, address. */
  type?: string | null | undefined;
  /** A full monitored email address. */
  userEmail?: string | null | undefined;
  /** ID of the affected email account. */
  userId?: string | null | undefined;
  /** Whether the monitored email is on the list of active accounts; addresses of unknown state match neither value. */
  userIsLive?: boolean | null | undefined;
};

export type DeviceOrder =
  | 'LOGINS'
  | 'PEOPLE'
  | 'RECENT'
  | 'SEVERITY';

export type IncidentState =
  | 'CLOSED'
  | 'OPEN'
  | 'WAITING';

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

export type ProfileEventKind =
  | 'CLOSED'
  | 'INFECTED'
  | 'LEAKED'
  | 'REOPENED';

export type SeverityLevel =
  | 'CRITICAL'
  | 'HIGH'
  | 'INFO'
  | 'LOW'
  | 'MEDIUM';

export type LeakProfileQueryVariables = Exact<{
  name: string;
}>;


export type LeakProfileQuery = { leak: { __typename: 'Leak', name: string, title: string, domain: string | null, kind: Types.LeakKind, breachDate: string | null, addedDate: string, pwnCount: number, description: string, dataClasses: Array<string>, isVerified: boolean, isFabricated: boolean, isSensitive: boolean, isSpamList: boolean, isMalware: boolean, attribution: string | null, retractedDate: string | null, detections: { __typename: 'LeakDetections', total: number, open: number, isExact: boolean, people: number, known: number | null, firstDetectedAt: string | null, lastDetectedAt: string | null, trend: Array<number> } } | null };

export type ProfileDetectionsQueryVariables = Exact<{
  filter: Types.AlertFilter;
  page: number;
  pageSize: number;
}>;


export type ProfileDetectionsQuery = { alerts: { __typename: 'AlertPage', total: number, results: Array<{ __typename: 'Alert', id: string, datetime: string, isClosed: boolean, domain: { __typename: 'AlertDomain', id: string, domain: string } | null, user: { __typename: 'AlertUser', id: string, email: string } | null, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, breachRecord: { __typename: 'BreachRecord', url: string | null, host: string | null, app: string | null, usernames: Array<string> } }> } };

export type OpenStepsFragment = { __typename: 'Incident', id: string, title: string, state: Types.IncidentState, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, playbook: { __typename: 'Playbook', done: number, total: number, steps: Array<{ __typename: 'PlaybookStep', id: string, title: string, completedAt: string | null }> } | null } & { ' $fragmentName'?: 'OpenStepsFragment' };

export type PersonProfileQueryVariables = Exact<{
  id: string;
}>;


export type PersonProfileQuery = { incidents: { __typename: 'IncidentPage', total: number, results: Array<{ __typename: 'Incident', id: string, title: string, state: Types.IncidentState, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, playbook: { __typename: 'Playbook', done: number, total: number, steps: Array<{ __typename: 'PlaybookStep', id: string, title: string, completedAt: string | null }> } | null }> }, person: { __typename: 'Person', id: string, email: string, isLive: boolean | null, openDetections: number, detections: number, isComplete: boolean, lastSeen: string | null, reusesPassword: boolean, siteCount: number, addresses: Array<{ __typename: 'PersonAddress', id: string, email: string, openDetections: number }>, exposure: { __typename: 'Exposure', score: number, level: Types.SeverityLevel, trend: Array<number>, factors: Array<{ __typename: 'SeverityFactor', name: string, points: number }> }, sites: Array<{ __typename: 'ProfileSite', name: string, isApp: boolean, detections: number, openDetections: number }>, timeline: Array<{ __typename: 'ProfileEvent', kind: Types.ProfileEventKind, at: string, detections: number, leakName: string, leakTitle: string | null, family: string | null, deviceId: string | null, by: string | null }> } | null };

export type DeviceProfileQueryVariables = Exact<{
  id: string;
}>;


export type DeviceProfileQuery = { device: { __typename: 'Device', id: string, computer: string | null, userName: string | null, ip: string | null, country: string | null, city: string | null, operatingSystem: string | null, hardwareId: string | null, infectedAt: string | null, antivirus: Array<string>, malwarePath: string | null, build: string | null, malware: { __typename: 'Malware', name: string | null, description: string }, stolenData: { __typename: 'StolenData', cookies: number, cookieDomains: number, tokenFiles: number, walletFiles: number, cardFiles: number, autofillFiles: number } | null, incident: { __typename: 'Incident', summary: string, detections: number, openDetections: number, lastDetectedAt: string, id: string, title: string, state: Types.IncidentState, people: { __typename: 'IncidentPeople', total: number }, sites: { __typename: 'IncidentSites', total: number }, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, playbook: { __typename: 'Playbook', done: number, total: number, steps: Array<{ __typename: 'PlaybookStep', id: string, title: string, completedAt: string | null }> } | null }, evidence: { __typename: 'DeviceEvidence', isComplete: boolean, people: Array<{ __typename: 'DevicePerson', id: string, email: string, detections: number, openDetections: number }>, sites: Array<{ __typename: 'ProfileSite', name: string, isApp: boolean, detections: number, openDetections: number }>, leaks: Array<{ __typename: 'AlertLeak', name: string, title: string }>, timeline: Array<{ __typename: 'ProfileEvent', kind: Types.ProfileEventKind, at: string, detections: number, leakName: string, leakTitle: string | null, family: string | null, deviceId: string | null, by: string | null }> } } | null };

export type DeviceListQueryVariables = Exact<{
  isClosed: boolean;
  orderBy: Types.DeviceOrder;
  reverse: boolean;
  first: number;
  after?: string | null | undefined;
}>;


export type DeviceListQuery = { devices: { __typename: 'DevicePage', total: number, totalIsExact: boolean, hasMore: boolean, cursor: string, results: Array<{ __typename: 'Device', id: string, computer: string | null, userName: string | null, operatingSystem: string | null, infectedAt: string | null, malware: { __typename: 'Malware', name: string | null }, incident: { __typename: 'Incident', id: string, title: string, detections: number, openDetections: number, lastDetectedAt: string, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, people: { __typename: 'IncidentPeople', total: number } } }> } };

export type LeakListQueryVariables = Exact<{
  page: number;
  pageSize: number;
  orderBy: Types.LeakOrder;
  reverse: boolean;
}>;


export type LeakListQuery = { leaks: { __typename: 'LeakPage', total: number, results: Array<{ __typename: 'Leak', name: string, title: string, domain: string | null, kind: Types.LeakKind, breachDate: string | null, addedDate: string, pwnCount: number, isSensitive: boolean, detections: { __typename: 'LeakDetections', total: number, open: number, isExact: boolean } }> } };

export const OpenStepsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OpenSteps"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Incident"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"playbook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}}]}}]}}]} as unknown as DocumentNode<OpenStepsFragment, unknown>;
export const LeakProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LeakProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leak"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"breachDate"}},{"kind":"Field","name":{"kind":"Name","value":"addedDate"}},{"kind":"Field","name":{"kind":"Name","value":"pwnCount"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dataClasses"}},{"kind":"Field","name":{"kind":"Name","value":"isVerified"}},{"kind":"Field","name":{"kind":"Name","value":"isFabricated"}},{"kind":"Field","name":{"kind":"Name","value":"isSensitive"}},{"kind":"Field","name":{"kind":"Name","value":"isSpamList"}},{"kind":"Field","name":{"kind":"Name","value":"isMalware"}},{"kind":"Field","name":{"kind":"Name","value":"attribution"}},{"kind":"Field","name":{"kind":"Name","value":"retractedDate"}},{"kind":"Field","name":{"kind":"Name","value":"detections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"isExact"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"known"}},{"kind":"Field","name":{"kind":"Name","value":"firstDetectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastDetectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"trend"}}]}}]}}]}}]} as unknown as DocumentNode<LeakProfileQuery, LeakProfileQueryVariables>;
export const ProfileDetectionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProfileDetections"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AlertFilter"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"pageSize"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pageSize"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"datetime"}},{"kind":"Field","name":{"kind":"Name","value":"isClosed"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}}]}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"breachRecord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"app"}},{"kind":"Field","name":{"kind":"Name","value":"usernames"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ProfileDetectionsQuery, ProfileDetectionsQueryVariables>;
export const PersonProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PersonProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"incidents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"personId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"isClosed"},"value":{"kind":"BooleanValue","value":false}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OpenSteps"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"person"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isLive"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"isComplete"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeen"}},{"kind":"Field","name":{"kind":"Name","value":"reusesPassword"}},{"kind":"Field","name":{"kind":"Name","value":"siteCount"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}}]}},{"kind":"Field","name":{"kind":"Name","value":"exposure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"factors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"points"}}]}},{"kind":"Field","name":{"kind":"Name","value":"trend"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sites"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isApp"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"leakName"}},{"kind":"Field","name":{"kind":"Name","value":"leakTitle"}},{"kind":"Field","name":{"kind":"Name","value":"family"}},{"kind":"Field","name":{"kind":"Name","value":"deviceId"}},{"kind":"Field","name":{"kind":"Name","value":"by"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OpenSteps"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Incident"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"playbook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}}]}}]}}]} as unknown as DocumentNode<PersonProfileQuery, PersonProfileQueryVariables>;
export const DeviceProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DeviceProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"device"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"malware"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"Field","name":{"kind":"Name","value":"computer"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"ip"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"operatingSystem"}},{"kind":"Field","name":{"kind":"Name","value":"hardwareId"}},{"kind":"Field","name":{"kind":"Name","value":"infectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"antivirus"}},{"kind":"Field","name":{"kind":"Name","value":"malwarePath"}},{"kind":"Field","name":{"kind":"Name","value":"build"}},{"kind":"Field","name":{"kind":"Name","value":"stolenData"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cookies"}},{"kind":"Field","name":{"kind":"Name","value":"cookieDomains"}},{"kind":"Field","name":{"kind":"Name","value":"tokenFiles"}},{"kind":"Field","name":{"kind":"Name","value":"walletFiles"}},{"kind":"Field","name":{"kind":"Name","value":"cardFiles"}},{"kind":"Field","name":{"kind":"Name","value":"autofillFiles"}}]}},{"kind":"Field","name":{"kind":"Name","value":"incident"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OpenSteps"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}},{"kind":"Field","name":{"kind":"Name","value":"people"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sites"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastDetectedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"evidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"people"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sites"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isApp"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}}]}},{"kind":"Field","name":{"kind":"Name","value":"leaks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"leakName"}},{"kind":"Field","name":{"kind":"Name","value":"leakTitle"}},{"kind":"Field","name":{"kind":"Name","value":"family"}},{"kind":"Field","name":{"kind":"Name","value":"deviceId"}},{"kind":"Field","name":{"kind":"Name","value":"by"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isComplete"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OpenSteps"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Incident"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"playbook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}}]}}]}}]} as unknown as DocumentNode<DeviceProfileQuery, DeviceProfileQueryVariables>;
export const DeviceListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DeviceList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isClosed"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeviceOrder"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reverse"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"devices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"isClosed"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isClosed"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"reverse"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reverse"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"computer"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"operatingSystem"}},{"kind":"Field","name":{"kind":"Name","value":"infectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"malware"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"incident"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}},{"kind":"Field","name":{"kind":"Name","value":"people"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastDetectedAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"totalIsExact"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<DeviceListQuery, DeviceListQueryVariables>;
export const LeakListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LeakList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"pageSize"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LeakOrder"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reverse"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leaks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pageSize"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"reverse"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reverse"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"breachDate"}},{"kind":"Field","name":{"kind":"Name","value":"addedDate"}},{"kind":"Field","name":{"kind":"Name","value":"pwnCount"}},{"kind":"Field","name":{"kind":"Name","value":"isSensitive"}},{"kind":"Field","name":{"kind":"Name","value":"detections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"isExact"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}}]}}]} as unknown as DocumentNode<LeakListQuery, LeakListQueryVariables>;
export const useLeakProfileQuery = createQueryHook(LeakProfileDocument);
export const useProfileDetectionsQuery = createQueryHook(ProfileDetectionsDocument);
export const usePersonProfileQuery = createQueryHook(PersonProfileDocument);
export const useDeviceProfileQuery = createQueryHook(DeviceProfileDocument);
export const useDeviceListQuery = createQueryHook(DeviceListDocument);
export const useLeakListQuery = createQueryHook(LeakListDocument);
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
  /** Raised at exactly this time, ISO 8601. */
  datetime?: string | null | undefined;
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
  /** An address of a person: alerts of all addresses of the same mailbox, with and without a +tag. */
  personEmail?: string | null | undefined;
  /** Part of URL, host or usernames, case-insensitive. */
  search?: string | null | undefined;
  /** The lowest score, 0 to 100. */
  severityFrom?: number | null | undefined;
  /** Raised at or after this time, ISO 8601. */
  startDatetime?: string | null | undefined;
  /** A full monitored email address. */
  userEmail?: string | null | undefined;
  /** ID of the affected email account. */
  userId?: string | null | undefined;
  /** Whether the monitored email is on the list of active accounts; addresses of unknown state match neither value. */
  userIsLive?: boolean | null | undefined;
};

export type LeakKind =
  | 'COMBOLIST'
  | 'MIXED'
  | 'STEALER_LOG'
  | 'TABLE_DUMP';

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
}>;


export type ProfileDetectionsQuery = { alerts: { __typename: 'AlertPage', results: Array<{ __typename: 'Alert', id: string, datetime: string, isClosed: boolean, domain: { __typename: 'AlertDomain', id: string, domain: string } | null, user: { __typename: 'AlertUser', id: string, email: string } | null, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, breachRecord: { __typename: 'BreachRecord', url: string | null, host: string | null, app: string | null, usernames: Array<string> } }> } };

export type PersonProfileQueryVariables = Exact<{
  id: string;
}>;


export type PersonProfileQuery = { person: { __typename: 'Person', id: string, email: string, isLive: boolean | null, openDetections: number, detections: number, isComplete: boolean, lastSeen: string | null, reusesPassword: boolean, siteCount: number, addresses: Array<{ __typename: 'PersonAddress', id: string, email: string, openDetections: number }>, exposure: { __typename: 'Exposure', score: number, level: Types.SeverityLevel, trend: Array<number>, factors: Array<{ __typename: 'SeverityFactor', name: string, points: number }> }, sites: Array<{ __typename: 'ProfileSite', name: string, isApp: boolean, detections: number, openDetections: number }>, timeline: Array<{ __typename: 'ProfileEvent', kind: Types.ProfileEventKind, at: string, detections: number, leakName: string, leakTitle: string | null, family: string | null, deviceId: string | null, by: string | null }> } | null };


export const LeakProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LeakProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leak"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"breachDate"}},{"kind":"Field","name":{"kind":"Name","value":"addedDate"}},{"kind":"Field","name":{"kind":"Name","value":"pwnCount"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dataClasses"}},{"kind":"Field","name":{"kind":"Name","value":"isVerified"}},{"kind":"Field","name":{"kind":"Name","value":"isFabricated"}},{"kind":"Field","name":{"kind":"Name","value":"isSensitive"}},{"kind":"Field","name":{"kind":"Name","value":"isSpamList"}},{"kind":"Field","name":{"kind":"Name","value":"isMalware"}},{"kind":"Field","name":{"kind":"Name","value":"attribution"}},{"kind":"Field","name":{"kind":"Name","value":"retractedDate"}},{"kind":"Field","name":{"kind":"Name","value":"detections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"isExact"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"known"}},{"kind":"Field","name":{"kind":"Name","value":"firstDetectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastDetectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"trend"}}]}}]}}]}}]} as unknown as DocumentNode<LeakProfileQuery, LeakProfileQueryVariables>;
export const ProfileDetectionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProfileDetections"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AlertFilter"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"datetime"}},{"kind":"Field","name":{"kind":"Name","value":"isClosed"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}}]}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"breachRecord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"app"}},{"kind":"Field","name":{"kind":"Name","value":"usernames"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ProfileDetectionsQuery, ProfileDetectionsQueryVariables>;
export const PersonProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PersonProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"person"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isLive"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"isComplete"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeen"}},{"kind":"Field","name":{"kind":"Name","value":"reusesPassword"}},{"kind":"Field","name":{"kind":"Name","value":"siteCount"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}}]}},{"kind":"Field","name":{"kind":"Name","value":"exposure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"factors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"points"}}]}},{"kind":"Field","name":{"kind":"Name","value":"trend"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sites"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isApp"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"leakName"}},{"kind":"Field","name":{"kind":"Name","value":"leakTitle"}},{"kind":"Field","name":{"kind":"Name","value":"family"}},{"kind":"Field","name":{"kind":"Name","value":"deviceId"}},{"kind":"Field","name":{"kind":"Name","value":"by"}}]}}]}}]}}]} as unknown as DocumentNode<PersonProfileQuery, PersonProfileQueryVariables>;
export const useLeakProfileQuery = createQueryHook(LeakProfileDocument);
export const useProfileDetectionsQuery = createQueryHook(ProfileDetectionsDocument);
export const usePersonProfileQuery = createQueryHook(PersonProfileDocument);
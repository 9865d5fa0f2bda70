/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../lib/graphql/schema-types.generated';

import type { DetectionRowFragment } from '../detections.generated';
import { createQueryHook, createSubscriptionHook } from '@/lib/graphql/hooks';
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

export type DetectionsChangedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type DetectionsChangedSubscription = { alertsChanged: { __typename: 'AlertsChanged', isMany: boolean, operationId: string | null, alerts: Array<{ __typename: 'Alert', id: string, datetime: string, isRead: boolean, isClosed: boolean, isAlias: boolean, retractedAt: string | null, erasedAt: string | null, domain: { __typename: 'AlertDomain', id: string, domain: string } | null, user: { __typename: 'AlertUser', id: string, email: string, isLive: boolean | null } | null, assignee: { __typename: 'AlertAssignee', id: string, name: string | null } | null, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, leak: { __typename: 'AlertLeak', name: string, title: string }, breachRecord: { __typename: 'BreachRecord', url: string | null, host: string | null, app: string | null, usernames: Array<string> } }> } };

export type DetectionTotalQueryVariables = Exact<{
  filter: Types.AlertFilter;
}>;


export type DetectionTotalQuery = { alerts: { __typename: 'AlertPage', total: number, totalIsExact: boolean } };


export const DetectionsChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DetectionsChanged"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alertsChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isMany"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DetectionRow"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DetectionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"datetime"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"isClosed"}},{"kind":"Field","name":{"kind":"Name","value":"isAlias"}},{"kind":"Field","name":{"kind":"Name","value":"retractedAt"}},{"kind":"Field","name":{"kind":"Name","value":"erasedAt"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}}]}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isLive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"leak"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"breachRecord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"app"}},{"kind":"Field","name":{"kind":"Name","value":"usernames"}}]}}]}}]} as unknown as DocumentNode<DetectionsChangedSubscription, DetectionsChangedSubscriptionVariables>;
export const DetectionTotalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DetectionTotal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AlertFilter"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"totalIsExact"}}]}}]}}]} as unknown as DocumentNode<DetectionTotalQuery, DetectionTotalQueryVariables>;
export const useDetectionsChangedSubscription = createSubscriptionHook(DetectionsChangedDocument);
export const useDetectionTotalQuery = createQueryHook(DetectionTotalDocument);
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../lib/graphql/schema-types.generated';

import type { IncidentPlaybookFragment } from '../../lib/playbook/playbook.generated';
import { createMutationHook, createQueryHook } from '@/lib/graphql/hooks';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type AlertAction =
  | 'ASSIGN'
  | 'CLOSE'
  | 'READ'
  | 'REOPEN'
  | 'UNREAD';

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

export type AlertList =
  | 'PORTALS'
  | 'WORKFORCE';

export type IncidentKind =
  | 'DEVICE'
  | 'LEAK';

export type IncidentOrder =
  | 'RECENT'
  | 'SEVERITY';

export type IncidentResolution =
  | 'ACCEPTED'
  | 'ACCOUNT_INACTIVE'
  | 'DUPLICATE'
  | 'FALSE_POSITIVE'
  | 'PASSWORD_RESET';

export type IncidentState =
  | 'CLOSED'
  | 'OPEN'
  | 'WAITING';

export type IncidentTab =
  | 'CLOSED'
  | 'MINE'
  | 'NEW'
  | 'WAITING';

export type SeverityLevel =
  | 'CRITICAL'
  | 'HIGH'
  | 'INFO'
  | 'LOW'
  | 'MEDIUM';

export type UpdateAlertsInput = {
  action: AlertAction;
  /** Required for ASSIGN, not allowed otherwise: the member, or null to unassign. */
  assigneeId?: string | null | undefined;
  filter?: AlertFilter | null | undefined;
  ids?: Array<string> | null | undefined;
  /** Skip unknown ids instead of refusing the whole request. */
  skipMissing?: boolean;
};

export type IncidentRowFragment = { __typename: 'Incident', id: string, kind: Types.IncidentKind, state: Types.IncidentState, title: string, summary: string, openDetections: number, detections: number, trend: Array<number>, lastDetectedAt: string, resolution: Types.IncidentResolution | null, acceptedUntil: string | null, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, leak: { __typename: 'AlertLeak', name: string, title: string } | null, people: { __typename: 'IncidentPeople', total: number }, sites: { __typename: 'IncidentSites', total: number }, playbook: { __typename: 'Playbook', done: number, total: number } | null, assignee: { __typename: 'AlertAssignee', id: string, name: string | null } | null } & { ' $fragmentName'?: 'IncidentRowFragment' };

export type IncidentListQueryVariables = Exact<{
  tab: Types.IncidentTab;
  orderBy: Types.IncidentOrder;
  first: number;
  after?: string | null | undefined;
}>;


export type IncidentListQuery = { incidents: { __typename: 'IncidentPage', total: number, totalIsExact: boolean, hasMore: boolean, cursor: string, results: Array<{ __typename: 'Incident', id: string, kind: Types.IncidentKind, state: Types.IncidentState, title: string, summary: string, openDetections: number, detections: number, trend: Array<number>, lastDetectedAt: string, resolution: Types.IncidentResolution | null, acceptedUntil: string | null, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, leak: { __typename: 'AlertLeak', name: string, title: string } | null, people: { __typename: 'IncidentPeople', total: number }, sites: { __typename: 'IncidentSites', total: number }, playbook: { __typename: 'Playbook', done: number, total: number } | null, assignee: { __typename: 'AlertAssignee', id: string, name: string | null } | null }> }, incidentCounts: { __typename: 'IncidentCounts', new: number, mine: number, waiting: number, closed: number } };

export type IncidentQueryVariables = Exact<{
  id: string;
}>;


export type IncidentQuery = { incident: { __typename: 'Incident', alertKind: Types.AlertList | null, firstDetectedAt: string, closedAt: string | null, id: string, kind: Types.IncidentKind, state: Types.IncidentState, title: string, summary: string, openDetections: number, detections: number, trend: Array<number>, lastDetectedAt: string, resolution: Types.IncidentResolution | null, acceptedUntil: string | null, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel, factors: Array<{ __typename: 'SeverityFactor', name: string, points: number }> }, device: { __typename: 'Machine', family: string | null, computer: string | null, userName: string | null, ip: string | null, country: string | null, operatingSystem: string | null, infectedAt: string | null } | null, people: { __typename: 'IncidentPeople', total: number, first: Array<{ __typename: 'IncidentPerson', id: string, email: string }> }, sites: { __typename: 'IncidentSites', first: Array<string>, total: number }, playbook: { __typename: 'Playbook', done: number, total: number, kind: Types.PlaybookKind, reusesPassword: boolean, steps: Array<{ __typename: 'PlaybookStep', id: string, title: string, body: string, completedAt: string | null, completedBy: { __typename: 'StepMember', id: string, name: string | null } | null }> } | null, leak: { __typename: 'AlertLeak', name: string, title: string } | null, assignee: { __typename: 'AlertAssignee', id: string, name: string | null } | null } | null };

export type IncidentDetectionsQueryVariables = Exact<{
  id: string;
  page: number;
  pageSize: number;
}>;


export type IncidentDetectionsQuery = { alerts: { __typename: 'AlertPage', total: number, results: Array<{ __typename: 'Alert', id: string, datetime: string, isClosed: boolean, severity: { __typename: 'Severity', score: number, level: Types.SeverityLevel }, domain: { __typename: 'AlertDomain', id: string, domain: string } | null, user: { __typename: 'AlertUser', id: string, email: string } | null, breachRecord: { __typename: 'BreachRecord', url: string | null, host: string | null, app: string | null, usernames: Array<string> } }> } };

export type UpdateIncidentMutationVariables = Exact<{
  input: Types.UpdateAlertsInput;
}>;


export type UpdateIncidentMutation = { updateAlerts:
    | { __typename: 'NotFoundProblem', message: string, code: string }
    | { __typename: 'RefusedProblem', message: string, code: string }
    | { __typename: 'UpdateAlertsSuccess', updated: number, operationId: string }
    | { __typename: 'ValidationProblem', message: string, code: string }
   };

export type UndoIncidentUpdateMutationVariables = Exact<{
  operationId: string;
}>;


export type UndoIncidentUpdateMutation = { undoAlertOperation:
    | { __typename: 'NotFoundProblem', message: string, code: string }
    | { __typename: 'RefusedProblem', message: string, code: string }
    | { __typename: 'UpdateAlertsSuccess', updated: number }
    | { __typename: 'ValidationProblem', message: string, code: string }
   };

export const IncidentRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"IncidentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Incident"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"leak"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"people"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sites"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"playbook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"trend"}},{"kind":"Field","name":{"kind":"Name","value":"lastDetectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resolution"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedUntil"}}]}}]} as unknown as DocumentNode<IncidentRowFragment, unknown>;
export const IncidentListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"IncidentList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tab"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"IncidentTab"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"IncidentOrder"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"incidents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"tab"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tab"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"IncidentRow"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"totalIsExact"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"incidentCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"new"}},{"kind":"Field","name":{"kind":"Name","value":"mine"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"IncidentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Incident"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"leak"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"people"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sites"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"playbook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"trend"}},{"kind":"Field","name":{"kind":"Name","value":"lastDetectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resolution"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedUntil"}}]}}]} as unknown as DocumentNode<IncidentListQuery, IncidentListQueryVariables>;
export const IncidentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Incident"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"incident"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"IncidentRow"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"Field","name":{"kind":"Name","value":"alertKind"}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"factors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"points"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"device"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"family"}},{"kind":"Field","name":{"kind":"Name","value":"computer"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"ip"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"operatingSystem"}},{"kind":"Field","name":{"kind":"Name","value":"infectedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"people"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"first"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"sites"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"first"}}]}},{"kind":"Field","name":{"kind":"Name","value":"playbook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"IncidentPlaybook"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"firstDetectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"IncidentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Incident"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"leak"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"openDetections"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"people"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sites"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"playbook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"trend"}},{"kind":"Field","name":{"kind":"Name","value":"lastDetectedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resolution"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedUntil"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"IncidentPlaybook"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Playbook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"reusesPassword"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<IncidentQuery, IncidentQueryVariables>;
export const IncidentDetectionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"IncidentDetections"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"pageSize"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"incidentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pageSize"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"StringValue","value":"-severity","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"datetime"}},{"kind":"Field","name":{"kind":"Name","value":"isClosed"}},{"kind":"Field","name":{"kind":"Name","value":"severity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"level"}}]}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}}]}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"breachRecord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"app"}},{"kind":"Field","name":{"kind":"Name","value":"usernames"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}}]}}]} as unknown as DocumentNode<IncidentDetectionsQuery, IncidentDetectionsQueryVariables>;
export const UpdateIncidentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateIncident"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateAlertsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateAlerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateAlertsSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updated"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateIncidentMutation, UpdateIncidentMutationVariables>;
export const UndoIncidentUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UndoIncidentUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"operationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undoAlertOperation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"operationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"operationId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateAlertsSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updated"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<UndoIncidentUpdateMutation, UndoIncidentUpdateMutationVariables>;
export const useIncidentListQuery = createQueryHook(IncidentListDocument);
export const useIncidentQuery = createQueryHook(IncidentDocument);
export const useIncidentDetectionsQuery = createQueryHook(IncidentDetectionsDocument);
export const useUpdateIncidentMutation = createMutationHook(UpdateIncidentDocument);
export const useUndoIncidentUpdateMutation = createMutationHook(UndoIncidentUpdateDocument);
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../graphql/schema-types.generated';

import { createSubscriptionHook } from '@/lib/graphql/hooks';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type DetectionsCountedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type DetectionsCountedSubscription = { alertRaised: { __typename: 'AlertsRaised', count: number, cursor: string } };

export type DetectionsTriagedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type DetectionsTriagedSubscription = { alertsChanged: { __typename: 'AlertsChanged', isMany: boolean } };


export const DetectionsCountedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DetectionsCounted"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alertRaised"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<DetectionsCountedSubscription, DetectionsCountedSubscriptionVariables>;
export const DetectionsTriagedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DetectionsTriaged"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alertsChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isMany"}}]}}]}}]} as unknown as DocumentNode<DetectionsTriagedSubscription, DetectionsTriagedSubscriptionVariables>;
export const useDetectionsCountedSubscription = createSubscriptionHook(DetectionsCountedDocument);
export const useDetectionsTriagedSubscription = createSubscriptionHook(DetectionsTriagedDocument);
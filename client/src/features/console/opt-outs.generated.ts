/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../lib/graphql/schema-types.generated';

import type { ConsoleAnswer_MessageSuccess_Fragment, ConsoleAnswer_NotFoundProblem_Fragment, ConsoleAnswer_RefusedProblem_Fragment, ConsoleAnswer_ThrottledProblem_Fragment, ConsoleAnswer_ValidationProblem_Fragment } from './console-answer.generated';
import { createMutationHook, createQueryHook } from '@/lib/graphql/hooks';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type ConsoleOptOutsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleOptOutsQuery = { console: { __typename: 'OperatorConsole', optOutRequests: Array<{ __typename: 'ConsoleOptOutRequest', id: string, digest: string, createdAt: string, detections: number, organizations: Array<string> }> } };

export type ConsoleApproveOptOutMutationVariables = Exact<{
  id: string;
}>;


export type ConsoleApproveOptOutMutation = { result:
    | { __typename: 'MessageSuccess', message: string }
    | { __typename: 'NotFoundProblem', message: string, code: string }
    | { __typename: 'RefusedProblem', message: string, code: string }
    | { __typename: 'ThrottledProblem', message: string, code: string }
    | { __typename: 'ValidationProblem', message: string, code: string, fieldErrors: Array<{ __typename: 'FieldError', field: string, messages: Array<string> }> }
   };

export type ConsoleRefuseOptOutMutationVariables = Exact<{
  id: string;
}>;


export type ConsoleRefuseOptOutMutation = { result:
    | { __typename: 'MessageSuccess', message: string }
    | { __typename: 'NotFoundProblem', message: string, code: string }
    | { __typename: 'RefusedProblem', message: string, code: string }
    | { __typename: 'ThrottledProblem', message: string, code: string }
    | { __typename: 'ValidationProblem', message: string, code: string, fieldErrors: Array<{ __typename: 'FieldError', field: string, messages: Array<string> }> }
   };


export const ConsoleOptOutsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleOptOuts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"console"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"optOutRequests"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"detections"}},{"kind":"Field","name":{"kind":"Name","value":"organizations"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleOptOutsQuery, ConsoleOptOutsQueryVariables>;
export const ConsoleApproveOptOutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleApproveOptOut"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"consoleApproveOptOut"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConsoleAnswer"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConsoleAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsoleActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<ConsoleApproveOptOutMutation, ConsoleApproveOptOutMutationVariables>;
export const ConsoleRefuseOptOutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleRefuseOptOut"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"consoleRefuseOptOut"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConsoleAnswer"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConsoleAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsoleActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<ConsoleRefuseOptOutMutation, ConsoleRefuseOptOutMutationVariables>;
export const useConsoleOptOutsQuery = createQueryHook(ConsoleOptOutsDocument);
export const useConsoleApproveOptOutMutation = createMutationHook(ConsoleApproveOptOutDocument);
export const useConsoleRefuseOptOutMutation = createMutationHook(ConsoleRefuseOptOutDocument);
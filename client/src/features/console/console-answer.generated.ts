/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../lib/graphql/schema-types.generated';

import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type ConsoleAnswer_MessageSuccess_Fragment = { __typename: 'MessageSuccess', message: string } & { ' $fragmentName'?: 'ConsoleAnswer_MessageSuccess_Fragment' };

export type ConsoleAnswer_NotFoundProblem_Fragment = { __typename: 'NotFoundProblem', message: string, code: string } & { ' $fragmentName'?: 'ConsoleAnswer_NotFoundProblem_Fragment' };

export type ConsoleAnswer_RefusedProblem_Fragment = { __typename: 'RefusedProblem', message: string, code: string } & { ' $fragmentName'?: 'ConsoleAnswer_RefusedProblem_Fragment' };

export type ConsoleAnswer_ThrottledProblem_Fragment = { __typename: 'ThrottledProblem', message: string, code: string } & { ' $fragmentName'?: 'ConsoleAnswer_ThrottledProblem_Fragment' };

export type ConsoleAnswer_ValidationProblem_Fragment = { __typename: 'ValidationProblem', message: string, code: string, fieldErrors: Array<{ __typename: 'FieldError', field: string, messages: Array<string> }> } & { ' $fragmentName'?: 'ConsoleAnswer_ValidationProblem_Fragment' };

export type ConsoleAnswerFragment =
  | ConsoleAnswer_MessageSuccess_Fragment
  | ConsoleAnswer_NotFoundProblem_Fragment
  | ConsoleAnswer_RefusedProblem_Fragment
  | ConsoleAnswer_ThrottledProblem_Fragment
  | ConsoleAnswer_ValidationProblem_Fragment
;

export const ConsoleAnswerFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConsoleAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsoleActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<ConsoleAnswerFragment, unknown>;
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from './schema-types.generated';

import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type MessageAnswer_MessageSuccess_Fragment = { __typename: 'MessageSuccess', message: string } & { ' $fragmentName'?: 'MessageAnswer_MessageSuccess_Fragment' };

export type MessageAnswer_RefusedProblem_Fragment = { __typename: 'RefusedProblem', message: string, code: string } & { ' $fragmentName'?: 'MessageAnswer_RefusedProblem_Fragment' };

export type MessageAnswer_ThrottledProblem_Fragment = { __typename: 'ThrottledProblem', message: string, code: string } & { ' $fragmentName'?: 'MessageAnswer_ThrottledProblem_Fragment' };

export type MessageAnswer_ValidationProblem_Fragment = { __typename: 'ValidationProblem', message: string, code: string, fieldErrors: Array<{ __typename: 'FieldError', field: string, messages: Array<string> }> } & { ' $fragmentName'?: 'MessageAnswer_ValidationProblem_Fragment' };

export type MessageAnswerFragment =
  | MessageAnswer_MessageSuccess_Fragment
  | MessageAnswer_RefusedProblem_Fragment
  | MessageAnswer_ThrottledProblem_Fragment
  | MessageAnswer_ValidationProblem_Fragment
;

export const MessageAnswerFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<MessageAnswerFragment, unknown>;
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../lib/graphql/schema-types.generated';

import type { ConsoleAnswer_MessageSuccess_Fragment, ConsoleAnswer_NotFoundProblem_Fragment, ConsoleAnswer_RefusedProblem_Fragment, ConsoleAnswer_ThrottledProblem_Fragment, ConsoleAnswer_ValidationProblem_Fragment } from './console-answer.generated';
import { createMutationHook, createQueryHook } from '@/lib/graphql/hooks';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type ConsoleCheckLevel =
  | 'FAILING'
  | 'OK'
  | 'SKIPPED'
  | 'WARNING';

export type ConsoleSettingsInput = {
  addressCheckEnabled?: boolean | null | undefined;
  emailRangesEnabled?: boolean | null | undefined;
  individualSignupEnabled?: boolean | null | undefined;
  language?: string | null | undefined;
  leakPagesEnabled?: boolean | null | undefined;
  loginEnabled?: boolean | null | undefined;
  optOutsEnabled?: boolean | null | undefined;
  organizationSignupEnabled?: boolean | null | undefined;
  partnerSignupEnabled?: boolean | null | undefined;
  passwordRangesEnabled?: boolean | null | undefined;
  passwordRangesMinimum?: number | null | undefined;
  publicCatalogueEnabled?: boolean | null | undefined;
  signupEnabled?: boolean | null | undefined;
  turnkeyEnabled?: boolean | null | undefined;
  turnkeySiteKey?: string | null | undefined;
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

export type ConsoleSetupQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleSetupQuery = { console: { __typename: 'OperatorConsole', setup: Array<{ __typename: 'ConsoleSetupStep', name: Types.ConsoleSetupStepName, isDone: boolean }> } };

export type ConsoleSendTestEmailMutationVariables = Exact<{ [key: string]: never; }>;


export type ConsoleSendTestEmailMutation = { result:
    | { __typename: 'RefusedProblem', message: string, code: string }
    | { __typename: 'RunChecksSuccess', checks: Array<{ __typename: 'ConsoleCheck', name: string, level: Types.ConsoleCheckLevel, text: string, remedy: string }> }
    | { __typename: 'ThrottledProblem', message: string, code: string }
   };

export type ConsoleTestDnsMutationVariables = Exact<{ [key: string]: never; }>;


export type ConsoleTestDnsMutation = { result:
    | { __typename: 'RefusedProblem', message: string, code: string }
    | { __typename: 'RunChecksSuccess', checks: Array<{ __typename: 'ConsoleCheck', name: string, level: Types.ConsoleCheckLevel, text: string, remedy: string }> }
    | { __typename: 'ThrottledProblem', message: string, code: string }
   };

export type ConsoleTrial_RefusedProblem_Fragment = { __typename: 'RefusedProblem', message: string, code: string } & { ' $fragmentName'?: 'ConsoleTrial_RefusedProblem_Fragment' };

export type ConsoleTrial_RunChecksSuccess_Fragment = { __typename: 'RunChecksSuccess', checks: Array<{ __typename: 'ConsoleCheck', name: string, level: Types.ConsoleCheckLevel, text: string, remedy: string }> } & { ' $fragmentName'?: 'ConsoleTrial_RunChecksSuccess_Fragment' };

export type ConsoleTrial_ThrottledProblem_Fragment = { __typename: 'ThrottledProblem', message: string, code: string } & { ' $fragmentName'?: 'ConsoleTrial_ThrottledProblem_Fragment' };

export type ConsoleTrialFragment =
  | ConsoleTrial_RefusedProblem_Fragment
  | ConsoleTrial_RunChecksSuccess_Fragment
  | ConsoleTrial_ThrottledProblem_Fragment
;

export type ConsoleConfirmTestEmailMutationVariables = Exact<{
  code: string;
}>;


export type ConsoleConfirmTestEmailMutation = { result:
    | { __typename: 'MessageSuccess', message: string }
    | { __typename: 'NotFoundProblem', message: string, code: string }
    | { __typename: 'RefusedProblem', message: string, code: string }
    | { __typename: 'ThrottledProblem', message: string, code: string }
    | { __typename: 'ValidationProblem', message: string, code: string, fieldErrors: Array<{ __typename: 'FieldError', field: string, messages: Array<string> }> }
   };

export type ConsoleChangeSettingsMutationVariables = Exact<{
  input: Types.ConsoleSettingsInput;
  version?: string | null | undefined;
}>;


export type ConsoleChangeSettingsMutation = { result:
    | { __typename: 'MessageSuccess', message: string }
    | { __typename: 'NotFoundProblem', message: string, code: string }
    | { __typename: 'RefusedProblem', message: string, code: string }
    | { __typename: 'ThrottledProblem', message: string, code: string }
    | { __typename: 'ValidationProblem', message: string, code: string, fieldErrors: Array<{ __typename: 'FieldError', field: string, messages: Array<string> }> }
   };

export const ConsoleTrialFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConsoleTrial"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsoleChecksResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunChecksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"remedy"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<ConsoleTrialFragment, unknown>;
export const ConsoleSetupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleSetup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"console"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isDone"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleSetupQuery, ConsoleSetupQueryVariables>;
export const ConsoleSendTestEmailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleSendTestEmail"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"consoleSendTestEmail"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConsoleTrial"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConsoleTrial"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsoleChecksResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunChecksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"remedy"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<ConsoleSendTestEmailMutation, ConsoleSendTestEmailMutationVariables>;
export const ConsoleTestDnsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleTestDns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"consoleTestDns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConsoleTrial"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConsoleTrial"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsoleChecksResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunChecksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"remedy"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<ConsoleTestDnsMutation, ConsoleTestDnsMutationVariables>;
export const ConsoleConfirmTestEmailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleConfirmTestEmail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"consoleConfirmTestEmail"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConsoleAnswer"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConsoleAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsoleActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<ConsoleConfirmTestEmailMutation, ConsoleConfirmTestEmailMutationVariables>;
export const ConsoleChangeSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleChangeSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConsoleSettingsInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"consoleChangeSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConsoleAnswer"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConsoleAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsoleActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<ConsoleChangeSettingsMutation, ConsoleChangeSettingsMutationVariables>;
export const useConsoleSetupQuery = createQueryHook(ConsoleSetupDocument);
export const useConsoleSendTestEmailMutation = createMutationHook(ConsoleSendTestEmailDocument);
export const useConsoleTestDnsMutation = createMutationHook(ConsoleTestDnsDocument);
export const useConsoleConfirmTestEmailMutation = createMutationHook(ConsoleConfirmTestEmailDocument);
export const useConsoleChangeSettingsMutation = createMutationHook(ConsoleChangeSettingsDocument);
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../lib/graphql/schema-types.generated';

import { createQueryHook } from '@/lib/graphql/hooks';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
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

export type ConsoleVariableSource =
  | 'DEFAULT'
  | 'ENVIRONMENT'
  | 'FILE';

export type ConsoleSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleSettingsQuery = { console: { __typename: 'OperatorConsole', settings: { __typename: 'ConsoleSettings', version: string, settings: Array<{ __typename: 'ConsoleSetting', name: Types.ConsoleSettingName, value: string, default: string, changedAt: string | null, changedBy: string | null }>, variables: Array<{ __typename: 'ConsoleVariable', name: string, text: string, default: string, value: string | null, isSecret: boolean, isSet: boolean, source: Types.ConsoleVariableSource }> } } };


export const ConsoleSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"console"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedBy"}}]}},{"kind":"Field","name":{"kind":"Name","value":"variables"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"isSecret"}},{"kind":"Field","name":{"kind":"Name","value":"isSet"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleSettingsQuery, ConsoleSettingsQueryVariables>;
export const useConsoleSettingsQuery = createQueryHook(ConsoleSettingsDocument);
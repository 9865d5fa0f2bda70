/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../lib/graphql/schema-types.generated';

import { createQueryHook } from '@/lib/graphql/hooks';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type ExportLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type ExportLimitsQuery = { viewer: { __typename: 'Account', id: string, isBulkDisclosureEnabled: boolean } | null };


export const ExportLimitsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isBulkDisclosureEnabled"}}]}}]}}]} as unknown as DocumentNode<ExportLimitsQuery, ExportLimitsQueryVariables>;
export const useExportLimitsQuery = createQueryHook(ExportLimitsDocument);
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../graphql/schema-types.generated';

import { createQueryHook } from '@/lib/graphql/hooks';
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type SiteSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type SiteSettingsQuery = { siteSettings: { __typename: 'SiteSettings', signupEnabled: boolean, loginEnabled: boolean, individualSignupEnabled: boolean, organizationSignupEnabled: boolean, partnerSignupEnabled: boolean, turnkeyEnabled: boolean, turnkeySiteKey: string, language: string, contactEmail: string, analyticsMeasurementId: string, isDemonstration: boolean, passwordRangesEnabled: boolean, leakPagesEnabled: boolean, addressCheckEnabled: boolean, optOutsEnabled: boolean } };


export const SiteSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SiteSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"siteSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signupEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"loginEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"individualSignupEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"organizationSignupEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"partnerSignupEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"turnkeyEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"turnkeySiteKey"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"contactEmail"}},{"kind":"Field","name":{"kind":"Name","value":"analyticsMeasurementId"}},{"kind":"Field","name":{"kind":"Name","value":"isDemonstration"}},{"kind":"Field","name":{"kind":"Name","value":"passwordRangesEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"leakPagesEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"addressCheckEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"optOutsEnabled"}}]}}]}}]} as unknown as DocumentNode<SiteSettingsQuery, SiteSettingsQueryVariables>;
export const useSiteSettingsQuery = createQueryHook(SiteSettingsDocument);
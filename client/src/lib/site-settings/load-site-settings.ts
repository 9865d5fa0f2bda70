import { type ApolloClient, ApolloLink } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { firstValueFrom } from 'rxjs';
import type { SiteSettings } from './site-settings';
import { SiteSettingsDocument, type SiteSettingsQuery } from './site-settings.generated';

/**
 * Loads the public settings. Uses the links directly, because each login and logout cancels the queries of the client, and the
 * settings belong to no session.
 */
export async function loadSiteSettings(client: ApolloClient): Promise<SiteSettings> {
  const request = { query: SiteSettingsDocument, context: { anonymous: true } };
  const result = await firstValueFrom(ApolloLink.execute(client.link, request, { client }));
  if (!result.data) throw new CombinedGraphQLErrors(result);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- links are untyped; the document above determines the result
  return (result.data as SiteSettingsQuery).siteSettings;
}

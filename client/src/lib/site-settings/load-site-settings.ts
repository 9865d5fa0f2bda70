import { type ApolloClient, ApolloLink } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { firstValueFrom } from 'rxjs';
import type { SiteSettings } from './site-settings';
import { SiteSettingsDocument, type SiteSettingsQuery } from './site-settings.generated';

/**
 * Reads the public settings. By the links alone, past the client's store: what is under way in the store is cancelled at every
 * log-in and log-out, and the settings belong to no session.
 */
export async function loadSiteSettings(client: ApolloClient): Promise<SiteSettings> {
  const request = { query: SiteSettingsDocument, context: { anonymous: true } };
  const result = await firstValueFrom(ApolloLink.execute(client.link, request, { client }));
  if (!result.data) throw new CombinedGraphQLErrors(result);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- links carry no types; the document above says what comes back.
  return (result.data as SiteSettingsQuery).siteSettings;
}

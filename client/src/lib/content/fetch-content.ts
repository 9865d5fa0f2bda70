import { connection } from '@/lib/graphql/client';
import { ContentLocalesDocument, FooterDocument, HomepageDocument } from './homepage.generated';
import type { Footer, Homepage, Locale } from './page-data';
import { contentStatus } from './preview';

interface SharedContent {
  homepage: Homepage | null;
  footer: Footer | null;
  locales: Locale[];
}

/** Requests the shared content of the public pages in one language. */
export async function fetchContent(language: string): Promise<SharedContent> {
  const { client } = connection;
  const variables = { status: contentStatus(), locale: language };
  try {
    const [homepage, footer, locales] = await Promise.all([
      client.query({ query: HomepageDocument, variables, fetchPolicy: 'network-only' }),
      client.query({ query: FooterDocument, variables, fetchPolicy: 'network-only' }),
      client.query({ query: ContentLocalesDocument }),
    ]);
    return {
      homepage: homepage.data?.homepage ?? null,
      footer: footer.data?.footer ?? null,
      locales: (locales.data?.i18NLocales ?? []).filter((locale) => locale !== null),
    };
  } catch (error) {
    // A login or logout replaces the client and cancels its queries; the content belongs to no session.
    if (connection.client !== client) return fetchContent(language);
    throw error;
  }
}

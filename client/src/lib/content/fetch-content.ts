import { contentClient } from './client';
import { ContentLocalesDocument, FooterDocument, HomepageDocument } from './homepage.generated';
import type { Footer, Homepage, Locale } from './page-data';
import { contentStatus } from './preview';

/** Asks for all that the public pages share, in one language. */
export async function fetchContent(
  language: string,
): Promise<{ homepage: Homepage | null; footer: Footer | null; locales: Locale[] }> {
  const variables = { status: contentStatus(), locale: language };
  const [homepage, footer, locales] = await Promise.all([
    contentClient.query({ query: HomepageDocument, variables, fetchPolicy: 'network-only' }),
    contentClient.query({ query: FooterDocument, variables, fetchPolicy: 'network-only' }),
    contentClient.query({ query: ContentLocalesDocument }),
  ]);
  return {
    homepage: homepage.data?.homepage ?? null,
    footer: footer.data?.footer ?? null,
    locales: (locales.data?.i18NLocales ?? []).filter((locale) => locale !== null),
  };
}

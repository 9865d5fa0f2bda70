import type { SiteSettings } from '@/lib/site-settings/site-settings';
import type { ContentLocalesQuery, FooterQuery, HomepageQuery } from './homepage.generated';

export type Homepage = NonNullable<HomepageQuery['homepage']>;
export type Footer = NonNullable<FooterQuery['footer']>;
export type Locale = NonNullable<ContentLocalesQuery['i18NLocales'][number]>;

/** What the server puts into the page beside the homepage's text, so that the first picture waits for no question. */
export interface PageData {
  /** The language of `homepage` and `footer`. */
  locale: string;
  /** Whether a question would bring nothing newer. */
  isCurrent: boolean;
  settings: SiteSettings;
  homepage: Homepage | null;
  footer: Footer | null;
  locales: Locale[];
}

const ELEMENT_ID = 'page-data';

/** Reads it; null where the page came without (a server that could not write it, or Vite's own). */
export function readPageData(page: Document = document): PageData | null {
  const text = page.getElementById(ELEMENT_ID)?.textContent;
  if (!text) return null;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it, of the same build as this code.
    return JSON.parse(text) as PageData;
  } catch {
    return null;
  }
}

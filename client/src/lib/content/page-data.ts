import type { SiteSettings } from '@/lib/site-settings/site-settings';
import type { ContentLocalesQuery, FooterQuery, HomepageQuery } from './homepage.generated';

export type Homepage = NonNullable<HomepageQuery['homepage']>;
export type Footer = NonNullable<FooterQuery['footer']>;
export type Locale = NonNullable<ContentLocalesQuery['i18NLocales'][number]>;

/** Data embedded in the page by the server, so that the first render needs no request. */
export interface PageData {
  /** Language of `homepage` and `footer`. */
  locale: string;
  /** Whether the embedded content is current. */
  isCurrent: boolean;
  settings: SiteSettings;
  homepage: Homepage | null;
  footer: Footer | null;
  locales: Locale[];
}

const ELEMENT_ID = 'page-data';

/** Reads the embedded data; null if there is none, as in Vite's dev server. */
export function readPageData(page: Document = document): PageData | null {
  const text = page.getElementById(ELEMENT_ID)?.textContent;
  if (!text) return null;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by our server of the same build
    return JSON.parse(text) as PageData;
  } catch {
    return null;
  }
}

import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { logFailure } from '@/lib/log';
import type { Footer, Homepage, Locale, PageData } from './page-data';
import { contentStatus } from './preview';

/** Content of the public pages, as far as loaded. */
export interface Content {
  /** Language of the content; null before the first response. */
  locale: string | null;
  homepage: Homepage | null;
  footer: Footer | null;
  locales: readonly Locale[];
  /** Whether the last request failed; the last good content stays. */
  failed: boolean;
}

let content: Content = { locale: null, homepage: null, footer: null, locales: [], failed: false };
const listeners = new Set<() => void>();

function become(next: Partial<Content>): void {
  content = { ...content, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const read = (): Content => content;

let isFresh = false;

/** Uses the content embedded in the page; if it is current, the first use needs no request. */
export function setContent({ locale, isCurrent, homepage, footer, locales }: PageData): void {
  isFresh = isCurrent && homepage !== null && footer !== null;
  become({ locale, homepage, footer, locales, failed: false });
}

/** Subscribes to the content. */
export const useContent = (): Content => useSyncExternalStore(subscribe, read, read);

let asked = 0;

/**
 * Loads homepage, footer and languages, always over the network (spec §7). Loads the client on demand, because the homepage
 * renders without it. Keeps the last good content on failure.
 */
export async function refreshContent(language: string): Promise<void> {
  asked += 1;
  const question = asked;
  try {
    const { fetchContent } = await import('./fetch-content');
    const answer = await fetchContent(language);
    if (question === asked) become({ ...answer, locale: language, failed: false });
  } catch (error) {
    logFailure('The content could not be read', error);
    if (question === asked) become({ failed: true });
  }
}

/** Loads content on mount, unless embedded content is current, and on language changes. */
export function useFreshContent(): Content {
  const { i18n } = useTranslation();
  const { language } = i18n;
  useEffect(() => {
    // After the first paint, which does not depend on it.
    const timer = setTimeout(() => {
      const isAnswered = isFresh && content.locale === language && contentStatus() === 'PUBLISHED';
      isFresh = false;
      if (!isAnswered) void refreshContent(language);
    });
    return () => clearTimeout(timer);
  }, [language]);
  return useContent();
}

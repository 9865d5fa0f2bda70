import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { logFailure } from '@/lib/log';
import type { Footer, Homepage, Locale, PageData } from './page-data';
import { contentStatus } from './preview';

/** The content of the public pages, as far as it is known. */
export interface Content {
  /** The language that it is in; null before anything has come. */
  locale: string | null;
  homepage: Homepage | null;
  footer: Footer | null;
  locales: readonly Locale[];
  /** Whether the last question found no answer; what was last good stays. */
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

/** Takes what the server put into the page; where that is current, whoever shows it first need not ask. */
export function setContent({ locale, isCurrent, homepage, footer, locales }: PageData): void {
  isFresh = isCurrent && homepage !== null && footer !== null;
  become({ locale, homepage, footer, locales, failed: false });
}

/** The content known so far; it changes when an answer comes. */
export const useContent = (): Content => useSyncExternalStore(subscribe, read, read);

let asked = 0;

/**
 * Asks the content service for homepage, footer and languages, always over the network (spec §7). Its client is
 * loaded for it: the homepage stands without. What was last good stays where the service does not answer.
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

/** Asks once when shown, unless the page has just come with the answer, and again whenever the language changes. */
export function useFreshContent(): Content {
  const { i18n } = useTranslation();
  const { language } = i18n;
  useEffect(() => {
    // After the first paint: what the page shows does not wait for it.
    const timer = setTimeout(() => {
      const isAnswered = isFresh && content.locale === language && contentStatus() === 'PUBLISHED';
      isFresh = false;
      if (!isAnswered) void refreshContent(language);
    });
    return () => clearTimeout(timer);
  }, [language]);
  return useContent();
}

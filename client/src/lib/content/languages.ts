import { useMemo } from 'react';
import { LANGUAGES, nameOfLanguage } from '@/i18n/language';
import { compareNames } from '@/lib/format';
import { useContent } from './content';

/**
 * The languages to choose from, each by its own name: those of the content service that there are texts for. A choice is
 * offered only where there is more than one (spec §1).
 */
export function useOfferedLanguages(): readonly { value: string; label: string }[] {
  const { locales } = useContent();
  return useMemo(() => {
    const offered = LANGUAGES.filter((language) => locales.some(({ code }) => code === language));
    return offered
      .map((language) => ({ value: language, label: nameOfLanguage(language) }))
      .toSorted((one, other) => compareNames(one.label, other.label, 'en'));
  }, [locales]);
}

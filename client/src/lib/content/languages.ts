import { useMemo } from 'react';
import { LANGUAGES, nameOfLanguage } from '@/i18n/language';
import { compareNames } from '@/lib/format';
import { useContent } from './content';

/**
 * Selectable languages with their own names: supported languages that the content service has. The selector appears only if
 * there is more than one (spec §1).
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

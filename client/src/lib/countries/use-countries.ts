import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE } from '@/i18n/language';
import { compareNames, countryName } from '@/lib/format';
import { logFailure } from '@/lib/log';
import { type CountriesQuery, useCountriesQuery } from './countries.generated';

type Country = CountriesQuery['countries'][number] & {
  /** Localized name; `name` is the English one that is sent to the server. */
  label: string;
};

/** Localized country list; empty while loading and on failure (spec §8). */
export function useCountries(): readonly Country[] {
  const { language } = useTranslation().i18n;
  const { data, error } = useCountriesQuery({ context: { anonymous: true } });
  useEffect(() => {
    if (error) logFailure('The countries could not be read', error);
  }, [error]);
  return useMemo(() => {
    const labelled = (data?.countries ?? []).map((country) => ({
      ...country,
      label: language === DEFAULT_LANGUAGE ? country.name : countryName(country.code, country.name, language),
    }));
    return labelled.toSorted((one, other) => compareNames(one.label, other.label, language));
  }, [data, language]);
}

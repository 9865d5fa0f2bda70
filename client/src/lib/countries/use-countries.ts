import { useEffect } from 'react';
import { logFailure } from '@/lib/log';
import { type CountriesQuery, useCountriesQuery } from './countries.generated';

/** All countries by name; none while they load, and none where they cannot be read (specification §8). */
export function useCountries(): readonly CountriesQuery['countries'][number][] {
  const { data, error } = useCountriesQuery({ context: { anonymous: true } });
  useEffect(() => {
    if (error) logFailure('The countries could not be read', error);
  }, [error]);
  return data?.countries ?? [];
}

import { InMemoryCache } from '@apollo/client';
import possibleTypes from './possible-types.generated';

/** The normalised store of all answers. Page-numbered lists need no merging: every set of arguments is an entry of its own. */
export const createCache = (): InMemoryCache =>
  new InMemoryCache({
    possibleTypes: possibleTypes.possibleTypes,
    typePolicies: {
      SiteSettings: { keyFields: [] },
      Country: { keyFields: ['code'] },
      // Parts of an alert: a list asks for less of them than the detail, and must not take away what the detail has.
      Severity: { merge: true },
      AlertLeak: { merge: true },
      BreachRecord: { merge: true },
    },
  });

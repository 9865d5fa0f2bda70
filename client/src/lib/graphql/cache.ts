import { defaultDataIdFromObject, InMemoryCache, type StoreObject } from '@apollo/client/cache';
import possibleTypes from './possible-types.generated';

/** Components of the content service: their ids are unique within one document, language and status only. */
const isComponent = ({ __typename }: Readonly<StoreObject>): boolean => __typename?.startsWith('Component') ?? false;

/**
 * The normalized cache of both services, whose schemas share no type but Query. Numbered pages need no merging: each set of
 * arguments is an entry of its own.
 */
export const createCache = (): InMemoryCache =>
  new InMemoryCache({
    possibleTypes: possibleTypes.possibleTypes,
    dataIdFromObject: (object, context) => (isComponent(object) ? undefined : defaultDataIdFromObject(object, context)),
    typePolicies: {
      SiteSettings: { keyFields: [] },
      Country: { keyFields: ['code'] },
      // Parts of an alert: a list asks for less of them than the detail, and must not take away what the detail has.
      Severity: { merge: true },
      AlertLeak: { merge: true },
      BreachRecord: { merge: true },
    },
  });

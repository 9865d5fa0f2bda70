import { defaultDataIdFromObject, InMemoryCache, type StoreObject } from '@apollo/client/cache';
import possibleTypes from './possible-types.generated';

/** Content components, whose ids are unique only within one document, language and status. */
const isComponent = ({ __typename }: Readonly<StoreObject>): boolean => __typename?.startsWith('Component') ?? false;

/**
 * Normalized cache of both services, whose schemas share only Query. Numbered pages need no merging, since each set of
 * arguments is its own entry.
 */
export const createCache = (): InMemoryCache =>
  new InMemoryCache({
    possibleTypes: possibleTypes.possibleTypes,
    dataIdFromObject: (object, context) => (isComponent(object) ? undefined : defaultDataIdFromObject(object, context)),
    typePolicies: {
      SiteSettings: { keyFields: [] },
      Country: { keyFields: ['code'] },
      // Lists select fewer fields of these than the detail and must not overwrite them.
      Severity: { merge: true },
      OperatorConsole: { merge: true },
      // Parts of these are asked for apart, and mustn't replace the rest.
      ConsoleLeakDetail: { keyFields: ['leak', ['id']] },
      ConsoleQuarantinedFileDetail: { keyFields: ['file', ['id']] },
      AlertLeak: { merge: true },
      BreachRecord: { merge: true },
      Playbook: { merge: true },
      // All incidents share the ids of steps.
      PlaybookStep: { keyFields: false },
      StepMember: { keyFields: false },
    },
  });

import type { LeakKind } from '@/lib/graphql/schema-types.generated';
import { freeText, oneOf, type UrlSchema } from '@/lib/url-state';

export interface LeaksState {
  search: string;
  kind: '' | LeakKind;
  sensitive: '' | 'yes' | 'no';
  retracted: '' | 'yes' | 'no';
  order: 'newest' | 'name' | 'records';
}

export const KINDS = ['COMBOLIST', 'STEALER_LOG', 'TABLE_DUMP', 'MIXED'] as const satisfies readonly LeakKind[];

/** State of the list in the URL. */
export const leaksSchema: UrlSchema<LeaksState> = {
  search: freeText,
  kind: oneOf('', ...KINDS),
  sensitive: oneOf('', 'yes', 'no'),
  retracted: oneOf('', 'yes', 'no'),
  order: oneOf('newest', 'name', 'records'),
};

const ORDERS = { newest: 'NEWEST', name: 'NAME', records: 'RECORDS' } as const;

/** What the server is asked for. */
export const wantedLeaks = ({ search, kind, sensitive, retracted, order }: LeaksState) => ({
  order: ORDERS[order],
  filter: {
    ...(search.trim() && { search: search.trim() }),
    ...(kind && { kind }),
    ...(sensitive && { isSensitive: sensitive === 'yes' }),
    ...(retracted && { isRetracted: retracted === 'yes' }),
  },
});

import { type ChangeUrlState, freeText, type UrlSchema, type UrlValue, useUrlState } from '@/lib/url-state';

/** Filters of the audit log, all empty by default; days are in UTC. */
export interface AuditLogState {
  /** Id of an account or address of a member; without it, events of operators are shown. */
  account: string;
  person: string;
  kind: string;
  since: string;
  until: string;
}

const DAY_MILLISECONDS = 86_400_000;
const instant = (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN);

const day: UrlValue<string> = {
  read: (text) => (text !== null && !Number.isNaN(instant(text)) ? text : ''),
  write: (value) => value || null,
};

const schema: UrlSchema<AuditLogState> = {
  account: freeText,
  person: freeText,
  kind: freeText,
  since: day,
  until: day,
};

export const useAuditLogState = (): [AuditLogState, ChangeUrlState<AuditLogState>] => useUrlState(schema);

/** Variables of the query; the last day is included. */
export function wantedEvents({ account, person, kind, since, until }: AuditLogState) {
  const from = instant(since);
  const to = instant(until);
  return {
    ...(account.trim() && { account: account.trim() }),
    ...(person.trim() && { person: person.trim() }),
    ...(kind && { kind }),
    ...(!Number.isNaN(from) && { since: new Date(from).toISOString() }),
    ...(!Number.isNaN(to) && { until: new Date(to + DAY_MILLISECONDS).toISOString() }),
  };
}

import i18next, { type ParseKeys } from 'i18next';
import type { Texts } from '@/i18n';
import type { DetectionQuery, DetectionRowFragment } from './detections.generated';

export type DetectionDetail = NonNullable<DetectionQuery['alert']>;

type FactorName = keyof Texts['detections']['factor'];
type AdviceKey = ParseKeys<'detections'> & `advice.${string}`;

/** Whom a detection is about: the watched address or the domain, else the login that leaked; null where there is none. */
export const nameOf = ({ domain, user, breachRecord }: DetectionRowFragment): string | null =>
  domain?.domain ?? user?.email ?? breachRecord.usernames[0] ?? null;

/** What the login opens: the whole URL if there is one, else the app or the host. */
export const siteOf = ({ url, host, app }: DetectionRowFragment['breachRecord']): string | null => url ?? app ?? host;

/** The same for a list, where there is little room: without the `https://` that nearly all have. */
export const briefSiteOf = (record: DetectionRowFragment['breachRecord']): string | null =>
  siteOf(record)?.replace(/^https:\/\//i, '') ?? null;

/** A factor that this client has words for; a newer server may know more. */
export const isKnownFactor = (name: string): name is FactorName =>
  i18next.exists(`factor.${name}`, { ns: 'detections' });

/** What to do about a detection, in order. */
export function adviceFor({ domain, breachRecord, severity }: DetectionDetail): AdviceKey[] {
  const { passwordType, machine } = breachRecord;
  const fromMalware = machine !== null || severity.factors.some(({ name }) => name === 'stealer_log');
  return [
    ...(fromMalware ? (['advice.malware'] as const) : []),
    ...(passwordType !== 'plain' && passwordType !== 'none' ? (['advice.hash'] as const) : []),
    domain ? 'advice.resetUser' : 'advice.changePassword',
    'advice.close',
  ];
}

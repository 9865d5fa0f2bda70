import i18next, { type ParseKeys } from 'i18next';
import type { Texts } from '@/i18n';
import type { DetectionQuery, DetectionRowFragment } from './detections.generated';

export type DetectionDetail = NonNullable<DetectionQuery['alert']>;

type FactorName = keyof Texts['detections']['factor'];
type AdviceKey = ParseKeys<'detections'> & `advice.${string}`;

/** Whom a detection is about: the watched address or the domain, else the login that leaked; null where there is none. */
export const subjectLabel = ({ domain, user, breachRecord }: DetectionRowFragment): string | null =>
  domain?.domain ?? user?.email ?? breachRecord.usernames[0] ?? null;

/** What the login opens: the whole URL if there is one, else the app or the host. */
export const siteLabel = ({ url, host, app }: DetectionRowFragment['breachRecord']): string | null =>
  url ?? app ?? host;

/** The same for a list, where there is little room: without the `https://` that nearly all have. */
export const shortSiteLabel = (record: DetectionRowFragment['breachRecord']): string | null =>
  siteLabel(record)?.replace(/^https:\/\//i, '') ?? null;

/** A factor that this client has words for; a newer server may know more. */
export const isKnownFactor = (name: string): name is FactorName =>
  i18next.exists(`factor.${name}`, { ns: 'detections' });

/** The kind of evidence, which decides what to do first. */
function kindOf({ breachRecord, severity }: DetectionDetail): 'malware' | 'hash' | 'none' | 'list' | 'plain' {
  const { passwordType, machine } = breachRecord;
  const has = (...names: string[]) => severity.factors.some(({ name }) => names.includes(name));
  if (machine !== null || has('stealer_log')) return 'malware';
  if (passwordType === 'none') return 'none';
  if (passwordType !== 'plain') return 'hash';
  return has('combolist', 'mixed') ? 'list' : 'plain';
}

/** What to do about a detection, in order. */
export function adviceFor(detection: DetectionDetail): AdviceKey[] {
  const change = detection.domain ? 'advice.resetUser' : 'advice.changePassword';
  const steps = {
    malware: ['advice.malware', 'advice.sessions', change, 'advice.otherLogins', 'advice.secondFactor'],
    list: [change, 'advice.reuse', 'advice.secondFactor'],
    hash: ['advice.hash', change, 'advice.secondFactor'],
    none: ['advice.phishing'],
    plain: [change, 'advice.secondFactor'],
  } as const satisfies Record<string, readonly AdviceKey[]>;
  return [...steps[kindOf(detection)], 'advice.close'];
}

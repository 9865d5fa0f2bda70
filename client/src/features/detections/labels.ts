import type { ParseKeys } from 'i18next';
import type { DetectionQuery, DetectionRowFragment } from './detections.generated';

export type DetectionDetail = NonNullable<DetectionQuery['alert']>;

type AdviceKey = ParseKeys<'detections'> & `advice.${string}`;

/** Name of a detection: the domain or monitored address, else the leaked login; null if none is known. */
export const subjectLabel = ({ domain, user, breachRecord }: DetectionRowFragment): string | null =>
  domain?.domain ?? user?.email ?? breachRecord.usernames[0] ?? null;

/** Site of the login: the app, whose URL is only its name with a certificate, else the URL or the host. */
export const siteLabel = ({ url, host, app }: DetectionRowFragment['breachRecord']): string | null =>
  app ?? url ?? host;

/** Site without `https://`, for lists. */
export const shortSiteLabel = (record: DetectionRowFragment['breachRecord']): string | null =>
  siteLabel(record)?.replace(/^https:\/\//i, '') ?? null;

/** Kind of evidence, which determines the advice. */
function kindOf({ breachRecord, severity }: DetectionDetail): 'malware' | 'hash' | 'none' | 'list' | 'plain' {
  const { passwordType, machine } = breachRecord;
  const has = (...names: string[]) => severity.factors.some(({ name }) => names.includes(name));
  if (machine !== null || has('stealer_log')) return 'malware';
  if (passwordType === 'none') return 'none';
  if (passwordType !== 'plain') return 'hash';
  return has('combolist', 'mixed') ? 'list' : 'plain';
}

/** Recommended actions, in order. */
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

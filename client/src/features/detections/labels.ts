import type { ParseKeys } from 'i18next';
import type { DetectionQuery, DetectionRowFragment } from './detections.generated';

export type DetectionDetail = NonNullable<DetectionQuery['alert']>;

type AdviceKey = `detection:${ParseKeys<'detection'> & `advice.${string}`}`;

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
  const change = detection.domain ? 'detection:advice.resetUser' : 'detection:advice.changePassword';
  const steps = {
    malware: [
      'detection:advice.malware',
      'detection:advice.sessions',
      change,
      'detection:advice.otherLogins',
      'detection:advice.secondFactor',
    ],
    list: [change, 'detection:advice.reuse', 'detection:advice.secondFactor'],
    hash: ['detection:advice.hash', change, 'detection:advice.secondFactor'],
    none: ['detection:advice.phishing'],
    plain: [change, 'detection:advice.secondFactor'],
  } as const satisfies Record<string, readonly AdviceKey[]>;
  return [...steps[kindOf(detection)], 'detection:advice.close'];
}

import type { SeverityLevel } from '@/ui/display/severity-mark';
import type { OwnLeaksQuery } from '../overview.generated';

type Detection = OwnLeaksQuery['alerts']['results'][number];

/** Open detections of one site or app. */
export interface Site {
  name: string;
  isApp: boolean;
  ids: string[];
  /** Of the worst detection. */
  level: SeverityLevel;
  hasReadablePassword: boolean;
  hasHash: boolean;
  isStolenByMalware: boolean;
  leaks: { name: string; title: string }[];
}

/** Groups detections by site, in their order: the worst first. */
export function sitesOf(detections: readonly Detection[]): Site[] {
  const groups = Map.groupBy(detections, ({ breachRecord: { host, app, url } }) => host ?? app ?? url ?? '');
  return [...groups].flatMap(([name, group]) => {
    const [worst] = group;
    if (!worst) return [];
    const types = new Set(group.map(({ breachRecord }) => breachRecord.passwordType));
    const leaks = new Map(group.map(({ leak }) => [leak.name || leak.title, { name: leak.name, title: leak.title }]));
    return [
      {
        name,
        isApp: worst.breachRecord.host === null && worst.breachRecord.app !== null,
        ids: group.map(({ id }) => id),
        level: worst.severity.level,
        hasReadablePassword: types.has('plain'),
        hasHash: [...types].some((type) => type !== 'plain' && type !== 'none'),
        isStolenByMalware: group.some(({ breachRecord }) => breachRecord.machine !== null),
        leaks: [...leaks.values()],
      },
    ];
  });
}

/** A name in the DNS, with a dot, that is no IP address. */
const HOST = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d-]{2,63}$/;

/** Where the site lets its users change their password (W3C, well-known URL); undefined if the site has no such name. */
export const changePasswordUrl = ({ name, isApp }: Site): string | undefined =>
  !isApp && HOST.test(name) ? `https://${name}/.well-known/change-password` : undefined;

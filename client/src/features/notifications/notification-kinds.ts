import {
  AtSign,
  CalendarClock,
  FileChartColumn,
  Globe,
  GlobeLock,
  type LucideIcon,
  Radar,
  RotateCcw,
  ShieldAlert,
  UserCheck,
} from 'lucide-react';
import { reportPath } from '@/lib/entity-paths';
import type { NotificationKind } from '@/lib/graphql/schema-types.generated';
import { incidentPath, paths } from '@/lib/paths';
import type { NotificationRow } from './notification-list';

export const ICONS: Record<NotificationKind, LucideIcon> = {
  INCIDENT_OPENED: ShieldAlert,
  INCIDENT_REOPENED: RotateCcw,
  ACCEPTANCE_ENDED: CalendarClock,
  INCIDENTS_ASSIGNED: UserCheck,
  DETECTIONS_ASSIGNED: UserCheck,
  MENTIONED: AtSign,
  DOMAIN_RECORD_MISSING: Globe,
  DOMAIN_LOST: GlobeLock,
  BACKFILL_FINISHED: Radar,
  REPORT_READY: FileChartColumn,
};

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

/** Page that a notification is about; `reader` is the user's id. */
export function targetOf(row: NotificationRow, reader: string): string {
  switch (row.kind) {
    case 'INCIDENT_OPENED':
    case 'INCIDENT_REOPENED':
    case 'ACCEPTANCE_ENDED':
    case 'INCIDENTS_ASSIGNED':
      return row.incidentId === null ? withQuery(paths.inbox, { tab: 'mine' }) : incidentPath(row.incidentId);
    case 'DETECTIONS_ASSIGNED':
    case 'MENTIONED': {
      const list = row.alertKind === 'PORTALS' ? paths.portals : paths.workforce;
      return withQuery(list, row.alertId === null ? { assignee: reader } : { state: 'all', detection: row.alertId });
    }
    case 'DOMAIN_RECORD_MISSING':
    case 'DOMAIN_LOST':
      return paths.domainSettings;
    case 'BACKFILL_FINISHED':
      return row.found > 0 ? paths.inbox : paths.dashboard;
    case 'REPORT_READY':
      return reportPath(row.target ?? '');
  }
}

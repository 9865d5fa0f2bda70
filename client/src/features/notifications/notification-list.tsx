import { Link as RouterLink } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { classes } from '@/ui/classes';
import { DeviceTile } from '@/ui/display/device-tile';
import { Monogram } from '@/ui/display/monogram';
import { RelativeTime } from '@/ui/display/relative-time';
import { SeverityMark } from '@/ui/display/severity-mark';
import { AsyncContent, type QueryState } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { AllClear } from '@/ui/feedback/illustrations';
import { Skeleton } from '@/ui/feedback/skeleton';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { NotificationsQuery } from './notifications.generated';
import { NotificationText } from './notification-text';
import { ICONS, targetOf } from './notification-kinds';

export type NotificationRow = NotificationsQuery['notifications']['results'][number];

const TILE_SIZE = 32;
const PLACEHOLDERS = ['first', 'second', 'third', 'fourth'];

interface NotificationListProps {
  query: QueryState & { data?: NotificationsQuery | undefined };
  onFollow: (row: NotificationRow) => void;
}

/** What is new, the newest first; each entry leads to what it is about. */
export function NotificationList({ query, onFollow }: NotificationListProps) {
  const { t } = useTranslation('notifications');
  const rows = query.data?.notifications.results;
  const reader = query.data?.viewer?.user.id ?? '';
  return (
    <AsyncContent query={query} padded>
      {rows === undefined ? (
        <>
          <VisuallyHidden live>{t('loading')}</VisuallyHidden>
          {PLACEHOLDERS.map((name) => (
            <div key={name} className="flex gap-3 border-b border-line px-4 py-3 last:border-b-0">
              <Skeleton className="size-8 rounded-md" />
              <div className="grid flex-1 content-center gap-2">
                <Skeleton className="h-3.5 w-3/4" />
                <Skeleton className="h-3 w-1/2" />
              </div>
            </div>
          ))}
        </>
      ) : rows.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} illustration={<AllClear />} />
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id} className="border-b border-line last:border-b-0">
              <Entry row={row} to={targetOf(row, reader)} onFollow={() => onFollow(row)} />
            </li>
          ))}
        </ul>
      )}
    </AsyncContent>
  );
}

function Entry({ row, to, onFollow }: { row: NotificationRow; to: string; onFollow: () => void }) {
  const { t } = useTranslation('notifications');
  const { kind, isSeen, severity, happenedAt } = row;
  return (
    <RouterLink
      to={to}
      onClick={onFollow}
      className="flex gap-3 px-4 py-3 -outline-offset-2 transition-colors duration-100 hover:bg-hover"
    >
      <span className="mt-0.5 flex h-8">
        <Tile row={row} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <NotificationText row={row} />
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-ink-muted">
          {severity && <SeverityMark level={severity} label={t(`severity.${severity}`)} />}
          {(kind === 'INCIDENT_OPENED' || kind === 'INCIDENT_REOPENED' || kind === 'ACCEPTANCE_ENDED') && (
            <span>{t(`kind.${kind}`)}</span>
          )}
          <RelativeTime iso={happenedAt} />
        </span>
      </span>
      {!isSeen && (
        <span className="mt-2 size-2 shrink-0 rounded-full bg-accent forced-colors:bg-[Highlight]">
          <VisuallyHidden>{t('unseen')}</VisuallyHidden>
        </span>
      )}
    </RouterLink>
  );
}

/** Tile of the incident, as lists of incidents have it, or the sign of what happened; decorative, next to the text. */
function Tile({ row: { kind, isSeen, incidentId, leakTitle } }: { row: NotificationRow }) {
  if (leakTitle !== null) return <Monogram name={leakTitle} size={TILE_SIZE} />;
  if (incidentId !== null) return <DeviceTile size={TILE_SIZE} />;
  const Icon = ICONS[kind];
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-8 shrink-0 place-items-center rounded-md [&_svg]:size-4',
        isSeen ? 'bg-sunken text-ink-muted' : 'bg-accent-soft text-accent-text',
      )}
    >
      <Icon />
    </span>
  );
}

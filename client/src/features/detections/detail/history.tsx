import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay } from '@/lib/format';
import { classes } from '@/ui/classes';
import { LeakLink } from '@/ui/layout/entity-link';
import type { HistoryEvent } from './use-detail';

/** Value that is replaced by an element. */
const GAP = '\u{1F}';

/** Events of a detection, newest first. The texts of notes are in `Notes`. */
export function History({ events, hasMore }: { events: readonly HistoryEvent[]; hasMore: boolean }) {
  const { t } = useTranslation(['detections', 'detection']);
  return (
    <>
      <ol aria-label={t('detection:history.title')} className="grid">
        {events.map((event) => (
          <EventLine key={`${event.kind} ${event.at} ${event.note?.id ?? event.leak ?? ''}`} event={event} />
        ))}
      </ol>
      {hasMore && <p className="text-sm text-ink-muted">{t('detection:history.more')}</p>}
    </>
  );
}

const DOT = 'absolute top-1.5 -start-[4.5px] size-2 rounded-full border border-surface';

function EventLine({ event }: { event: HistoryEvent }) {
  const { t, i18n } = useTranslation(['detections', 'detection']);
  return (
    <li className="relative border-s border-line pb-4 ps-4 last:pb-0">
      <span aria-hidden="true" className={classes(DOT, event.note ? 'bg-accent' : 'bg-line-control')} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base text-ink-secondary">
        <span className="min-w-0 wrap-anywhere">{useEventWords(event)}</span>
        <time dateTime={event.at} className="text-sm text-ink-muted tabular-nums">
          {formatDateTime(event.at, i18n.language)}
        </time>
      </p>
      {event.seenAt !== null && event.kind === 'SIGHTED' && (
        <p className="text-sm text-ink-muted">
          {t('detection:history.seen', { day: formatDay(event.seenAt, i18n.language) })}
        </p>
      )}
    </li>
  );
}

function useEventWords({ kind, by, leak, leakName, assignee, undone }: HistoryEvent): ReactNode {
  const { t } = useTranslation(['detections', 'detection']);
  const who = by ?? t('detection:history.formerMember');
  switch (kind) {
    case 'RAISED':
    case 'SIGHTED':
      return (
        <InLeak
          words={t(`detection:history.${kind}`, { leak: GAP })}
          title={leak ?? t('detection:history.unknownLeak')}
          name={leakName ?? ''}
        />
      );
    case 'CLOSED':
      return by === null ? t('detection:history.closedAsDuplicate') : t('detection:history.CLOSED', { who });
    case 'ASSIGNED':
      if (assignee === null) return t('detection:history.unassigned', { who });
      return assignee === by
        ? t('detection:history.took', { who })
        : t('detection:history.ASSIGNED', { who, assignee });
    case 'UNDONE':
      return t(
        `detection:history.undone.${undone === 'READ' || undone === 'UNREAD' || undone === 'CLOSED' || undone === 'REOPENED' || undone === 'ASSIGNED' ? undone : 'other'}`,
      );
    case 'READ':
    case 'UNREAD':
    case 'REOPENED':
    case 'NOTED':
    case 'PASSWORD_REVEALED':
    case 'PASSWORD_EXPORTED':
      return t(`detection:history.${kind}`, { who });
  }
}

/** Sentence with a link to the leak in its gap. */
function InLeak({ words, title, name }: { words: string; title: string; name: string }) {
  const [before, after] = words.split(GAP);
  return (
    <>
      {before}
      <LeakLink name={name}>{title}</LeakLink>
      {after}
    </>
  );
}

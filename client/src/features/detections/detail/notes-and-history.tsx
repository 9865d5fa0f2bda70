import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Tabs } from '@/ui/layout/tabs';
import { History } from './history';
import { Notes } from './notes';
import type { Detail, HistoryEvent, Note } from './use-detail';

const hasNote = (event: HistoryEvent): event is HistoryEvent & { note: Note } => event.note !== null;

/** Tabs with the history and the notes of a detection. The chosen tab stays while stepping through detections. */
export function NotesAndHistory({ detail: { id, history } }: { detail: Detail }) {
  const { t, i18n } = useTranslation(['detections', 'detection']);
  const [tab, setTab] = useState<'history' | 'notes'>('history');
  const { data, error, loading, refetch } = history;
  const known = data?.alertHistory;
  const notes = known?.events.filter(hasNote) ?? [];
  const waiting =
    error && !loading ? (
      <ErrorPanel
        title={t('failed.history')}
        text={toUserMessage(error)}
        retryLabel={t('failed.retry')}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton className="h-16 w-full" />
    );
  return (
    <Tabs
      label={t('detection:history.tabs')}
      value={tab}
      onValueChange={setTab}
      tabs={[
        {
          value: 'history',
          label: t('detection:history.title'),
          content: known ? <History events={known.events} hasMore={known.hasMore} /> : waiting,
        },
        {
          value: 'notes',
          label: t('detection:note.title'),
          ...(notes.length > 0 && { count: formatNumber(notes.length, i18n.language) }),
          content: known ? <Notes detectionId={id} events={notes} onChanged={refetch} /> : waiting,
        },
      ]}
    />
  );
}

import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { usePermissions } from '@/lib/session/permissions';
import { classes } from '@/ui/classes';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { Skeleton } from '@/ui/feedback/skeleton';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { TextAreaField } from '@/ui/form/text-area-field';
import { LeakLink } from '@/ui/layout/entity-link';
import {
  type DetectionHistoryQuery,
  useAddNoteMutation,
  useDeleteNoteMutation,
  useDetectionHistoryQuery,
  useEditNoteMutation,
} from '../detections.generated';
import { fieldErrorMessage } from '../field-error';
import { Section } from './detection-facts';

type Event = NonNullable<DetectionHistoryQuery['alertHistory']>['events'][number];
type Note = NonNullable<Event['note']>;

const LONGEST_NOTE = 2000;
/** Value that is replaced by an element. */
const GAP = '\u{1F}';

interface HistoryProps {
  detectionId: string;
  /** Changes with the state of the detection; a new value reloads the history. */
  version: string;
}

/** Events and notes of a detection, newest first. */
export function History({ detectionId, version }: HistoryProps) {
  const { t } = useTranslation('detections');
  const may = usePermissions();
  const { data, error, loading, refetch } = useDetectionHistoryQuery({
    variables: { id: detectionId },
    fetchPolicy: 'cache-and-network',
  });
  const [seen, setSeen] = useState(version);
  if (seen !== version) {
    setSeen(version);
    void refetch();
  }
  const history = data?.alertHistory;
  return (
    <Section title={t('history.title')}>
      {may('TRIAGE') && <NewNote detectionId={detectionId} onWritten={refetch} />}
      {history ? (
        <>
          <ol className="grid">
            {history.events.map((event) => (
              <EventLine
                key={`${event.kind} ${event.at} ${event.note?.id ?? event.leak ?? ''}`}
                event={event}
                onChanged={refetch}
              />
            ))}
          </ol>
          {history.hasMore && <p className="text-sm text-ink-muted">{t('history.more')}</p>}
        </>
      ) : error && !loading ? (
        <ErrorPanel
          title={t('failed.history')}
          text={toUserMessage(error)}
          retryLabel={t('failed.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </Section>
  );
}

const DOT = 'absolute top-1.5 -start-[4.5px] size-2 rounded-full border border-surface';

function EventLine({ event, onChanged }: { event: Event; onChanged: () => Promise<unknown> }) {
  const { t, i18n } = useTranslation('detections');
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
        <p className="text-sm text-ink-muted">{t('history.seen', { day: formatDay(event.seenAt, i18n.language) })}</p>
      )}
      {event.note && <NoteText note={event.note} onChanged={onChanged} />}
    </li>
  );
}

function useEventWords({ kind, by, leak, leakName, assignee, undone }: Event): ReactNode {
  const { t } = useTranslation('detections');
  const who = by ?? t('history.formerMember');
  switch (kind) {
    case 'RAISED':
    case 'SIGHTED':
      return (
        <InLeak
          words={t(`history.${kind}`, { leak: GAP })}
          title={leak ?? t('history.unknownLeak')}
          name={leakName ?? ''}
        />
      );
    case 'CLOSED':
      return by === null ? t('history.closedAsDuplicate') : t('history.CLOSED', { who });
    case 'ASSIGNED':
      if (assignee === null) return t('history.unassigned', { who });
      return assignee === by ? t('history.took', { who }) : t('history.ASSIGNED', { who, assignee });
    case 'UNDONE':
      return t(
        `history.undone.${undone === 'READ' || undone === 'UNREAD' || undone === 'CLOSED' || undone === 'REOPENED' || undone === 'ASSIGNED' ? undone : 'other'}`,
      );
    case 'READ':
    case 'UNREAD':
    case 'REOPENED':
    case 'NOTED':
    case 'PASSWORD_REVEALED':
    case 'PASSWORD_EXPORTED':
      return t(`history.${kind}`, { who });
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

function NewNote({ detectionId, onWritten }: { detectionId: string; onWritten: () => Promise<unknown> }) {
  const { t } = useTranslation('detections');
  const [add] = useAddNoteMutation();
  return (
    <NoteForm
      label={t('note.new')}
      initial=""
      onSave={async (text) => {
        const { data } = await add({ variables: { alertId: detectionId, text } });
        const result = data?.addAlertNote;
        if (result?.__typename !== 'AlertNoteSuccess') return fieldErrorMessage(result);
        await onWritten();
        return undefined;
      }}
    />
  );
}

function NoteText({ note, onChanged }: { note: Note; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation('detections');
  const [editing, setEditing] = useState(false);
  const [edit] = useEditNoteMutation();
  const [remove] = useDeleteNoteMutation();

  const destroy = async () => {
    try {
      const { data } = await remove({ variables: { id: note.id } });
      if (data?.deleteAlertNote.__typename === 'DeleteAlertNoteSuccess') toast('success', t('note.deleted'));
      else toast('error', toUserMessage(data?.deleteAlertNote));
      await onChanged();
    } catch (error) {
      toast('error', toUserMessage(error));
    }
  };

  if (editing) {
    return (
      <NoteForm
        label={t('note.edit')}
        initial={note.text}
        onCancel={() => setEditing(false)}
        onSave={async (text) => {
          const { data } = await edit({ variables: { id: note.id, text } });
          const result = data?.editAlertNote;
          if (result?.__typename !== 'AlertNoteSuccess') return fieldErrorMessage(result);
          setEditing(false);
          return undefined;
        }}
      />
    );
  }
  return (
    <div className="mt-1.5 grid gap-1 rounded-md bg-sunken px-3 py-2">
      <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap text-ink">
        {note.text}
      </p>
      {(note.isOwn || note.editedAt !== null) && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          {note.editedAt !== null && <span>{t('note.edited')}</span>}
          {note.isOwn && (
            <>
              <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
                {t('note.change')}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => void destroy()}>
                {t('note.delete')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

interface NoteFormProps {
  label: string;
  initial: string;
  onCancel?: () => void;
  /** Returns the error message if the server rejects the text. */
  onSave: (text: string) => Promise<string | undefined>;
}

function NoteForm({ label, initial, onCancel, onSave }: NoteFormProps) {
  const { t } = useTranslation('detections');
  const [text, setText] = useState(initial);
  const [refusal, setRefusal] = useState<string>();
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    try {
      const refused = await onSave(text);
      setRefusal(refused);
      if (refused === undefined) setText('');
    } catch (error) {
      setRefusal(toUserMessage(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-2">
      <TextAreaField
        label={label}
        labelHidden
        placeholder={label}
        rows={2}
        maxLength={LONGEST_NOTE}
        error={refusal}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {(text.trim() !== '' || onCancel) && (
        <div className="flex justify-end gap-2">
          {onCancel && (
            <Button size="sm" variant="ghost" onClick={onCancel}>
              {t('note.cancel')}
            </Button>
          )}
          <Button
            size="sm"
            type="submit"
            variant="primary"
            disabled={text.trim() === ''}
            loadingLabel={saving ? t('note.saving') : undefined}
          >
            {t('note.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { usePermissions } from '@/lib/session/permissions';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { useAddNoteMutation, useDeleteNoteMutation, useEditNoteMutation } from './notes.generated';
import { fieldErrorMessage } from '../field-error';
import { MentionField } from './mention-field';
import { MentionedText } from './mentioned-text';
import { type Draft, draftOf, noteOf, uncounted } from './mentions';
import type { HistoryEvent, Note } from './use-detail';
import { useNamedMentions } from './use-named-mentions';

const LONGEST_NOTE = 2000;
const EMPTY: Draft = { text: '', marks: [] };

interface NotesProps {
  detectionId: string;
  /** Events with a note, newest first. */
  events: readonly (HistoryEvent & { note: Note })[];
  onChanged: () => Promise<unknown>;
}

/** Notes of a detection, newest first, below the field for a new one. */
export function Notes({ detectionId, events, onChanged }: NotesProps) {
  const { t, i18n } = useTranslation(['detections', 'detection']);
  const may = usePermissions();
  return (
    <div className="grid gap-4">
      {may('TRIAGE') && <NewNote key={detectionId} detectionId={detectionId} onWritten={onChanged} />}
      {events.length === 0 && <p className="text-base text-ink-muted">{t('detection:note.none')}</p>}
      {events.length > 0 && (
        <ol aria-label={t('detection:note.title')} className="grid gap-4">
          {events.map(({ note, by, at }) => (
            <li key={note.id} className="grid gap-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-muted">
                <span className="font-medium text-ink-secondary">{by ?? t('detection:history.formerMember')}</span>
                <time dateTime={at} className="tabular-nums">
                  {formatDateTime(at, i18n.language)}
                </time>
              </p>
              <NoteText note={note} onChanged={onChanged} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function NewNote({ detectionId, onWritten }: { detectionId: string; onWritten: () => Promise<unknown> }) {
  const { t } = useTranslation(['detections', 'detection']);
  const [add] = useAddNoteMutation();
  return (
    <NoteForm
      label={t('detection:note.new')}
      initial={EMPTY}
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
  const { t } = useTranslation(['detections', 'detection']);
  const [editing, setEditing] = useState(false);
  const mentions = useNamedMentions(note);
  const [edit] = useEditNoteMutation();
  const [remove] = useDeleteNoteMutation();

  const destroy = async () => {
    try {
      const { data } = await remove({ variables: { id: note.id } });
      if (data?.deleteAlertNote.__typename === 'DeleteAlertNoteSuccess') toast('success', t('detection:note.deleted'));
      else toast('error', toUserMessage(data?.deleteAlertNote));
      await onChanged();
    } catch (error) {
      toast('error', toUserMessage(error));
    }
  };

  if (editing) {
    return (
      <NoteForm
        label={t('detection:note.edit')}
        initial={draftOf(note.text, mentions)}
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
    <div className="grid gap-1 rounded-md bg-sunken px-3 py-2">
      <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap text-ink">
        <MentionedText note={note} />
      </p>
      {(note.isOwn || note.editedAt !== null) && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          {note.editedAt !== null && <span>{t('detection:note.edited')}</span>}
          {note.isOwn && (
            <>
              <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
                {t('detection:note.change')}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => void destroy()}>
                {t('detection:note.delete')}
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
  initial: Draft;
  onCancel?: () => void;
  /** Returns the error message if the server rejects the text. */
  onSave: (text: string) => Promise<string | undefined>;
}

function NoteForm({ label, initial, onCancel, onSave }: NoteFormProps) {
  const { t } = useTranslation(['detections', 'detection']);
  const [draft, setDraft] = useState(initial);
  const isEmpty = draft.text.trim() === '';
  const [refusal, setRefusal] = useState<string>();
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    try {
      const refused = await onSave(noteOf(draft));
      setRefusal(refused);
      if (refused === undefined) setDraft(EMPTY);
    } catch (error) {
      setRefusal(toUserMessage(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-2">
      <MentionField
        label={label}
        labelHidden
        placeholder={label}
        rows={2}
        maxLength={LONGEST_NOTE + uncounted(draft)}
        error={refusal}
        draft={draft}
        onDraftChange={setDraft}
      />
      {(!isEmpty || onCancel) && (
        <div className="flex justify-end gap-2">
          {onCancel && (
            <Button size="sm" variant="ghost" onClick={onCancel}>
              {t('detection:note.cancel')}
            </Button>
          )}
          <Button
            size="sm"
            type="submit"
            variant="primary"
            disabled={isEmpty}
            loadingLabel={saving ? t('detection:note.saving') : undefined}
          >
            {t('detection:note.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

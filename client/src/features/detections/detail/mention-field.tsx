import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { TextAreaField } from '@/ui/form/text-area-field';
import { classes } from '@/ui/classes';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { Assignee } from '../list/search-query';
import { useAssignees } from '../triage/use-assignees';
import { type Draft, retype, typedMention, withMention } from './mentions';

interface MentionFieldProps extends Omit<ComponentProps<typeof TextAreaField>, 'value' | 'onChange'> {
  draft: Draft;
  onDraftChange: (draft: Draft) => void;
}

/** Text area that offers colleagues after "@" and shows those chosen by name. */
export function MentionField({ draft, onDraftChange, ...field }: MentionFieldProps) {
  const { t } = useTranslation(['detections', 'detection']);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const colleagues = useAssignees().filter(({ isMe }) => !isMe);
  // Without a caret the field isn't focused.
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState<number>();

  const typed = caret === undefined ? undefined : typedMention(draft, caret);
  const found =
    typed && typed.start !== dismissed
      ? colleagues.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(typed.words))
      : [];
  const current = found[Math.min(at, found.length - 1)];
  const currentId = current && `${id}-${current.id}`;
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const choose = (member: Assignee) => {
    if (!typed || caret === undefined) return;
    const end = typed.start + member.name.length + 2;
    const next = withMention(draft, typed.start, member, caret);
    const spaced = `${next.text.slice(0, end - 1)} ${next.text.slice(end - 1).replace(/^ /, '')}`;
    // The caret can be set only after the field has the new text.
    flushSync(() => {
      onDraftChange(retype(next, spaced, end));
      setCaret(end);
      setAt(0);
    });
    area.current?.setSelectionRange(end, end);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!current || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((found.indexOf(current) + step + found.length) % found.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(current);
    else if (event.key === 'Escape') setDismissed(typed?.start);
    else return;
    event.preventDefault();
    // Escape must not close the detail too.
    event.stopPropagation();
  };

  return (
    <div className="relative">
      <TextAreaField
        {...field}
        ref={area}
        {...(colleagues.length > 0 && {
          hint: t('detection:note.hint'),
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': current && `${id}-list`,
          'aria-activedescendant': currentId,
        })}
        value={draft.text}
        onChange={({ target }) => {
          onDraftChange(retype(draft, target.value, target.selectionEnd));
          setCaret(target.selectionEnd);
          setAt(0);
          if (dismissed !== undefined && target.value[dismissed] !== '@') setDismissed(undefined);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
        onBlur={() => setCaret(undefined)}
        onKeyDown={onKeyDown}
      />
      {current && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('detection:note.colleagues')}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-48 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-popover"
        >
          {found.map((member, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the text field has focus and handles the keys
            <div
              key={member.id}
              id={`${id}-${member.id}`}
              role="option"
              aria-selected={member === current}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(member)}
              onPointerMove={() => setAt(index)}
              className={classes(
                'grid min-h-9 cursor-pointer content-center rounded-md px-2.5 py-1 text-base text-ink wrap-anywhere',
                member === current && 'bg-ink/7 forced-colors:outline',
              )}
            >
              <bdi>{member.name}</bdi>
              {member.email !== member.name && <bdi className="text-sm text-ink-muted">{member.email}</bdi>}
            </div>
          ))}
        </div>
      )}
      <VisuallyHidden live>{current && t('detection:note.found', { count: found.length })}</VisuallyHidden>
    </div>
  );
}

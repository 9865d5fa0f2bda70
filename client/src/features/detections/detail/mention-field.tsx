import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ListboxOption } from '@/ui/form/listbox-option';
import { TextAreaField } from '@/ui/form/text-area-field';
import { useListbox } from '@/ui/form/use-listbox';
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
  const area = useRef<HTMLTextAreaElement>(null);
  const colleagues = useAssignees().filter(({ isMe }) => !isMe);
  // Without a caret the field isn't focused.
  const [caret, setCaret] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();

  const typed = caret === undefined ? undefined : typedMention(draft, caret);
  const found =
    typed && typed.start !== dismissed
      ? colleagues.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(typed.words))
      : [];

  const choose = (member: Assignee) => {
    if (!typed || caret === undefined) return;
    const end = typed.start + member.name.length + 2;
    const next = withMention(draft, typed.start, member, caret);
    const spaced = `${next.text.slice(0, end - 1)} ${next.text.slice(end - 1).replace(/^ /, '')}`;
    // The caret can be set only after the field has the new text.
    flushSync(() => {
      onDraftChange(retype(next, spaced, end));
      setCaret(end);
      listbox.restart();
    });
    area.current?.setSelectionRange(end, end);
  };

  const listbox = useListbox({
    items: found,
    onChoose: choose,
    onDismiss: () => setDismissed(typed?.start),
    tabChooses: true,
  });
  const isOpen = found.length > 0;

  return (
    <div className="relative">
      <TextAreaField
        {...field}
        ref={area}
        {...(colleagues.length > 0 && {
          hint: t('detection:note.hint'),
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': isOpen ? listbox.id : undefined,
          'aria-activedescendant': listbox.activeId,
        })}
        value={draft.text}
        onChange={({ target }) => {
          onDraftChange(retype(draft, target.value, target.selectionEnd));
          setCaret(target.selectionEnd);
          listbox.restart();
          if (dismissed !== undefined && target.value[dismissed] !== '@') setDismissed(undefined);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
        onBlur={() => setCaret(undefined)}
        onKeyDown={listbox.onKeyDown}
      />
      {isOpen && (
        <div
          id={listbox.id}
          role="listbox"
          aria-label={t('detection:note.colleagues')}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-48 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-popover"
        >
          {found.map((member, index) => (
            <ListboxOption {...listbox.optionProps(member, index)} key={member.id} className="grid content-center py-1">
              <bdi>{member.name}</bdi>
              {member.email !== member.name && <bdi className="text-sm text-ink-muted">{member.email}</bdi>}
            </ListboxOption>
          ))}
        </div>
      )}
      <VisuallyHidden live>{isOpen && t('detection:note.found', { count: found.length })}</VisuallyHidden>
    </div>
  );
}

import { useNamedMentions } from './use-named-mentions';
import { splitMentions } from './mentions';
import type { Note } from './use-detail';

/** Text of a note, with the names of those whom it mentions. */
export function MentionedText({ note }: { note: Note }) {
  return splitMentions(note.text, useNamedMentions(note)).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
      <bdi key={index} className="rounded-sm bg-accent-soft px-1 font-medium text-accent-text">
        @{part.name}
      </bdi>
    ),
  );
}

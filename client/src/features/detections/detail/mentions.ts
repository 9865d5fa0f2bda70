/** Member who can be mentioned. */
export interface Mentioned {
  id: string;
  name: string;
}

/** Mention in the text of a field: "@" and the name, from `start` to before `end`. */
export interface Mark {
  id: string;
  start: number;
  end: number;
}

/** Text as a field shows it, with the mentions in it by position. */
export interface Draft {
  text: string;
  marks: readonly Mark[];
}

const REFERENCE = /<@([^<>\s]+)>/g;

/** Splits a note into plain texts and the members whom it mentions. */
export function splitMentions(note: string, mentions: readonly Mentioned[]): (string | Mentioned)[] {
  const parts: (string | Mentioned)[] = [];
  let done = 0;
  for (const found of note.matchAll(REFERENCE)) {
    const member = mentions.find(({ id }) => id === found[1]?.toLowerCase());
    if (!member) continue;
    parts.push(note.slice(done, found.index), member);
    done = found.index + found[0].length;
  }
  return [...parts, note.slice(done)].filter((part) => part !== '');
}

/** Returns a note as its field shows it. */
export function draftOf(note: string, mentions: readonly Mentioned[]): Draft {
  let draft: Draft = { text: '', marks: [] };
  for (const part of splitMentions(note, mentions)) {
    draft =
      typeof part === 'string' ? { ...draft, text: draft.text + part } : withMention(draft, draft.text.length, part);
  }
  return draft;
}

/** Returns the text that the server gets: references instead of names. */
export function noteOf({ text, marks }: Draft): string {
  return marks.reduceRight((note, { id, start, end }) => `${note.slice(0, start)}<@${id}>${note.slice(end)}`, text);
}

/** Returns the characters by which a text is longer than the server counts: a mention is one character there. */
export function uncounted({ marks }: Draft): number {
  return marks.reduce((sum, { start, end }) => sum + end - start - 1, 0);
}

/** Moves the mentions along with a change that ends at the caret, and drops those whose name it changes. */
export function retype({ text: old, marks }: Draft, text: string, caret: number): Draft {
  const shorter = Math.min(old.length, text.length);
  let after = 0;
  while (after < Math.min(shorter, text.length - caret) && old.at(-after - 1) === text.at(-after - 1)) after += 1;
  let before = 0;
  while (before < shorter - after && old[before] === text[before]) before += 1;
  const until = old.length - after;
  const shift = text.length - old.length;
  return {
    text,
    marks: marks.flatMap((mark) => {
      if (mark.end <= before) return [mark];
      return mark.start >= until ? [{ ...mark, start: mark.start + shift, end: mark.end + shift }] : [];
    }),
  };
}

/** Puts a mention at a position instead of what was typed from there to `end`. */
export function withMention(draft: Draft, start: number, { id, name }: Mentioned, end = start): Draft {
  const label = `@${name}`;
  const { text, marks } = retype(
    draft,
    draft.text.slice(0, start) + label + draft.text.slice(end),
    start + label.length,
  );
  const mark = { id, start, end: start + label.length };
  return { text, marks: [...marks, mark].toSorted((one, other) => one.start - other.start) };
}

/** Finds the "@" before the caret that starts a mention, and what follows it; a name may have one space. */
export function typedMention({ text, marks }: Draft, caret: number): { start: number; words: string } | undefined {
  const found = /(?<![\p{L}\p{N}])@(\S*(?: [^\s@]*)?)$/u.exec(text.slice(0, caret));
  if (!found || marks.some(({ start }) => start === found.index)) return undefined;
  return { start: found.index, words: (found[1] ?? '').toLowerCase() };
}

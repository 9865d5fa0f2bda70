import { FILTER_NAMES, type FilterName } from './search-query';

/** What is being typed at the caret: the name of a filter, or the value of one. */
export interface TypedFilter {
  /** Position of its first character. */
  start: number;
  /** Filter whose value is typed; undefined for a name. */
  name: FilterName | undefined;
  /** Characters typed so far, without a quote. */
  word: string;
}

const LAST_WORD = new RegExp(`(?:^|\\s)(?:(${FILTER_NAMES.join('|')}):("[^"]*|[^\\s"]*)|([^\\s":]*))$`, 'i');

/** Finds what is typed before the caret; undefined inside a word, and where no filter can be. */
export function typedFilter(text: string, caret: number): TypedFilter | undefined {
  if (/^[^\s]/.test(text.slice(caret))) return undefined;
  const before = text.slice(0, caret);
  const [found, filter, value, word] = LAST_WORD.exec(before) ?? [];
  if (found === undefined) return undefined;
  return {
    start: caret - found.trimStart().length,
    name: FILTER_NAMES.find((each) => each === filter?.toLowerCase()),
    word: (value ?? word ?? '').replace('"', ''),
  };
}

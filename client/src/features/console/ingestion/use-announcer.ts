import { useState } from 'react';

/** Texts that are announced when a state changes; the last one only, so that progress doesn't chatter. */
export function useAnnouncer<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  stateOf: (row: Row) => string,
  say: (row: Row) => string,
): string {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>();
  const [text, setText] = useState('');
  if (rows === undefined) return text;
  const current = new Map(rows.map((row) => [keyOf(row), stateOf(row)]));
  const isSame = known?.size === current.size && [...current].every(([key, state]) => known.get(key) === state);
  if (isSame) return text;
  setKnown(current);
  // What was there already when the page opened is no news.
  const changed = known && rows.findLast((row) => known.get(keyOf(row)) !== stateOf(row));
  if (changed) setText(say(changed));
  return text;
}

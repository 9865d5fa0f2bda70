import { useState } from 'react';
import * as z from 'zod/mini';
import { useSession } from '@/lib/session/store';
import { readStored, writeStored } from '@/lib/stored-value';
import type { Mode } from './list-state';

/** Columns in fixed order; the first cannot be hidden. */
export const HIDEABLE = ['severity', 'site', 'login', 'leak', 'assignee', 'datetime'] as const;
const COLUMNS = ['name', ...HIDEABLE] as const;
export type ColumnId = (typeof COLUMNS)[number];

const preferencesSchema = z.object({
  /** Visible columns in URL form; empty for all. */
  columns: z._default(z.string(), ''),
  /** Column widths in pixels. */
  widths: z._default(z.record(z.string(), z.number()), {}),
  compact: z._default(z.boolean(), false),
});

/** Table preferences, stored in this browser. */
export type TablePreferences = z.infer<typeof preferencesSchema>;

const DEFAULT_PREFERENCES: TablePreferences = { columns: '', widths: {}, compact: false };

function stored(key: string): TablePreferences {
  try {
    const parsed = z.safeParse(preferencesSchema, JSON.parse(readStored(key) ?? '{}'));
    return parsed.success ? parsed.data : DEFAULT_PREFERENCES;
  } catch {
    return DEFAULT_PREFERENCES;
  }
}

/** Parses columns from the URL (`severity.site`); all columns if none is valid. */
export function shownColumns(text: string): readonly ColumnId[] {
  const named = text.split('.');
  const shown = COLUMNS.filter((id, index) => index === 0 || named.includes(id));
  return shown.length === 1 ? COLUMNS : shown;
}

/** URL form of these columns. */
export const writtenColumns = (shown: readonly ColumnId[]): string =>
  COLUMNS.every((id) => shown.includes(id))
    ? ''
    : COLUMNS.filter((id, index) => index > 0 && shown.includes(id)).join('.');

/** Reads and stores the table preferences of a list. */
export function useTablePreferences(mode: Mode): [TablePreferences, (change: Partial<TablePreferences>) => void] {
  const { account } = useSession();
  const key = `breachlight-list-${mode}-${account?.user.email ?? ''}`;
  const [look, setLook] = useState(() => stored(key));
  return [
    look,
    (change) => {
      const next = { ...look, ...change };
      setLook(next);
      writeStored(key, JSON.stringify(next));
    },
  ];
}

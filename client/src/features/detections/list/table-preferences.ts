import { useState } from 'react';
import * as z from 'zod/mini';
import { useSession } from '@/lib/session/store';
import { readStored, writeStored } from '@/lib/stored-value';
import type { Mode } from './list-state';

/** Columns in fixed order; the first cannot be hidden. */
export const HIDEABLE = ['severity', 'site', 'login', 'leak', 'assignee', 'datetime'] as const;
const COLUMNS = ['name', ...HIDEABLE] as const;
export type ColumnId = (typeof COLUMNS)[number];

/** Columns until others are chosen. In Workforce, the login usually repeats the first column. */
const USUAL: Record<Mode, readonly ColumnId[]> = {
  workforce: COLUMNS.filter((id) => id !== 'login'),
  portals: COLUMNS,
};

const preferencesSchema = z.object({
  /** Visible columns in URL form; empty for the usual ones. */
  columns: z._default(z.string(), ''),
  /** Column widths in pixels. */
  widths: z._default(z.record(z.string(), z.number()), {}),
});

/** Table preferences, stored in this browser. */
export type TablePreferences = z.infer<typeof preferencesSchema>;

const DEFAULT_PREFERENCES: TablePreferences = { columns: '', widths: {} };

function stored(key: string): TablePreferences {
  try {
    const parsed = z.safeParse(preferencesSchema, JSON.parse(readStored(key) ?? '{}'));
    return parsed.success ? parsed.data : DEFAULT_PREFERENCES;
  } catch {
    return DEFAULT_PREFERENCES;
  }
}

/** Parses columns from the URL (`severity.site`); the usual ones if none is valid. */
export function shownColumns(mode: Mode, text: string): readonly ColumnId[] {
  const named = text.split('.');
  const shown = COLUMNS.filter((id, index) => index === 0 || named.includes(id));
  return shown.length === 1 ? USUAL[mode] : shown;
}

/** URL form of these columns. */
export function writtenColumns(mode: Mode, shown: readonly ColumnId[]): string {
  const written = (ids: readonly ColumnId[]) => HIDEABLE.filter((id) => ids.includes(id)).join('.');
  return written(shown) === written(USUAL[mode]) ? '' : written(shown);
}

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

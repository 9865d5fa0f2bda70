import { useEffect, useRef, useState } from 'react';
import type { StoredWidths } from './data-table-types';
import type { FittedColumn } from './fit-columns';

type Chosen = StoredWidths['widths'];

/** Minimum column width in pixels. */
export const MIN_COLUMN_WIDTH = 64;

interface ColumnWidths<Row> {
  columns: readonly FittedColumn<Row>[];
  /** Moves the edge after a column by some pixels; the table width stays the same. */
  moveEdge: (index: number, by: number) => void;
}

/** Column widths set by the user, scaled to the table; `fitted` are the default widths. */
export function useColumnWidths<Row>(
  fitted: readonly FittedColumn<Row>[],
  kept: StoredWidths | undefined,
): ColumnWidths<Row> {
  const [own, setOwn] = useState<Chosen>({});
  const chosen = kept?.widths ?? own;
  // The pointer can move several times between renders.
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  }, [chosen]);
  const place = (widths: Chosen) => {
    const wanted = fitted.map(({ column, width }) => widths[column.id] ?? width);
    const scale = sum(fitted.map(({ width }) => width)) / sum(wanted);
    return fitted.map(({ column, width }) => ({ column, width: (widths[column.id] ?? width) * scale }));
  };
  return {
    columns: place(chosen),
    moveEdge(index, by) {
      const columns = place(latest.current);
      const [before, after] = [columns[index], columns[index + 1]];
      if (!before || !after) return;
      const move = Math.min(Math.max(by, MIN_COLUMN_WIDTH - before.width), after.width - MIN_COLUMN_WIDTH);
      latest.current = {
        ...Object.fromEntries(columns.map(({ column, width }) => [column.id, width])),
        [before.column.id]: before.width + move,
        [after.column.id]: after.width - move,
      };
      if (kept) kept.onWidthsChange(latest.current);
      else setOwn(latest.current);
    },
  };
}

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);

import { describe, expect, it } from 'vitest';
import type { DataTableColumn } from './data-table-types';
import { fitColumns, SELECT_WIDTH } from './fit-columns';

const column = (id: string, width: number, more: Partial<DataTableColumn<string>> = {}): DataTableColumn<string> => ({
  id,
  width,
  header: id,
  cell: () => id,
  ...more,
});
const COLUMNS = [
  column('user', 250),
  column('site', 250),
  column('login', 200, { optional: 'first' }),
  column('leak', 200, { optional: 'next' }),
  column('time', 190, { exact: true }),
];
const ids = (available: number) => fitColumns(COLUMNS, available, true)?.map((fitted) => fitted.column.id);

describe('fitColumns', () => {
  it.each([
    [1400, ['user', 'site', 'login', 'leak', 'time']],
    [780, ['user', 'site', 'login', 'leak', 'time']],
    [660, ['user', 'site', 'leak', 'time']],
    [540, ['user', 'site', 'time']],
    [500, undefined],
  ])('at %i pixels shows %j', (available, shown) => {
    expect(ids(available)).toEqual(shown);
  });

  it.each([1400, 1000, 660, 540])('fills %i pixels exactly and keeps fixed columns', (available) => {
    const fitted = fitColumns(COLUMNS, available, true) ?? [];
    const total = fitted.reduce((width, item) => width + item.width, SELECT_WIDTH);
    expect(total).toBeCloseTo(available);
    expect(fitted.find((item) => item.column.id === 'time')?.width).toBe(190);
  });

  it('shrinks columns no further than their headers need', () => {
    const columns = [column('Zugewiesen an', 130), column('site', 900)];
    const fitted = fitColumns(columns, 700, false) ?? [];
    expect(fitted[0]?.width).toBe(123);
    expect(fitted[1]?.width).toBe(577);
  });

  it('shows all columns without a measured width', () => {
    expect(fitColumns(COLUMNS, Number.POSITIVE_INFINITY, true)).toHaveLength(COLUMNS.length);
  });
});

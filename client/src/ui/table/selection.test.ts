import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleSelection, EMPTY_SELECTION, select, type Selection, type SelectionAction } from './selection';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const after = (...actions: SelectionAction[]) => actions.reduce(select, EMPTY_SELECTION);
const toggle = (id: string, range = false): SelectionAction => ({ type: 'toggle', id, range, order: ORDER });
const ids = (selection: Selection) => [...selection.ids].toSorted();

describe('select', () => {
  it('selects and deselects one row', () => {
    expect(ids(after(toggle('b')))).toEqual(['b']);
    expect(ids(after(toggle('b'), toggle('b')))).toEqual([]);
  });

  it('selects a range with Shift, down and up', () => {
    expect(ids(after(toggle('b'), toggle('d', true)))).toEqual(['b', 'c', 'd']);
    expect(ids(after(toggle('d'), toggle('b', true)))).toEqual(['b', 'c', 'd']);
  });

  it('deselects a range if its end was selected', () => {
    expect(ids(after({ type: 'page', order: ORDER }, toggle('b'), toggle('d', true)))).toEqual(['a', 'e']);
  });

  it('ignores Shift without a previous row on the page', () => {
    expect(ids(after(toggle('c', true)))).toEqual(['c']);
    expect(ids(select({ ...EMPTY_SELECTION, anchor: 'gone' }, toggle('c', true)))).toEqual(['c']);
  });

  it('toggles the whole page', () => {
    const page: SelectionAction = { type: 'page', order: ORDER };
    expect(ids(after(toggle('b'), page))).toEqual(ORDER);
    expect(after(page, page)).toEqual(EMPTY_SELECTION);
  });

  it('ends "all matching" when one row is deselected', () => {
    const all = after({ type: 'all-matching', order: ORDER });
    expect(all.allMatching).toBe(true);
    const fewer = select(all, toggle('c'));
    expect(fewer.allMatching).toBe(false);
    expect(ids(fewer)).toEqual(['a', 'b', 'd', 'e']);
  });

  it('keeps only failed rows', () => {
    expect(ids(after({ type: 'page', order: ORDER }, { type: 'keep', ids: ['d'] }))).toEqual(['d']);
  });
});

describe('inSight', () => {
  it('drops only rows that left the page', () => {
    const chosen = after(toggle('a'), toggle('c'));
    expect(ids(visibleSelection(chosen, ['c', 'x']))).toEqual(['c']);
    expect(visibleSelection(chosen, ORDER)).toBe(chosen);
  });

  it('selects all rows of a new page while all matching are selected', () => {
    expect(ids(visibleSelection(after({ type: 'all-matching', order: ORDER }), ['x', 'y']))).toEqual(['x', 'y']);
  });
});

it('never selects a row that is not visible', () => {
  const press = fc.record({ id: fc.constantFrom(...ORDER), range: fc.boolean() });
  fc.assert(
    fc.property(fc.array(press), (presses) => {
      const chosen = after(...presses.map(({ id, range }) => toggle(id, range)));
      expect(ORDER).toEqual(expect.arrayContaining([...chosen.ids]));
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleSelection, EMPTY_SELECTION, select, type Selection, type SelectionAction } from './selection';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const after = (...actions: SelectionAction[]) => actions.reduce(select, EMPTY_SELECTION);
const toggle = (id: string, range = false): SelectionAction => ({ type: 'toggle', id, range, order: ORDER });
const ids = (selection: Selection) => [...selection.ids].toSorted();

describe('select', () => {
  it('chooses and lets go of one row', () => {
    expect(ids(after(toggle('b')))).toEqual(['b']);
    expect(ids(after(toggle('b'), toggle('b')))).toEqual([]);
  });

  it('chooses a range with Shift, downwards and upwards', () => {
    expect(ids(after(toggle('b'), toggle('d', true)))).toEqual(['b', 'c', 'd']);
    expect(ids(after(toggle('d'), toggle('b', true)))).toEqual(['b', 'c', 'd']);
  });

  it('lets go of a range when its end was chosen', () => {
    expect(ids(after({ type: 'page', order: ORDER }, toggle('b'), toggle('d', true)))).toEqual(['a', 'e']);
  });

  it('takes Shift as a plain press where no row was pressed before, or it has left the page', () => {
    expect(ids(after(toggle('c', true)))).toEqual(['c']);
    expect(ids(select({ ...EMPTY_SELECTION, anchor: 'gone' }, toggle('c', true)))).toEqual(['c']);
  });

  it('chooses the page, and nothing when the page was chosen', () => {
    const page: SelectionAction = { type: 'page', order: ORDER };
    expect(ids(after(toggle('b'), page))).toEqual(ORDER);
    expect(after(page, page)).toEqual(EMPTY_SELECTION);
  });

  it('leaves "all matching" as soon as one row is let go', () => {
    const all = after({ type: 'all-matching', order: ORDER });
    expect(all.allMatching).toBe(true);
    const fewer = select(all, toggle('c'));
    expect(fewer.allMatching).toBe(false);
    expect(ids(fewer)).toEqual(['a', 'b', 'd', 'e']);
  });

  it('keeps only the rows that an action failed on', () => {
    expect(ids(after({ type: 'page', order: ORDER }, { type: 'keep', ids: ['d'] }))).toEqual(['d']);
  });
});

describe('inSight', () => {
  it('drops rows that left the page, and none otherwise', () => {
    const chosen = after(toggle('a'), toggle('c'));
    expect(ids(visibleSelection(chosen, ['c', 'x']))).toEqual(['c']);
    expect(visibleSelection(chosen, ORDER)).toBe(chosen);
  });

  it('shows every row of a new page as chosen while all matching rows are', () => {
    expect(ids(visibleSelection(after({ type: 'all-matching', order: ORDER }), ['x', 'y']))).toEqual(['x', 'y']);
  });
});

it('never chooses a row that is not in sight, whatever is pressed', () => {
  const press = fc.record({ id: fc.constantFrom(...ORDER), range: fc.boolean() });
  fc.assert(
    fc.property(fc.array(press), (presses) => {
      const chosen = after(...presses.map(({ id, range }) => toggle(id, range)));
      expect(ORDER).toEqual(expect.arrayContaining([...chosen.ids]));
    }),
  );
});

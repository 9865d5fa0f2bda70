import { inStableOrder } from './stable-order';

it.each([
  [[], 'b a c', 'b a c'],
  [['a', 'b'], 'b a', 'a b'],
  [['a', 'b'], 'd b c a', 'a b d c'],
  [['a', 'b', 'c'], 'c a', 'a c'],
])('after %j, %s stand as %s', (shown, rows, ordered) => {
  expect(inStableOrder(rows.split(' '), (row) => row, shown).join(' ')).toBe(ordered);
});

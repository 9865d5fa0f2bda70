import { expect, it } from 'vitest';
import { pageWindow } from './page-window';

it.each([
  [1, 1, [1]],
  [1, 0, []],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, undefined, 9]],
  [4, 9, [1, 2, 3, 4, 5, undefined, 9]],
  [5, 9, [1, undefined, 4, 5, 6, undefined, 9]],
  [9, 9, [1, undefined, 8, 9]],
  [50, 9, [1, undefined, 9]],
])('page %i of %i offers %j', (page, pageCount, offered) => {
  expect(pageWindow(page, pageCount)).toEqual(offered);
});

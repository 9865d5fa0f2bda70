import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAGE_SIZES, samePlace } from './page-size';

test('the first row stays on the page when its size changes', () => {
  const size = fc.constantFrom(...PAGE_SIZES);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), size, size, (page, from, to) => {
      const first = (page - 1) * from;
      const begin = (samePlace(page, from, to) - 1) * to;
      expect(begin).toBeLessThanOrEqual(first);
      expect(begin + to).toBeGreaterThan(first);
    }),
  );
});

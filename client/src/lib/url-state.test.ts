import fc from 'fast-check';
import { freeText, oneOf, pageNumber, readUrlState, type UrlSchema, writeUrlState } from './url-state';

const schema: UrlSchema<{ page: number; search: string; state: 'open' | 'closed' | 'all' }> = {
  page: pageNumber,
  search: freeText,
  state: oneOf('open', 'closed', 'all'),
};

it('survives a round trip through the URL', () => {
  const state = fc.record({
    page: fc.integer({ min: 1, max: 999_999_999 }),
    search: fc.string(),
    state: fc.constantFrom('open', 'closed', 'all'),
  });
  fc.assert(
    fc.property(state, (written) => {
      const address = writeUrlState(schema, new URLSearchParams(), written).toString();
      expect(readUrlState(schema, new URLSearchParams(address))).toEqual(written);
    }),
  );
});

it('omits defaults and keeps other parameters', () => {
  const address = new URLSearchParams('page=3&search=a&other=1');
  expect(writeUrlState(schema, address, { page: 1, search: '', state: 'open' }).toString()).toBe('other=1');
  expect(writeUrlState(schema, address, { page: 2 }).toString()).toBe('page=2&search=a&other=1');
});

it.each(['0', '-1', '1.5', '1e3', 'x', '', '99999999999'])('reads page %j as 1', (page) => {
  expect(readUrlState(schema, new URLSearchParams({ page })).page).toBe(1);
});

it('reads an unknown value as the default', () => {
  expect(readUrlState(schema, new URLSearchParams('state=deleted')).state).toBe('open');
});

import { compact, whole } from './numbers';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1K'],
  [1099, '1K'],
  [1100, '1.1K'],
  [12_345, '12.3K'],
  [999_999, '999K'],
  [1_000_000, '1M'],
  [2_550_000, '2.5M'],
  [1_234_567_890, '1234M'],
])('%i is short %s', (value, text) => {
  expect(compact(value)).toBe(text);
});

it('writes numbers out in the language of the reader', () => {
  expect(whole(1_234_567, 'en')).toBe('1,234,567');
  expect(whole(4.666, 'de')).toBe('4,67');
});

import { compactNumber } from './compact-number';

// spec: S2.63
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
  [1_234_567_890, '1,234M'],
])('%i is short %s', (value, text) => {
  expect(compactNumber(value, 'en')).toBe(text);
});

it('uses the decimal separator of the language', () => {
  expect(compactNumber(1100, 'de')).toBe('1,1K');
});

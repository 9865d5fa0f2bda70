import { compareNames, countryName, formatDateTime, formatDay, formatList, formatNumber } from './format';

const reads = (...languages: string[]) => vi.stubGlobal('navigator', { languages });

it.each([
  [['en-GB', 'en'], '1 Mar 2026'],
  [['en-US', 'en'], 'Mar 1, 2026'],
  [['de-DE'], 'Mar 1, 2026'],
])('a day in English for a reader of %j is %s', (languages, text) => {
  reads(...languages);
  expect(formatDay('2026-03-01', 'en')).toBe(text);
});

it('a calendar day stays the same day in every time zone', () => {
  expect(formatDay('2026-03-01', 'en')).toContain('2026');
});

it('a time has its minutes', () => {
  expect(formatDateTime('2026-03-01T12:34:00Z', 'en')).toMatch(/:34/);
});

it.each([['ar'], ['ar-SA'], ['ar-EG'], ['ar-AE']])(
  '%s is written with Latin digits and by the Gregorian calendar',
  (variant) => {
    reads(variant);
    expect(formatNumber(1_234_567.5, 'ar')).toMatch(/^[\d.,]+$/);
    expect(formatDay('2026-03-01', 'ar')).toContain('2026');
    expect(formatDateTime('2026-03-01T12:34:00Z', 'ar')).toMatch(/:34/);
  },
);

it('writes numbers out in the language of the reader', () => {
  reads('en-US');
  expect(formatNumber(1_234_567, 'en')).toBe('1,234,567');
  expect(formatNumber(4.666, 'de')).toBe('4,67');
});

it('names several things as the language does', () => {
  expect(formatList(['a', 'b', 'c'], 'de')).toBe('a, b und c');
  expect(formatList(['a', 'b', 'c'], 'ja')).toBe('a、b、c');
});

const order = (language: string, ...names: string[]) =>
  names.toSorted((one, other) => compareNames(one, other, language));

it('orders names as the language does, and numbers by their value', () => {
  expect(order('de', 'Zypern', 'Österreich', 'Oman')).toEqual(['Oman', 'Österreich', 'Zypern']);
  expect(order('es', 'a10', 'a2')).toEqual(['a2', 'a10']);
});

it('names countries as the language does, and keeps the given name where it has none', () => {
  expect(countryName('DE', 'Germany', 'fr')).toBe('Allemagne');
  expect(countryName('JP', 'Japan', 'ar')).toBe('اليابان');
  expect(countryName('XY', 'Nowhere', 'de')).toBe('Nowhere');
});

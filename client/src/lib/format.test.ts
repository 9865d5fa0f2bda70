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

it('formats a calendar day independently of the time zone', () => {
  expect(formatDay('2026-03-01', 'en')).toContain('2026');
});

it('formats a time with minutes', () => {
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

it('formats numbers in the current language', () => {
  reads('en-US');
  expect(formatNumber(1_234_567, 'en')).toBe('1,234,567');
  expect(formatNumber(4.666, 'de')).toBe('4,67');
});

it('joins lists in the current language', () => {
  expect(formatList(['a', 'b', 'c'], 'de')).toBe('a, b und c');
  expect(formatList(['a', 'b', 'c'], 'ja')).toBe('a、b、c');
});

const order = (language: string, ...names: string[]) =>
  names.toSorted((one, other) => compareNames(one, other, language));

it('sorts names by language and numbers by value', () => {
  expect(order('de', 'Zypern', 'Österreich', 'Oman')).toEqual(['Oman', 'Österreich', 'Zypern']);
  expect(order('es', 'a10', 'a2')).toEqual(['a2', 'a10']);
});

it('localizes country names and falls back to the given name', () => {
  expect(countryName('DE', 'Germany', 'fr')).toBe('Allemagne');
  expect(countryName('JP', 'Japan', 'ar')).toBe('اليابان');
  expect(countryName('XY', 'Nowhere', 'de')).toBe('Nowhere');
});

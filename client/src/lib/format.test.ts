import { formatDateTime, formatDay } from './format';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [['en-GB', 'en'], '1 Mar 2026'],
  [['en-US', 'en'], 'Mar 1, 2026'],
  [['de-DE'], 'Mar 1, 2026'],
])('a day in English for a reader of %j is %s', (languages, text) => {
  vi.stubGlobal('navigator', { languages });
  vi.resetModules();
  // A fresh variant each time: the formats are kept by language.
  return import('./format').then((fresh) => expect(fresh.formatDay('2026-03-01', 'en')).toBe(text));
});

it('a calendar day stays the same day in every time zone', () => {
  expect(formatDay('2026-03-01', 'en')).toContain('2026');
});

it('a time has its minutes', () => {
  expect(formatDateTime('2026-03-01T12:34:00Z', 'en')).toMatch(/:34/);
});

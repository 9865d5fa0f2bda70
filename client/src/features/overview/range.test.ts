import { readUrlState } from '@/lib/url-state';
import { addDays, changed, isOwn, rangeOf, rangeSchema, variablesOf } from './range';

const NOW = '2026-03-01';
const read = (query: string) => readUrlState(rangeSchema, new URLSearchParams(query));

// spec: S2.58 S9.8
it.each([
  ['', '2026-02-23', NOW],
  ['days=30', '2026-01-31', NOW],
  ['days=365', '2025-03-02', NOW],
  ['days=8', '2026-02-23', NOW],
  ['first=2024-02-29&last=2024-03-01', '2024-02-29', '2024-03-01'],
  ['first=2024-02-29&last=2024-02-29', '2024-02-29', '2024-02-29'],
  // Invalid ranges fall back to the preset.
  ['first=2024-02-29', '2026-02-23', NOW],
  ['first=2024-02-30&last=2024-03-01', '2026-02-23', NOW],
  ['first=2024-03-02&last=2024-03-01', '2026-02-23', NOW],
  ['first=0001-01-01&last=9999-12-31', '2026-02-23', NOW],
  ['first=<b>&last=x&days=90', '2025-12-02', NOW],
])('reads the address %j as %s to %s', (query, first, last) => {
  expect(rangeOf(read(query), NOW)).toEqual({ first, last });
});

it('distinguishes custom ranges from presets', () => {
  expect(isOwn(read('first=2024-02-29&last=2024-03-01'))).toBe(true);
  expect(isOwn(read('days=90'))).toBe(false);
});

it.each([
  [{ last: '2026-02-27' }, '2026-02-20', '2026-02-27'],
  [{ last: '2026-02-01' }, '2026-02-01', '2026-02-01'],
  [{ first: '2026-02-27' }, '2026-02-27', '2026-02-27'],
  [{ first: '2010-01-01' }, '2010-01-01', '2012-12-31'],
  [{ last: '2040-01-01' }, '2037-01-01', '2040-01-01'],
])('%j moves the other end if needed', (change, first, last) => {
  expect(changed({ first: '2026-02-20', last: '2026-02-26' }, change)).toEqual({ first, last });
});

it('sends the day after the last to the server', () => {
  expect(variablesOf({ first: '2026-02-20', last: '2026-02-28' })).toEqual({
    startDate: '2026-02-20',
    endDate: '2026-03-01',
  });
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

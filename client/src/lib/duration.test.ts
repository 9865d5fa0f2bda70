import { formatDuration } from './duration';

it.each([
  [30, '1 minute'],
  [59 * 60, '59 minutes'],
  [90 * 60, '1.5 hours'],
  [60 * 60 * 60, '2.5 days'],
  [12.4 * 86_400, '12 days'],
])('rounds %s seconds to %s', (seconds, shown) => {
  expect(formatDuration(seconds, 'en')).toBe(shown);
});

import { ownLeaks } from '@/testing/fixtures';
import { changePasswordUrl, sitesOf } from './sites';

it('groups open detections by site, the worst first, with what leaked', () => {
  const sites = sitesOf(ownLeaks().alerts.results);
  expect(
    sites.map(({ name, ids, level, hasReadablePassword, hasHash }) => [
      name,
      ids.length,
      level,
      hasReadablePassword,
      hasHash,
    ]),
  ).toEqual([
    ['shop.example', 2, 'CRITICAL', true, true],
    ['com.example.app', 1, 'LOW', false, false],
  ]);
});

it.each([
  ['shop.example', false, 'https://shop.example/.well-known/change-password'],
  ['com.example.app', true, undefined],
  ['192.0.2.7', false, undefined],
  ['localhost', false, undefined],
  ['shop.example/path', false, undefined],
  ['user@shop.example', false, undefined],
  ['shop.example:8443', false, undefined],
])('links %s (app: %s) to %s', (name, isApp, expected) => {
  const [site] = sitesOf(ownLeaks().alerts.results);
  if (!site) throw new Error('The fixture has a site.');
  expect(changePasswordUrl({ ...site, name, isApp })).toBe(expected);
});

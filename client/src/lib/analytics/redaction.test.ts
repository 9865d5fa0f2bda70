import fc from 'fast-check';
import { paths } from '@/lib/paths';
import { reportablePath, reportableText } from './redaction';

it.each([
  ['', '/'],
  ['#/', '/'],
  ['#/?status=draft', '/'],
  ['#/dashboard/alerts?search=jane@acme.example', '/dashboard/alerts'],
  ['#/auth/m?token=0123456789abcdef', '/auth/m'],
  ['#/dashboard/alerts/jane@acme.example', '/not-found'],
  ['#/0123456789abcdef', '/not-found'],
])('of the address %j only %s is told', (hash, path) => {
  expect(reportablePath(hash)).toBe(path);
});

it('reports only known routes, whatever the URL contains', () => {
  const known: string[] = [...Object.values(paths), '/not-found'];
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(known).toContain(reportablePath(`#${typed}`));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(known).toContain(reportablePath(`#/auth/m?${typed}`));
    }),
  );
});

it.each([
  ['Active Detections - Workforce', 'Active Detections - Workforce'],
  ['Unternehmensdetektionseinstellungen', 'Unternehmensdetektionseinstellungen'],
  ['Hello jane+shop@acme.example, welcome', 'Hello … welcome'],
  ['Your link c3u9f1-0123456789abcdef', 'Your link …'],
])('redacts %j to %j', (text, told) => {
  expect(reportableText(text)).toBe(told);
});

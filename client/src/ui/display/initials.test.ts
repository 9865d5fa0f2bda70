import { expect, it } from 'vitest';
import { initials } from './initials';

it.each([
  ['Jane Doe', 'JD'],
  ['acme', 'A'],
  ['  Ada  de  Lovelace ', 'AL'],
  ['🦉 Owl', '🦉O'],
  ['élan vital', 'ÉV'],
  ['', ''],
])('%j gives %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

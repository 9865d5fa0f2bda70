import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const resources = import.meta.glob<object>('./locales/en/*.json', { eager: true, import: 'default' });
const SOURCE = join(import.meta.dirname, '..');
/** i18next's plural suffixes, which calls omit. */
const PLURAL_ENDING = /_(?:zero|one|two|few|many|other)$/;

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.generated\.|^testing\//.test(path))
  .map((path) => readFileSync(join(SOURCE, path), 'utf8'));

function keysIn(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? keysIn(value, `${prefix}${key}.`)
      : [`${prefix}${key}`.replace(PLURAL_ENDING, '')],
  );
}

/**
 * Keys used in the sources. Quoted keys must match exactly; for template keys (`done.${action}`), the fixed parts must match.
 */
const asked = sources.flatMap((source) => [
  ...[...source.matchAll(/'([\w:.-]+)'/g)].map(([, key]) => key ?? ''),
  ...[...source.matchAll(/\bi18nKey="([\w:.-]+)"/g)].map(([, key]) => key ?? ''),
  ...[...source.matchAll(/(?:\b(?:t|translate)\(\s*|\bi18nKey=\{)`((?:[\w:.-]|\$\{[^}`]*\})+)`/g)].map(
    ([, template]) => template ?? '',
  ),
]);
const patterns = asked
  .filter((key) => key.includes('${'))
  .map(
    (template) =>
      new RegExp(
        `^${template
          .replace(/^\w+:/, '')
          .replaceAll('.', '\\.')
          .replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')}$`,
      ),
  );
const literal = new Set(asked.map((key) => key.replace(/^\w+:/, '')));

describe.each(Object.entries(resources))('the texts of %s', (_namespace, texts) => {
  it('are all in use', () => {
    const unused = [...new Set(keysIn(texts))].filter(
      (key) => !literal.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('are not empty', () => {
    expect(keysIn(texts).length).toBeGreaterThan(0);
    expect(JSON.stringify(texts)).not.toContain('""');
  });
});

it('sources contain no literal texts', () => {
  // Words between tags or in user-visible attributes.
  const written = sources.flatMap((source) => [
    ...source.matchAll(/>\s*[A-Z][a-z]+(?: [a-z]+)*[.!?]?\s*<\//g),
    ...source.matchAll(/\b(?:label|title|placeholder|alt|aria-label)="[^"]*[A-Za-z]{2}[^"]*"/g),
  ]);
  expect(written.map(([text]) => text)).toEqual([]);
});

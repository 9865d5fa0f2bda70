import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from './contrast';

type Palette = Record<string, string>;

const css = readFileSync('src/styles/tokens.css', 'utf8');
const page = readFileSync('../docs/design-language.md', 'utf8');

const [lightCss = '', darkCss = ''] = css.split('.dark {');
const colours = (text: string): Palette =>
  Object.fromEntries(
    [...text.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6,8});/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );

const light = colours(lightCss);
const palettes = { light, dark: { ...light, ...colours(darkCss) } };

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'];
const names = Object.keys(light);
const TEXTS = ['ink', 'ink-secondary', 'ink-muted', ...names.filter((name) => name.endsWith('-text'))];
const SOFT = names.filter((name) => name.endsWith('-soft'));

const textPairs = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground])),
  ...SOFT.map((soft) => [soft.replace(/-soft$/, '-text'), soft]),
  ...SOFT.map((soft) => ['ink', soft]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-inverse', 'inverse'],
];
const markPairs = ['line-control', 'focus', 'accent', 'danger'].flatMap((mark) =>
  GROUNDS.map((ground) => [mark, ground]),
);

const ratio = (palette: Palette, first: string, second: string) => {
  const [a, b] = [palette[first], palette[second]];
  if (a === undefined || b === undefined) throw new Error(`No such pair of tokens: ${first} on ${second}`);
  return contrast(a, b);
};

describe.each(Object.entries(palettes))('colour tokens, %s', (_theme, palette) => {
  it.each(textPairs)('text %s on %s keeps 4.5:1', (text = '', ground = '') => {
    expect(ratio(palette, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(markPairs)('mark %s on %s keeps 3:1', (mark = '', ground = '') => {
    expect(ratio(palette, mark, ground)).toBeGreaterThanOrEqual(3);
  });
});

it('defines each colour in both themes', () => {
  expect(Object.keys(colours(darkCss)).toSorted()).toEqual(names.toSorted());
});

it('matches the contrast figures in the design language', () => {
  const rows = [...page.matchAll(/^\| `([a-z-]+)` on `([a-z-]+)` \| ([\d.]+) \| ([\d.]+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, text = '', ground = '', onLight, onDark] of rows) {
    expect([text, ground, onLight, onDark]).toEqual([
      text,
      ground,
      ratio(palettes.light, text, ground).toFixed(1),
      ratio(palettes.dark, text, ground).toFixed(1),
    ]);
  }
});

import kept from './same-as-english.json';

type Texts = Record<string, string>;

const files = import.meta.glob<object>('./locales/*/*.json', { eager: true, import: 'default' });
const PLURAL_ENDING = /_(zero|one|two|few|many|other)$/;
/** Plural forms for exactly one number, which may omit it: "a key", "two keys", "no keys". */
const EXACT: Readonly<Record<string, readonly string[]>> = {
  en: ['one'],
  de: ['one'],
  fr: ['one'],
  es: ['one'],
  ja: [],
  ar: ['zero', 'one', 'two'],
};
const sameAsEnglish: Readonly<Record<string, Texts>> = kept;

function flat(part: object, prefix = ''): [string, string][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? flat(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, typeof value === 'string' ? value : '']],
  );
}

/** Texts of a language by `namespace:key`. */
function textsOf(language: string): Texts {
  const own = Object.entries(files).filter(([path]) => path.startsWith(`./locales/${language}/`));
  return Object.fromEntries(
    own.flatMap(([path, texts]) => flat(texts, `${path.split('/').at(-1)?.replace('.json', '') ?? ''}:`)),
  );
}

const languages = [...new Set(Object.keys(files).map((path) => path.split('/')[2] ?? ''))];
const english = textsOf('en');
const stem = (key: string) => key.replace(PLURAL_ENDING, '');
const stems = (texts: Texts) => [...new Set(Object.keys(texts).map(stem))].toSorted();
const isPlural = (key: string) => `${stem(key)}_other` in english;
/** Placeholders and tags: `{{count, number}}`, `<1>`, `</1>`. */
const gaps = (text: string) => (text.match(/\{\{[^}]*\}\}|<\/?\w+\s*\/?>/g) ?? []).toSorted();
const nameOfGap = (gap: string) => gap.replace(/^\{\{\s*(\w+).*$/, '$1');

it('include English and other languages', () => {
  expect(languages).toContain('en');
  expect(languages.length).toBeGreaterThan(1);
  expect(Object.keys(english).length).toBeGreaterThan(500);
});

describe.each(languages)('the texts in %s', (language) => {
  const texts = textsOf(language);

  it('have the same keys as English', () => {
    expect(stems(texts)).toEqual(stems(english));
  });

  it('have exactly the plural forms of the language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const forms = Map.groupBy(Object.keys(texts).filter(isPlural), stem);
    const wrong = [...forms].filter(([, keys]) => {
      const found = keys.map((key) => PLURAL_ENDING.exec(key)?.[1] ?? 'none').toSorted();
      return found.join() !== categories.join();
    });
    expect(wrong).toEqual([]);
    expect(forms.size).toBeGreaterThan(10);
  });

  it('have the same placeholders and tags as English', () => {
    const wrong = Object.entries(texts).filter(([key, text]) => {
      const wanted = gaps(english[key] ?? english[`${stem(key)}_other`] ?? '');
      const found = gaps(text);
      if (found.join() === wanted.join()) return false;
      const form = PLURAL_ENDING.exec(key)?.[1];
      const most = gaps(english[`${stem(key)}_other`] ?? '');
      if (form === undefined) return true;
      const isExact = EXACT[language]?.includes(form) ?? false;
      const withoutCount = most.filter((gap) => nameOfGap(gap) !== 'count');
      return found.join() !== most.join() && !(isExact && found.join() === withoutCount.join());
    });
    expect(wrong).toEqual([]);
  });

  it('are not empty and have no outer spaces', () => {
    expect(Object.entries(texts).filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
  });
});

describe.each(languages.filter((language) => language !== 'en'))('the texts in %s', (language) => {
  it('are translated, with known exceptions', () => {
    const texts = textsOf(language);
    const same = Object.keys(texts).filter((key) => texts[key] === (english[key] ?? english[`${stem(key)}_other`]));
    expect(same.toSorted()).toEqual(Object.keys(sameAsEnglish[language] ?? {}).toSorted());
  });
});

it.each([
  ['{{count, number}} days', ['{{count, number}}']],
  ['Read <1>more</1> at {{time}}', ['</1>', '<1>', '{{time}}']],
])('sees what %j leaves open', (text, found) => {
  expect(gaps(text)).toEqual(found);
});

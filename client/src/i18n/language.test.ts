import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { loadTexts, showLanguage, translate } from './index';
import { directionOf, firstKnown, LANGUAGES, localeOf, nameOfLanguage, storeLanguage } from './language';

const script = readFileSync('public/theme.js', 'utf8');

const start = () => {
  // Run the script as the page does, before any module.
  // oxlint-disable-next-line eslint/no-eval -- our own script without exports
  window.eval(script);
  const { lang, dir } = document.documentElement;
  return { lang, dir, hidden: document.documentElement.hasAttribute('data-waiting') };
};

beforeEach(async () => {
  await showLanguage('en');
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
  document.documentElement.removeAttribute('data-prerendered');
  document.documentElement.removeAttribute('data-waiting');
});

// spec: S1.11
it('ships the languages of the product', () => {
  expect(LANGUAGES).toEqual(['ar', 'de', 'en', 'es', 'fr', 'ja']);
});

it.each([
  [['fr', 'de'], 'fr'],
  [[null, 'de'], 'de'],
  [['xx', undefined, 'ja'], 'ja'],
  [['', null], 'en'],
])('of %j, picks the first supported language', (wanted, language) => {
  expect(firstKnown(...wanted)).toBe(language);
});

it('names each language in that language', () => {
  expect(LANGUAGES.map(nameOfLanguage)).toEqual(['العربية', 'Deutsch', 'English', 'Español', 'Français', '日本語']);
});

it.each(LANGUAGES.map((language) => [language]))('the first paint in %s sets language and direction', (language) => {
  localStorage.setItem('language', language);
  expect(start()).toEqual({ lang: language, dir: directionOf(language), hidden: false });
});

it('the first paint follows the account if the browser has no choice stored', () => {
  localStorage.setItem('auth', JSON.stringify({ account: { user: { language: 'ar' } } }));
  expect(start()).toMatchObject({ lang: 'ar', dir: 'rtl' });
  localStorage.setItem('language', 'de');
  expect(start()).toMatchObject({ lang: 'de', dir: 'ltr' });
});

it.each([
  ['', 'tlh', '{}'],
  ['a session that is none', '', '{broken'],
  ['a session of nobody', '', '{"account":null}'],
])('the first paint survives storage that holds something else: %s', (_what, language, session) => {
  localStorage.setItem('language', language);
  localStorage.setItem('auth', session);
  expect(start()).toMatchObject({ lang: 'en' });
});

it('a page rendered in another language stays hidden until rendered again', () => {
  document.documentElement.setAttribute('data-prerendered', '');
  localStorage.setItem('language', 'ja');
  expect(start()).toEqual({ lang: 'ja', dir: 'ltr', hidden: true });
});

it('a choice is stored in the browser and sent to the server', () => {
  storeLanguage('fr');
  expect(localStorage.getItem('language')).toBe('fr');
  expect(document.cookie).toContain('language=fr');
});

it('shows no text before the language has loaded, then sets language and direction', async () => {
  await loadTexts('home');
  await showLanguage('ar');
  expect(document.documentElement).toHaveProperty('lang', 'ar');
  expect(document.documentElement).toHaveProperty('dir', 'rtl');
  expect(translate('home:title')).toMatch(/\p{Script=Arabic}/u);
  expect(translate('errors:unexpected')).toMatch(/\p{Script=Arabic}/u);
});

it('formats counts with Latin digits and local grouping', async () => {
  await showLanguage('ar');
  expect(i18next.t('overview:range.days', { count: 12 })).toMatch(/^12 /);
  expect(localeOf('ar')).toContain('latn');
  await showLanguage('de');
  expect(i18next.t('overview:range.days', { count: 1234 })).toBe('1.234 Tage');
});

it('falls back to English if the texts of a language fail to load', async () => {
  await showLanguage('pt');
  expect(translate('home:title')).toBe('Dark Web Intelligence');
  expect(translate('app:loading')).toBe('Loading');
});

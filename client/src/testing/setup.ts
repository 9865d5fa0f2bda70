import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import '@/i18n';

// Lazy pages can take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// Load all texts, for tests of components without their page.
const files = Object.keys(import.meta.glob('../i18n/locales/en/*.json'));
await i18next.loadNamespaces(files.map((file) => file.replace(/^.*\/|\.json$/g, '')));

// As in index.html.
document.documentElement.lang = 'en';

// jsdom has no layout: assume the widest screen and stub scrolling and drawing.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes('min-width'),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.scrollTo = () => undefined;
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
HTMLCanvasElement.prototype.getContext = () => null;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

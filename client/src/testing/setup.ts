import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import '@/i18n';

// The parts of a page are loaded when it is first opened; on a busy machine that takes more than the usual second.
configure({ asyncUtilTimeout: 15_000 });

// Tests of a part of a page have its texts without the page.
const files = Object.keys(import.meta.glob('../i18n/locales/en/*.json'));
await i18next.loadNamespaces(files.map((file) => file.replace(/^.*\/|\.json$/g, '')));

// As index.html has it.
document.documentElement.lang = 'en';

// jsdom knows no layout; every test sees the widest screen, nothing scrolls, and nothing is drawn.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes('min-width'),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.scrollTo = () => undefined;
HTMLCanvasElement.prototype.getContext = () => null;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

import { readFileSync } from 'node:fs';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setThemeChoice, useThemeChoice } from './theme';

const script = readFileSync('public/theme.js', 'utf8');

function start(browserIsDark: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: browserIsDark, addEventListener: () => undefined }));
  document.head.innerHTML = '<link id="favicon" href="/favicon-light.svg">';
  // Run the script as the page does, before any module.
  // oxlint-disable-next-line eslint/no-eval -- our own script without exports
  window.eval(script);
}
const themeChoice = () => renderHook(useThemeChoice).result.current;
const look = () => ({
  dark: document.documentElement.classList.contains('dark'),
  scheme: document.documentElement.style.colorScheme,
  icon: document.getElementById('favicon')?.getAttribute('href'),
});
const DARK = { dark: true, scheme: 'dark', icon: '/favicon-dark.svg' };
const LIGHT = { dark: false, scheme: 'light', icon: '/favicon-light.svg' };

beforeEach(() => localStorage.clear());

// spec: S4.31 S9.11
it('follows the browser by default', () => {
  start(true);
  expect(themeChoice()).toBe('match-browser');
  expect(look()).toEqual(DARK);
});

// spec: S4.31 S4.32
it('applies a choice immediately: class, colour scheme and favicon', () => {
  start(true);
  setThemeChoice('light');
  expect(look()).toEqual(LIGHT);
  setThemeChoice('dark');
  expect(look()).toEqual(DARK);
});

// spec: S3.24 S4.31
it('applies a stored choice before the application starts', () => {
  localStorage.setItem('breachlight-theme', 'dark');
  start(false);
  expect(look()).toEqual(DARK);
});

it('treats an unknown stored value as the default', () => {
  localStorage.setItem('breachlight-theme', 'purple');
  start(false);
  expect(themeChoice()).toBe('match-browser');
  expect(look()).toEqual(LIGHT);
});

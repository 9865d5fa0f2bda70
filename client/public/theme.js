// Runs before the first paint, so that no page flashes in the wrong theme, language or direction. A separate file, because the
// content security policy forbids inline scripts. The application changes the theme by writing the storage key and dispatching
// the event (src/ui/theme.ts); only this file applies it.
(function () {
  'use strict';
  var KEY = 'breachlight-theme';
  var DENSITY_KEY = 'breachlight-density';
  var darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

  function storedChoice() {
    try {
      return window.localStorage.getItem(KEY);
    } catch {
      // Some private windows have no storage: use the browser's preference.
      return null;
    }
  }

  // As in src/i18n/language.ts.
  var LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'ja'];
  var RIGHT_TO_LEFT = ['ar'];
  // On slow connections, show another language rather than nothing.
  var TIMEOUT_MILLISECONDS = 4000;

  // Choice in this browser, else the language of the logged-in account.
  function storedLanguage() {
    try {
      var choice = window.localStorage.getItem('language');
      if (LANGUAGES.indexOf(choice) !== -1) return choice;
      var language = JSON.parse(window.localStorage.getItem('auth')).account.user.language;
      return LANGUAGES.indexOf(language) === -1 ? null : language;
    } catch {
      // No storage, not logged in, or an invalid session.
      return null;
    }
  }

  function hasSession() {
    try {
      return JSON.parse(window.localStorage.getItem('auth')).loggedIn === true;
    } catch {
      return false;
    }
  }

  // The server renders the homepage in one language and for visitors. Hide it while another page or language loads, and hide its
  // sign-up and login links from logged-in users (src/app/boot.tsx ends both).
  function prepare() {
    var root = document.documentElement;
    // A page without the application keeps the language that the server has chosen.
    if (root.hasAttribute('data-static')) {
      if (hasSession()) root.setAttribute('data-session', '');
      return;
    }
    var rendered = { lang: root.lang, dir: root.dir };
    var language = storedLanguage() || root.lang;
    var isOtherLanguage = language !== root.lang;
    if (isOtherLanguage) {
      root.lang = language;
      root.dir = RIGHT_TO_LEFT.indexOf(language) === -1 ? 'ltr' : 'rtl';
    }
    if (!root.hasAttribute('data-prerendered')) return;
    var isHomepage = /^#?\/?(\?|$)/.test(window.location.hash);
    if (isOtherLanguage || !isHomepage) root.setAttribute('data-waiting', '');
    if (hasSession()) root.setAttribute('data-session', '');

    // Show the server-rendered page if the application fails to load.
    function showRendered() {
      if (root.hasAttribute('data-waiting')) {
        root.lang = rendered.lang;
        root.dir = rendered.dir;
      }
      root.removeAttribute('data-waiting');
      root.removeAttribute('data-session');
    }
    window.addEventListener('error', showRendered, true);
    window.addEventListener('unhandledrejection', showRendered);
    if (isHomepage) window.setTimeout(showRendered, TIMEOUT_MILLISECONDS);
  }

  function apply() {
    var choice = storedChoice();
    var dark = choice === 'dark' || (choice !== 'light' && darkQuery.matches);
    var root = document.documentElement;
    root.classList.toggle('dark', dark);
    root.style.colorScheme = dark ? 'dark' : 'light';
    // The favicon follows the chosen theme, not the browser's (spec §4).
    var icon = document.getElementById('favicon');
    var address = dark ? '/favicon-dark.svg' : '/favicon-light.svg';
    if (icon && icon.getAttribute('href') !== address) icon.setAttribute('href', address);
  }

  // Row height of tables (src/ui/density.ts).
  function applyDensity() {
    var density = null;
    try {
      density = window.localStorage.getItem(DENSITY_KEY);
    } catch {
      // No storage: comfortable.
    }
    document.documentElement.toggleAttribute('data-compact', density === 'compact');
  }

  prepare();
  apply();
  applyDensity();
  darkQuery.addEventListener('change', apply);
  window.addEventListener('breachlight-theme', apply);
  window.addEventListener(DENSITY_KEY, applyDensity);
  window.addEventListener('storage', function (event) {
    if (event.key === KEY || event.key === null) apply();
    if (event.key === DENSITY_KEY || event.key === null) applyDensity();
  });
})();

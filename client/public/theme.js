// Runs before the first paint, so that no page flashes in the wrong theme, language or direction, or for the wrong reader. It is
// a file of its own because the content security policy allows no inline script. The application changes the theme by writing the storage key and raising the
// event (src/ui/theme.ts); this file stays the only place that applies it.
(function () {
  'use strict';
  var KEY = 'breachlight-theme';
  var darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

  function storedChoice() {
    try {
      return window.localStorage.getItem(KEY);
    } catch {
      // Storage is refused in some private windows: the browser's own preference then decides.
      return null;
    }
  }

  // As in src/i18n/language.ts.
  var LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'ja'];
  var RIGHT_TO_LEFT = ['ar'];
  // A visitor with a slow connection rather reads another language than nothing.
  var PATIENCE_MILLISECONDS = 4000;

  // What was chosen in this browser, else the language of the account that is logged in here.
  function storedLanguage() {
    try {
      var choice = window.localStorage.getItem('language');
      if (LANGUAGES.indexOf(choice) !== -1) return choice;
      var language = JSON.parse(window.localStorage.getItem('auth')).account.user.language;
      return LANGUAGES.indexOf(language) === -1 ? null : language;
    } catch {
      // No storage, nobody logged in, or a session that is none.
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

  // The server draws the homepage in one language and for visitors. Where another page or language is asked for it waits,
  // unseen, for the application to draw over it; where there is a session, only the ways in do (src/app/boot.tsx ends both).
  function prepare() {
    var root = document.documentElement;
    var drawn = { lang: root.lang, dir: root.dir };
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

    // What was drawn is shown after all where the application does not come.
    function giveUp() {
      if (root.hasAttribute('data-waiting')) {
        root.lang = drawn.lang;
        root.dir = drawn.dir;
      }
      root.removeAttribute('data-waiting');
      root.removeAttribute('data-session');
    }
    window.addEventListener('error', giveUp, true);
    window.addEventListener('unhandledrejection', giveUp);
    if (isHomepage) window.setTimeout(giveUp, PATIENCE_MILLISECONDS);
  }

  function apply() {
    var choice = storedChoice();
    var dark = choice === 'dark' || (choice !== 'light' && darkQuery.matches);
    var root = document.documentElement;
    root.classList.toggle('dark', dark);
    root.style.colorScheme = dark ? 'dark' : 'light';
    // The tab strip follows the chosen theme, not the browser's, as the specification asks.
    var icon = document.getElementById('favicon');
    var address = dark ? '/favicon-dark.svg' : '/favicon-light.svg';
    if (icon && icon.getAttribute('href') !== address) icon.setAttribute('href', address);
  }

  prepare();
  apply();
  darkQuery.addEventListener('change', apply);
  window.addEventListener('breachlight-theme', apply);
  window.addEventListener('storage', function (event) {
    if (event.key === KEY || event.key === null) apply();
  });
})();

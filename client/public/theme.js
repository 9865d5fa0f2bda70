// Runs before the first paint, so that no page flashes in the wrong theme. It is a file of its own because the content
// security policy allows no inline script. The application changes the theme by writing the storage key and raising the
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

  apply();
  darkQuery.addEventListener('change', apply);
  window.addEventListener('breachlight-theme', apply);
  window.addEventListener('storage', function (event) {
    if (event.key === KEY || event.key === null) apply();
  });
})();

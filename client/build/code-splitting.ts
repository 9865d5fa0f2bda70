/**
 * Which modules travel together. Left alone, the bundler makes some ninety small files for a page; joined by when they are
 * needed they compress better and arrive in one go. A group takes along what its modules import.
 */
export const GROUPS = [
  {
    // What every page begins with, and changes least.
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|html-parse-stringify|void-elements)\//,
    priority: 40,
  },
  {
    // What the homepage needs besides, which the rest needs too.
    name: 'base',
    test: /src\/(?:i18n\/(?:index|language)|lib\/(?:content\/(?:content|template|page-data)|session\/(?:session|store|transitions|language)|site-settings\/(?:site-settings|enabled-features)|version\/version|consent\/consent|analytics\/(?:follow-consent|report)|paths|log|stored-value)|ui\/(?:classes|theme|form\/(?:button|button-classes)|display\/logo|feedback\/(?:spinner|loading-dots)|layout\/(?:page-link|skip-link|visually-hidden))|app\/(?:loading-screen|public\/(?:public-frame|navbar|footer|language-selector)))\.tsx?$|locales\/en\/(?:app|errors|fields)\.json$|node_modules\/zod\//,
    priority: 30,
  },
  {
    // The GraphQL client: loaded behind the homepage, and with every other page.
    name: 'graphql',
    test: /node_modules\/(?:@apollo\/client\/(?:core|cache|link\/(?:core|http|context|error|retry|utils)|utilities|react\/hooks|errors|masking|local-state|incremental)|@wry|optimism|rxjs|graphql\/(?:language\/(?:visitor|ast|kinds|printer|blockString|printString|characterClasses)|jsutils\/(?:devAssert|inspect|isObjectLike|invariant|instanceOf)))|src\/lib\/(?:graphql\/|session\/(?:refresher|mappers|server-clock|session\.generated)\.|content\/(?:fetch-content|homepage\.generated|content-operations\.generated)\.)/,
    priority: 20,
  },
  {
    // Router and the parts of forms: all pages but the homepage.
    name: 'pages',
    test: /node_modules\/(?:react-router|react-router-dom)\/|src\/(?:app\/(?:full-app|application|routes|root-layout|site-settings-loader)|ui\/(?:form\/(?:icon-button|form-field|text-field)|overlay\/tooltip|layout\/link|feedback\/(?:callout|error-panel)))/,
    priority: 10,
  },
  {
    // What forms have in common.
    name: 'forms',
    test: /src\/(?:lib\/(?:field-rules|field-errors|large-fields|human-verification\/(?:human-verification|widget-box))|ui\/form\/password-field)\./,
    priority: 8,
  },
  {
    // Small parts that most of the signed-in pages share.
    name: 'signed-in',
    test: /src\/(?:ui\/(?:table\/(?:selection|use-row-selection|use-column-widths|fit-columns|row-keys|row-opener|page-window)|layout\/(?:page-header|use-width)|display\/badge|feedback\/(?:empty-state|skeleton))\.|lib\/(?:commands\/(?:keys|single-keys|commands)|download|url-state)\.)/,
    priority: 5,
  },
];

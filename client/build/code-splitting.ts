/**
 * Chunk groups. By default, the bundler creates about ninety small files per page; grouped by use, they compress better and need
 * fewer requests. A group includes the imports of its modules.
 */
export const GROUPS = [
  {
    // Base of every page; changes least.
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|html-parse-stringify|void-elements)\//,
    priority: 40,
  },
  {
    // Also needed by the homepage and shared with all pages.
    name: 'base',
    test: /src\/(?:i18n\/(?:index|language)|lib\/(?:content\/(?:content|template|page-data)|session\/(?:session|store|transitions|language)|site-settings\/(?:site-settings|enabled-features)|version\/version|consent\/consent|analytics\/(?:follow-consent|report)|paths|log|stored-value)|ui\/(?:classes|theme|form\/(?:button|button-classes)|display\/logo|feedback\/(?:spinner|loading-dots)|layout\/(?:page-link|skip-link|visually-hidden))|app\/(?:loading-screen|public\/(?:public-frame|navbar|footer|language-selector)))\.tsx?$|locales\/en\/(?:app|errors|fields)\.json$|node_modules\/zod\//,
    priority: 30,
  },
  {
    // GraphQL client: loaded after the homepage, and with all other pages.
    name: 'graphql',
    test: /node_modules\/(?:@apollo\/client\/(?:core|cache|link\/(?:core|http|context|error|persisted-queries|retry|utils)|utilities|react\/hooks|errors|masking|local-state|incremental)|@wry|optimism|rxjs|graphql\/(?:language\/(?:visitor|ast|kinds|printer|blockString|printString|characterClasses)|jsutils\/(?:devAssert|inspect|isObjectLike|invariant|instanceOf)))|src\/lib\/(?:graphql\/|session\/(?:refresher|mappers|server-clock|session\.generated)\.|content\/(?:fetch-content|homepage\.generated|content-operations\.generated)\.)/,
    priority: 20,
  },
  {
    // Router and form components: all pages except the homepage.
    name: 'pages',
    test: /node_modules\/(?:react-router|react-router-dom)\/|src\/(?:app\/(?:full-app|application|routes|root-layout|site-settings-loader)|ui\/(?:form\/(?:icon-button|form-field|text-field)|overlay\/tooltip|layout\/link|feedback\/(?:callout|error-panel)))/,
    priority: 10,
  },
  {
    // Shared by forms.
    name: 'forms',
    test: /src\/(?:lib\/(?:field-rules|field-errors|large-fields|human-verification\/(?:human-verification|widget-box))|ui\/form\/password-field)\./,
    priority: 8,
  },
  {
    // Small components shared by most signed-in pages.
    name: 'signed-in',
    test: /src\/(?:ui\/(?:table\/(?:selection|use-row-selection|use-column-widths|fit-columns|row-keys|row-opener|page-window)|layout\/(?:page-header|use-width)|display\/badge|feedback\/(?:empty-state|skeleton))\.|lib\/(?:commands\/(?:keys|single-keys|commands)|download|url-state)\.)/,
    priority: 5,
  },
  {
    // What the list of detections shares with the parts that load after it.
    name: 'detections',
    test: /src\/(?:features\/detections\/(?:detections\.generated|field-error|labels|list\/list-state)|ui\/display\/breakable)\./,
    priority: 3,
  },
];

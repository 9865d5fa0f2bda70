import { readFileSync } from 'node:fs';

/** What a visitor downloads before a page can be used, without pictures and fonts: the page's parts and all that they import. */
/** @type {Record<string, { file: string; imports?: string[]; css?: string[] }>} */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- Vite's own file, in the shape above.
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));

/** @param {string} namespace */
const texts = (namespace) => `src/i18n/locales/en/${namespace}.json`;

const PAGE = ['index.html'];
const HOMEPAGE = [...PAGE, 'src/app/home-shell.tsx', texts('home')];
const AFTER_HOMEPAGE = [
  'src/app/deferred-services.tsx',
  'src/app/cookie-banner.tsx',
  'src/lib/content/fetch-content.ts',
];
const WHOLE = [...PAGE, 'src/app/full-app.tsx'];
const AUTHENTICATION = [...WHOLE, 'src/app/layout/authentication-layout.tsx'];
const LEGAL = [...WHOLE, 'src/features/legal/pages.tsx', texts('legal')];
const DASHBOARD = [...WHOLE, 'src/app/layout/protected-dashboard.tsx'];
const OVERVIEW = [...DASHBOARD, 'src/features/overview/overview-page.tsx', texts('overview')];

/** @param {string[]} entries */
function scripts(entries) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name */
  const visit = (name) => {
    const part = manifest[name];
    if (!part) throw new Error(`${name} is no part of the build: run it first, or correct the name.`);
    if (found.has(`dist/${part.file}`)) return;
    found.add(`dist/${part.file}`);
    for (const imported of part.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return [...found];
}

/**
 * @param {string} name
 * @param {string} limit
 * @param {string[]} entries
 */
const budget = (name, limit, entries) => ({ name, limit, path: scripts(entries), gzip: true });

export default [
  budget('Homepage, interactive', '122 kB', HOMEPAGE),
  budget('Homepage, in all', '200 kB', [...HOMEPAGE, ...AFTER_HOMEPAGE]),
  budget('Log-in', '250 kB', [...AUTHENTICATION, 'src/features/session/login-page.tsx', texts('session')]),
  budget('Sign-up', '262.2 kB', [
    ...AUTHENTICATION,
    'src/features/registration/sign-up-page.tsx',
    texts('registration'),
  ]),
  budget('Detections', '331 kB', [...DASHBOARD, 'src/features/detections/pages.tsx', texts('detections')]),
  budget('Overview', '316 kB', OVERVIEW),
  budget('Operator console', '335 kB', [...DASHBOARD, 'src/features/console/pages.tsx', texts('console')]),
  {
    name: 'Ingestion, after the console',
    limit: '51 kB',
    path: scripts(['src/features/console/ingestion/pages.tsx', texts('ingestion')]).filter(
      (part) => !scripts([...DASHBOARD, 'src/features/console/pages.tsx']).includes(part),
    ),
    gzip: true,
  },
  {
    name: 'Health, after the console',
    limit: '6 kB',
    path: scripts(['src/features/console/health-page.tsx']).filter(
      (part) => !scripts([...DASHBOARD, 'src/features/console/pages.tsx']).includes(part),
    ),
    gzip: true,
  },
  {
    name: 'Settings, after the console',
    limit: '12 kB',
    path: scripts(['src/features/console/settings/settings-page.tsx', texts('configuration')]).filter(
      (part) => !scripts([...DASHBOARD, 'src/features/console/pages.tsx']).includes(part),
    ),
    gzip: true,
  },
  {
    name: 'Leaks and quarantine, after the console',
    limit: '32 kB',
    path: scripts(['src/features/console/leak-pages.tsx', texts('catalogue'), texts('quarantine')]).filter(
      (part) => !scripts([...DASHBOARD, 'src/features/console/pages.tsx']).includes(part),
    ),
    gzip: true,
  },
  {
    name: 'Chart, after the overview',
    limit: '65 kB',
    path: scripts(['src/features/overview/timeline-chart.tsx']).filter((part) => !scripts(OVERVIEW).includes(part)),
    gzip: true,
  },
  {
    name: 'Markdown, after a legal page',
    limit: '40 kB',
    path: scripts(['src/features/legal/legal-document.tsx']).filter((part) => !scripts(LEGAL).includes(part)),
    gzip: true,
  },
  {
    name: 'Styles',
    limit: '17 kB',
    path: manifest['index.html']?.css?.map((file) => `dist/${file}`) ?? [],
    gzip: true,
  },
];

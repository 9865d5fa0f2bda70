import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';

/** Output folder of the templates; the server hides it and fills them (server/breachlight/content). */
const TEMPLATES = 'templates';
/** Entry module of the homepage in the browser. */
const HOMEPAGE = 'src/app/home-shell.tsx';

interface Rendered {
  markup: string;
  direction: 'ltr' | 'rtl';
}

interface Renderer {
  renderHomepage: (language: string) => Promise<Rendered & { title: string }>;
  renderFrame: (language: string) => Promise<Rendered>;
}

const nothing = () => undefined;

/** Stubs for browser globals that modules access on import; unused while rendering. */
function standInForBrowser(): void {
  const storage = { getItem: () => null, setItem: nothing, removeItem: nothing };
  const page = {
    documentElement: {},
    getElementById: () => null,
    querySelector: () => null,
    addEventListener: nothing,
  };
  const window = {
    addEventListener: nothing,
    removeEventListener: nothing,
    dispatchEvent: nothing,
    matchMedia: () => ({ matches: false, addEventListener: nothing }),
    location: { hash: '', search: '', host: '', protocol: '' },
  };
  Object.assign(globalThis, {
    localStorage: storage,
    sessionStorage: storage,
    document: page,
    window,
    location: window.location,
  });
}

async function loadRenderer(root: string): Promise<{ renderer: Renderer; end: () => Promise<void> }> {
  const folder = await mkdtemp(join(root, 'node_modules', '.prerender-'));
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir: folder,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      rollupOptions: { input: 'src/app/prerender.tsx' },
    },
  });
  standInForBrowser();
  const file = (await readdir(folder)).find((name) => name.startsWith('prerender'));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module just built from src/app/prerender.tsx
  const renderer = (await import(pathToFileURL(join(folder, file ?? '')).href)) as Renderer;
  return { renderer, end: () => rm(folder, { recursive: true }) };
}

/** Preload links for a chunk and its imports, except those already in the page. */
async function preloadsOf(output: string, part: string, page: string): Promise<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by Vite
  const manifest = JSON.parse(await readFile(join(output, '.vite/manifest.json'), 'utf8')) as Manifest;
  const files = new Set<string>();
  const visit = (name: string) => {
    const { file, imports = [] } = manifest[name] ?? {};
    if (file === undefined) throw new Error(`${name} is no part of the build.`);
    if (files.has(file)) return;
    files.add(file);
    for (const imported of imports) visit(imported);
  };
  visit(part);
  return [...files]
    .filter((file) => !page.includes(file))
    .map((file) => `\n    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
    .join('');
}

/** The built page without the application: navbar and footer around what the server writes. */
const frameOf = (page: string, language: string, { markup, direction }: Rendered): string =>
  page
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace('<html lang="en">', `<html lang="${language}" dir="${direction}" data-static>`)
    .replace(/\s*<meta\s+name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, '<title>{{ title }}</title>\n    {{ head }}')
    .replace('<div id="root"></div>', `<div id="root">${markup}</div>`);

/** Renders the homepage in each language as a template: the built page with the homepage markup and placeholders for the server. */
export function prerenderHomepage(): Plugin {
  let root = '';
  let output = '';
  let isOutermost = false;
  return {
    name: 'breachlight:prerender-homepage',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      output = join(root, config.build.outDir);
      isOutermost = !config.build.ssr;
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        if (!isOutermost) return;
        const page = await readFile(join(output, 'index.html'), 'utf8');
        const preloads = await preloadsOf(output, HOMEPAGE, page);
        const languages = await readdir(join(root, 'src/i18n/locales'));
        const { renderer, end } = await loadRenderer(root);
        await mkdir(join(output, TEMPLATES), { recursive: true });
        for (const language of languages) {
          const { title, markup, direction } = await renderer.renderHomepage(language);
          const template = page
            // The page is readable before its scripts arrive, so styles and font have priority.
            .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
            .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
            .replace('<html lang="en">', `<html lang="${language}" dir="${direction}" data-prerendered>`)
            .replace(/\s*<meta\s+name="description"[^>]*>/, '')
            .replace(/<title>[^<]*<\/title>/, `<title>${title}</title>\n    {{ head }}${preloads}`)
            .replace(
              '<div id="root"></div>',
              `<div id="root">{% if homepage %}${markup}{% endif %}</div>\n    {{ page_data }}`,
            );
          await writeFile(join(output, TEMPLATES, `home.${language}.html`), template);
          const frame = frameOf(page, language, await renderer.renderFrame(language));
          await writeFile(join(output, TEMPLATES, `frame.${language}.html`), frame);
        }
        await end();
      },
    },
  };
}

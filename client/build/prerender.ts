import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';

/** Where the templates lie in the output; the server hides the folder and fills them (server/breachlight/content). */
const TEMPLATES = 'templates';
/** What the homepage is drawn by in the browser; no other page asks for it. */
const HOMEPAGE = 'src/app/home-shell.tsx';

type RenderHomepage = (language: string) => Promise<{ title: string; markup: string; direction: 'ltr' | 'rtl' }>;

const nothing = () => undefined;

/** What modules of the browser touch when they are loaded; nothing of it is used while the template is drawn. */
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

async function loadRenderer(root: string): Promise<{ render: RenderHomepage; end: () => Promise<void> }> {
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module that was just built from src/app/prerender.tsx.
  const { renderHomepage } = (await import(pathToFileURL(join(folder, file ?? '')).href)) as {
    renderHomepage: RenderHomepage;
  };
  return { render: renderHomepage, end: () => rm(folder, { recursive: true }) };
}

/** The links that let the browser fetch a part, and all that it imports, beside what the page names already. */
async function preloadsOf(output: string, part: string, page: string): Promise<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Vite's own file.
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

/** Draws the homepage in each language into a template: the built page with the homepage's markup and the server's slots. */
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
        const { render, end } = await loadRenderer(root);
        await mkdir(join(output, TEMPLATES), { recursive: true });
        for (const language of languages) {
          const { title, markup, direction } = await render(language);
          const template = page
            // The page is read before its scripts have come: they give way to its styles and its font.
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
        }
        await end();
      },
    },
  };
}

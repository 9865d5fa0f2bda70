import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { withModule } from './ssr-module.ts';

/** Output folder of the templates; the server hides it and fills them (server/breachlight/content). */
const TEMPLATES = 'templates';
const RENDERER = 'src/app/prerender.tsx';
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
        await mkdir(join(output, TEMPLATES), { recursive: true });
        await withModule(root, RENDERER, async (module) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what that module exports
          const renderer = module as Renderer;
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
        });
      },
    },
  };
}

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const nothing = () => undefined;

/** Stubs for browser globals that modules access on import; unused while building. */
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

/** Builds a module of the client for Node.js, and calls `work` with what it exports. */
export async function withModule(root: string, path: string, work: (module: unknown) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(root, 'node_modules', '.ssr-'));
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: {
        ssr: path,
        outDir: folder,
        emptyOutDir: true,
        manifest: false,
        copyPublicDir: false,
        rollupOptions: { input: path },
      },
    });
    standInForBrowser();
    const name = basename(path, extname(path));
    const file = (await readdir(folder)).find((each) => each.startsWith(name));
    await work(await import(pathToFileURL(join(folder, file ?? '')).href));
  } finally {
    await rm(folder, { recursive: true });
  }
}

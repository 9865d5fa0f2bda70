import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

export default defineConfig((environment) =>
  mergeConfig(viteConfig(environment), {
    // The bundler takes this file by the package's field `browser`; the tests would take the one for Node.js.
    resolve: { alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' } },
    test: {
      server: { deps: { inline: ['tus-js-client'] } },
      environment: './src/testing/browser-environment.ts',
      pool: 'vmThreads',
      globals: true,
      include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
      setupFiles: ['src/testing/setup.ts'],
      // Unmount the page first (setup.ts); otherwise it would redirect to the login when its session ends.
      sequence: { hooks: 'list' },
      testTimeout: 60_000,
      // One worker per core; the default leaves one idle.
      maxWorkers: '100%',
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);

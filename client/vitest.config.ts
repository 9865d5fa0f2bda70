import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

export default defineConfig((environment) =>
  mergeConfig(viteConfig(environment), {
    test: {
      environment: './src/testing/browser-environment.ts',
      pool: 'vmThreads',
      globals: true,
      include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
      setupFiles: ['src/testing/setup.ts'],
      // The page goes first (setup.ts): one that still stood when its session ends would go to the log-in page.
      sequence: { hooks: 'list' },
      testTimeout: 60_000,
      // One worker for every core: by default one core is left idle, which on two is half of them.
      maxWorkers: '100%',
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);

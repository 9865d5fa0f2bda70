import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { GROUPS } from './build/code-splitting.ts';
import { finishBuild } from './build/finish-build.ts';
import { prerenderHomepage } from './build/prerender.ts';
import { trustedDocuments } from './build/trusted-documents.ts';

const SERVER = 'http://127.0.0.1:8000';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [prerenderHomepage(), trustedDocuments(), finishBuild()])],
  resolve: { alias: { '@': here('./src') } },
  build: {
    outDir: 'dist',
    // For the budgets in .size-limit.js.
    manifest: true,
    target: 'es2023',
    // Browsers that support :dir(); for older ones, each right-to-left rule would list all right-to-left languages.
    cssTarget: ['chrome120', 'firefox128', 'safari16.4'],
    // data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Only GraphiQL's editor is larger, on its own page; the application has budgets (.size-limit.js).
    chunkSizeWarningLimit: 3000,
    rollupOptions: {
      ...(!isSsrBuild && { input: { index: here('./index.html'), graphiql: here('./graphiql.html') } }),
      output: isSsrBuild ? {} : { codeSplitting: { groups: GROUPS } },
      onLog(level, log, report) {
        // GraphiQL contains hints for a compiler that we do not use.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  server: {
    proxy: {
      '/graphql': { target: SERVER, ws: true },
      '/content/graphql': SERVER,
      '/api': SERVER,
    },
  },
}));

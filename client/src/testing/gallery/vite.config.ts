import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Serves or builds the gallery, for review and browser tests; not part of the product build. */
export default defineConfig({
  root: here('../../..'),
  plugins: [react(), tailwindcss()],
  optimizeDeps: { entries: [here('./index.html')] },
  build: { assetsInlineLimit: 0, rollupOptions: { input: here('./index.html') } },
});

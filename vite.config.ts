import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('src/web', import.meta.url));

/** The web app. `node src/main.ts build` runs it; WEB=dev serves it from the sources. */
export default defineConfig({
  root,
  cacheDir: fileURLToPath(new URL('node_modules/.cache/vite', import.meta.url)),
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    cssCodeSplit: false, // 10 kB: a part that is loaded later needs no style sheet of its own
    assetsInlineLimit: 0, // style-src and font-src are 'self'
    target: 'es2023',
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    modulePreload: { polyfill: false },
  },
});

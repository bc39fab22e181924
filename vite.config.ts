import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('src/web', import.meta.url));

/**
 * Has every late import of the built app go through src/web/ui/late-import.ts, with the files it needs, in place of Vite's own helper: that
 * one preloads them as modules, and a module that failed to load once fails for the life of the page (HTML standard, "module map").
 */
const lateImports: Plugin = {
  name: 'late-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { lateImport as __vitePreload } from ${JSON.stringify(`${root}/ui/late-import.ts`)};`,
  },
};

/** The web app. `npm run build` runs it; `serve --dev` serves it from the sources. */
export default defineConfig({
  root,
  cacheDir: fileURLToPath(new URL('node_modules/.cache/vite', import.meta.url)),
  publicDir: false,
  plugins: [lateImports],
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

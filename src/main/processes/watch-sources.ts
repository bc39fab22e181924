import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
/** Editors write a file in several steps, and a change of branch changes many files. */
const SETTLE_MS = 200;

/** Calls `changed` once the sources have not changed for SETTLE_MS; Vite watches those of the web app. */
export function watchSources(changed: () => void, watchFolder: typeof watch = watch): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watchFolder(SOURCES, { recursive: true }, (_event, file) => {
    if (!file || !/\.(ts|json)$/.test(file) || /^web[\\/]/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLE_MS);
  });
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

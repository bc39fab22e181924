import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
/** An editor writes a file in several steps, and a change of branch many files. */
const SETTLE_MS = 200;

/** Calls `changed` once the sources of the service stand still after a change; those of the web app are left to Vite. */
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

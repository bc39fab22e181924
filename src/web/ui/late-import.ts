/** Paths of the files that are here: those of the page itself, then those fetched since. */
const loaded = new Set(
  Array.from(document.querySelectorAll<HTMLElement>('script[src], link[rel=modulepreload]'), (element) =>
    (element.getAttribute('src') ?? element.getAttribute('href') ?? '').slice(1),
  ),
);

/**
 * Imports a part of the built app once all its files have been fetched: a module that fails to load once fails for the life of the page, a
 * fetch can be tried again. The import then reads the browser's cache. `files` are paths below the origin. Throws when a file cannot be had.
 */
export async function lateImport<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.filter((file) => !loaded.has(file)).map(fetchFile));
  return load();
}

async function fetchFile(file: string): Promise<void> {
  const response = await fetch(`/${file}`);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  await response.arrayBuffer(); // all of it: half a file is not kept
  loaded.add(file);
}

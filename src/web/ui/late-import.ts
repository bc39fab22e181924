/** Paths of files that are loaded: those of the page itself, then those fetched since. */
const loaded = new Set(
  Array.from(document.querySelectorAll<HTMLElement>('script[src], link[rel=modulepreload]'), (element) =>
    (element.getAttribute('src') ?? element.getAttribute('href') ?? '').slice(1),
  ),
);

/**
 * Imports a part of the app once its files were fetched into the browser's cache: a failed import cannot be repeated on the same page, a
 * fetch can. `files` are paths below the origin. Throws when a file is unavailable.
 */
export async function lateImport<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.filter((file) => !loaded.has(file)).map(fetchFile));
  return load();
}

async function fetchFile(file: string): Promise<void> {
  const response = await fetch(`/${file}`);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  await response.arrayBuffer(); // an incomplete file is not cached
  loaded.add(file);
}

/** Paths of the files that the browser has loaded: at first those of the page itself, later also those fetched here. */
const loaded = new Set(
  Array.from(document.querySelectorAll<HTMLElement>('script[src], link[rel=modulepreload]'), (element) =>
    (element.getAttribute('src') ?? element.getAttribute('href') ?? '').slice(1),
  ),
);

/**
 * Fetches the files of a part of the app into the browser's cache, then imports it: a failed import cannot be repeated on the same page,
 * but a failed fetch can. `files` are paths relative to the origin. Throws if a file cannot be fetched.
 */
export async function lateImport<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.filter((file) => !loaded.has(file)).map(fetchFile));
  return load();
}

async function fetchFile(file: string): Promise<void> {
  const response = await fetch(`/${file}`);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  await response.arrayBuffer(); // the browser does not cache an incomplete file
  loaded.add(file);
}

/** A file with the folders above it, as it was dropped or chosen. */
export interface Picked {
  path: string;
  file: File;
}

const MOST = 20_000;

/** The dropped files, including those in folders. Call it within the drop event: the browser discards the data afterwards. */
export function pickDropped(dropped: DataTransfer): Promise<Picked[]> {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  return walk(entries.filter((entry) => entry !== null));
}

async function walk(roots: (FileSystemEntry | File)[]): Promise<Picked[]> {
  const found: Picked[] = [];
  const waiting = [...roots].reverse();
  for (let entry = waiting.pop(); entry && found.length < MOST; entry = waiting.pop()) {
    if (entry instanceof File) found.push({ path: entry.name, file: entry });
    else if (entry.isDirectory) waiting.push(...(await childrenOf(entry as FileSystemDirectoryEntry)).reverse());
    else found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry as FileSystemFileEntry) });
  }
  return found;
}

/** A directory reader returns a hundred entries at a time. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** The files of a file or folder input. */
export const pickChosen = (list: FileList | null): Picked[] =>
  [...(list ?? [])].slice(0, MOST).map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** The name of a collection of these files: the folder that they share, else the first of them. */
export function nameOf(picked: readonly Picked[]): string {
  const [first = ''] = picked.map(({ path }) => path);
  const folder = first.includes('/') ? (first.split('/', 1)[0] ?? '') : '';
  const isShared = folder !== '' && picked.every(({ path }) => path.startsWith(`${folder}/`));
  return [...(isShared ? folder : first.replace(/\.\w+$/, ''))].slice(0, 100).join('') || first;
}

/** The dropped file if it is a single list, whose lines may become rows or pages to search; else null. */
export const listAmong = ([first, ...others]: readonly Picked[]): Picked | null =>
  others.length === 0 && first && /\.(?:csv|tsv)$/i.test(first.path) ? first : null;

/** A file with the folders above it, as it was dropped or chosen. */
export interface Picked {
  path: string;
  file: File;
}

const MOST = 20_000;

/** The files of what was dropped, those in folders with them. To be called while the drop is handled: the browser forgets it after. */
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

/** A reader answers a hundred at a time. */
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

/** The files that a file or folder field holds. */
export const pickChosen = (list: FileList | null): Picked[] =>
  [...(list ?? [])].slice(0, MOST).map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** What a collection of these is called: by the folder that they share, else by the first of them. */
export function nameOf(picked: readonly Picked[]): string {
  const [first = ''] = picked.map(({ path }) => path);
  const folder = first.includes('/') ? (first.split('/', 1)[0] ?? '') : '';
  const isShared = folder !== '' && picked.every(({ path }) => path.startsWith(`${folder}/`));
  return [...(isShared ? folder : first.replace(/\.\w+$/, ''))].slice(0, 100).join('') || first;
}

/** What was dropped where it is one list, whose lines may be rows as well as pages to search; else null. */
export const listAmong = ([first, ...others]: readonly Picked[]): Picked | null =>
  others.length === 0 && first && /\.(?:csv|tsv)$/i.test(first.path) ? first : null;

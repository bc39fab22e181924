import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const load = createRequire(import.meta.url);

/** What one may do by a licence: 1 permissive, 2 copyleft, 4 open source. */
export const CLASS = { permissive: 1, copyleft: 2, open: 4 };

/** Licences by SPDX, with their names and classes, and what programming languages are called, in small letters. */
export async function software(): Promise<{
  licences: Record<string, [name: string, classes: number]>;
  languages: Record<string, string>;
}> {
  const spdx = load('spdx-license-list') as Record<string, { name: string; osiApproved: boolean }>;
  const blue = load('@blueoak/list') as { licenses: { id: string }[] }[];
  const permissive = new Set(blue.flatMap(({ licenses }) => licenses.map(({ id }) => id)));
  const copyleft = new Set(load('spdx-copyleft') as string[]);
  const licences = Object.entries(spdx).map(([id, { name, osiApproved }]): [string, [string, number]] => {
    const isPermissive = permissive.has(id) && !copyleft.has(id);
    const isOpen = osiApproved || isPermissive || id === 'CC0-1.0';
    return [id, [name, (isPermissive ? CLASS.permissive : 0) + (copyleft.has(id) ? CLASS.copyleft : 0) + (isOpen ? CLASS.open : 0)]];
  });
  const all = Object.values(await import(pathToFileURL(load.resolve('linguist-languages')).href)) as {
    name: string;
    type: string;
    aliases?: string[];
  }[];
  const programming = all.filter(({ type }) => type === 'programming');
  const languages = new Map(programming.map(({ name }) => [name.toLowerCase(), name]));
  for (const { name, aliases = [] } of programming) for (const alias of aliases) if (!languages.has(alias)) languages.set(alias, name);
  return { licences: Object.fromEntries(licences), languages: Object.fromEntries(languages) };
}

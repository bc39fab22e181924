import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The exit code of a bench that lacks its folder. */
export const FOLDER_MISSING = 3;

/** Ends a bench that cannot begin, with one line and exit code 2 unless another is named. */
export function refuse(line: string, exitCode = 2): never {
  console.error(line);
  process.exit(exitCode);
}

/** The options of a bench; refuses one that is unknown or lacks its value. */
export function readArgs<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    const options = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    return refuse(`${reason}. Options: ${options.join(', ') || 'none'}`);
  }
}

/** The parts of a bench that are named, all of them without a name; refuses a name that is none of them. */
export function chosen<T extends { name: string }>(all: readonly T[], names: readonly string[]): T[] {
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) refuse(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  return all.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** The folder that an option names; refuses where it is not named, or lacks a file that is needed. */
export function folderOf(option: string, named: string | undefined, needed: readonly string[]): string {
  if (named === undefined) return refuse(`Missing: say ${option} DIR (docs/benchmarks.md describes the folder)`, FOLDER_MISSING);
  const folder = resolve(named);
  const [first, ...others] = needed.filter((file) => !existsSync(join(folder, file)));
  if (first !== undefined) refuse(`Missing in ${folder}: ${first}${others.length > 0 ? ` and ${others.length} others` : ''}`);
  return folder;
}

/** Whether an id is in a list such as `yc,peps-02`, by itself or by its source; without a list each is. */
export const isNamed = (list: string | undefined, id: string) =>
  !list || list.split(',').some((one) => id === one || id.startsWith(`${one}-`));

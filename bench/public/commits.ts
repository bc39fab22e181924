import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS } from './corpora.ts';

/**
 * The commit that a folder is a checkout of, in 7 characters, with “, changed” where tracked files differ from it; null where it is none.
 */
export function commitOf(folder: string): string | null {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(folder)) return null; // a folder within another repository
    const isChanged = git('status', '--porcelain', '--untracked-files=no')
      .split('\n')
      .some((line) => /^[ MARC]*[MARC]/.test(line)); // a file that was not brought along changes no figure
    return `${git('rev-parse', 'HEAD').slice(0, 7)}${isChanged ? ', changed' : ''}`;
  } catch {
    return null;
  }
}

/** What was measured: each corpus with the commit of its checkout; a local web has none, so the hash of its claims is used. */
export const corpusCommits = (folder: string): { name: string; commit: string }[] =>
  Object.values(FOLDERS).map((name) => ({
    name,
    commit:
      name === FOLDERS.claims
        ? `claims.jsonl ${hashOf(join(folder, name, 'claims.jsonl'))}`
        : (commitOf(join(folder, name)) ?? 'no checkout'),
  }));

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 7);

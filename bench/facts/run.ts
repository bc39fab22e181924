import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCommits, readTruth, scoreFacts, scorePrecision } from './score-facts.ts';

// How many of the names and values that a person read on 64 pages of 31 kinds our reader gives as labelled facts, and how many of those it gives are right.
//   npm run bench:facts -- --corpora FOLDER      exits with 1 under 94 of 100 given or 85 of 100 right, with 2 where the folder is missing
// FOLDER holds a checkout of each repository under `owner+name` (their names begin the paths in truth.tsv), and `npm/node_modules` with npm 11.

const BAR = 0.94;
const RIGHT_BAR = 0.85;

const { corpora } = parseArgs({ options: { corpora: { type: 'string' } } }).values;
const missing = corpora === undefined ? [] : readTruth().filter(({ path }) => !existsSync(join(corpora, path)));
if (corpora === undefined || missing.length > 0) {
  console.error(
    corpora === undefined ? 'The corpora are missing: say --corpora FOLDER' : `${missing.length} pages are missing in ${corpora}:`,
  );
  for (const { path } of missing) console.error(`  ${path}`);
  process.exitCode = 2;
} else {
  for (const [repository, commit] of readCommits()) console.log(`${repository} ${commit}`);
  const { pages, facts, found, missed } = await scoreFacts(corpora);
  for (const { path, label, value } of missed) console.log(`${path}: “${label}” is not given as “${value}”`);
  const kinds = new Set(readTruth().map(({ kind }) => kind)).size;
  console.log(`${found} of ${facts} labelled facts on ${pages} pages of ${kinds} kinds (bar ${BAR})`);
  const { judged, right, gone } = await scorePrecision(corpora);
  console.log(
    `${right} of ${judged} judged facts that it gives are right (bar ${RIGHT_BAR}); ${gone} others that were judged it gives no more`,
  );
  if (found < BAR * facts || right < RIGHT_BAR * judged) process.exitCode = 1;
}

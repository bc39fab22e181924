import { folderOf, readArgs } from '../shared/arguments.ts';
import { readCommits, readTruth, scoreFacts, scorePrecision } from './score-facts.ts';

// The labelled facts that a person read on 64 pages of 31 kinds: how many our reader gives, and how many of those it gives are right.

const BAR = 0.94;
const RIGHT_BAR = 0.85;

const { values: args } = readArgs({ options: { corpora: { type: 'string' } } });
const truth = readTruth();
const corpora = folderOf(
  '--corpora',
  args.corpora,
  truth.map(({ path }) => path),
);
for (const [repository, commit] of readCommits()) console.log(`${repository} ${commit}`);
const { pages, facts, found, missed } = await scoreFacts(corpora);
for (const { path, label, value } of missed) console.log(`${path}: “${label}” is not given as “${value}”`);
const kinds = new Set(truth.map(({ kind }) => kind)).size;
console.log(`${found} of ${facts} labelled facts on ${pages} pages of ${kinds} kinds (bar ${BAR})`);
const { judged, right, gone } = await scorePrecision(corpora);
console.log(
  `${right} of ${judged} judged facts that it gives are right (bar ${RIGHT_BAR}); ${gone} others that were judged it gives no more`,
);
if (found < BAR * facts || right < RIGHT_BAR * judged) process.exitCode = 1;

import { folderOf, readArgs } from '../shared/arguments.ts';
import { readNames, scoreNames } from './score-names.ts';

// How many pages' titles are the name of what the page is about, of 300 that a person named.

const BAR = 0.97;

const { values: args } = readArgs({ options: { eval: { type: 'string' } } });
const folder = folderOf(
  '--eval',
  args.eval,
  readNames().map(({ path }) => path),
);
const { pages, right, wrong } = await scoreNames(folder);
for (const { path, name, title } of wrong) console.log(`${path}: “${title}” is not “${name}”`);
console.log(`${right} of ${pages} titles are the thing's own name (bar ${BAR})`);
if (right < BAR * pages) process.exitCode = 1;

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scoreNames } from './score-names.ts';

// How many pages' titles are the name of what the page is about, of 300 that a person named.
//   npm run bench:names -- --eval FOLDER      exits with 1 under 97 of 100, with 2 where the folder does not hold the pages

const BAR = 0.97;

const { eval: folder } = parseArgs({ options: { eval: { type: 'string' } } }).values;
if (folder === undefined || !existsSync(join(folder, 'peps', 'pages'))) {
  console.error(`The evaluation web is missing: ${folder === undefined ? 'say --eval FOLDER' : `${folder} holds no pages`}`);
  process.exitCode = 2;
} else {
  const { pages, right, wrong } = await scoreNames(folder);
  for (const { path, name, title } of wrong) console.log(`${path}: “${title}” is not “${name}”`);
  console.log(`${right} of ${pages} titles are the thing's own name (bar ${BAR})`);
  if (right < BAR * pages) process.exitCode = 1;
}

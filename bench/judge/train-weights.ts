import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openRuled } from './ruled.ts';
import { openEvaluation } from './runs.ts';
import { openScores } from './scores.ts';
import { type Evaluator, openWeights } from './train.ts';
import { type Compare, openColumnWeights } from './train-columns.ts';

// Trains the judge's weights on all sources of an evaluation folder and writes src/agent/judge/weights/judge.json and src/agent/judge/weights/columns.json: the same for the same folder and code.
//   npm run train -- --eval FOLDER [--cache DIR] [--pages 300] [--out FOLDER] [--only columns|criteria]

const { values: args } = parseArgs({
  options: {
    eval: { type: 'string' },
    cache: { type: 'string', default: '.cache/judge' },
    pages: { type: 'string', default: '300' },
    out: { type: 'string', default: 'src/agent/judge' },
    /** Sources that the rules were written on: how far these are to be trusted is not learned there. */
    written: { type: 'string', default: 'remote,peps' },
    /** Trains the weights of columns, or of criteria, alone. */
    only: { type: 'string' },
  },
});
if (!args.eval) {
  console.error('The evaluation folder is missing: say --eval FOLDER');
  process.exit(2);
}
const load = (file: string) => import(pathToFileURL(resolve(args.eval as string, file)).href);
const [{ truthOf }, { compare }] = (await Promise.all([load('teach.mjs'), load('score.mjs')])) as [
  Pick<Evaluator, 'truthOf'>,
  { compare: Compare },
];
const cache = resolve(args.cache);
const { runs, sha256 } = await openEvaluation(resolve(args.eval), cache, Number(args.pages));
const head = {
  corpus: {
    sha256,
    sources: [...new Set(runs.map(({ question }) => question.source))].sort(),
    questions: runs.length,
    pages: runs.reduce((sum, run) => sum + run.pages.length, 0),
  },
  figures: 'npm run bench:judge -- --eval FOLDER measures with weights that leave the measured source out; docs/judge.md holds its figures',
};
const write = (name: string, weights: unknown) => {
  const file = resolve(args.out, name);
  writeFileSync(file, `${JSON.stringify({ head, weights }, null, 1)}\n`);
  console.log(`wrote ${file} from ${head.corpus.pages} pages of ${head.corpus.sources.join(', ')}`);
};
if (args.only !== 'columns') {
  const evaluator = { cache, truthOf, ruled: openRuled(runs, cache), written: args.written.split(',') };
  write('weights/judge.json', openWeights(runs, openScores(runs, cache), evaluator)['']);
}
if (args.only !== 'criteria') write('weights/columns.json', openColumnWeights(runs, { cache, truthOf, compare })['']);

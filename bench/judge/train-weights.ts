import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readArgs } from '../shared/arguments.ts';
import { type Compare, evalFolder, loadFrom } from '../shared/evaluation.ts';
import { openRuled } from './ruled.ts';
import { openEvaluation } from './runs.ts';
import { openScores } from './scores.ts';
import { type Evaluator, openWeights } from './train.ts';
import { openColumnWeights } from './train-columns.ts';

// `npm run train`: the judge's weights by all sources of the evaluation folder; the same for the same folder and code.

const { values: args } = readArgs({
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
const folder = evalFolder(args.eval);
const { truthOf } = await loadFrom<Pick<Evaluator, 'truthOf'>>(folder, 'teach.mjs');
const { compare } = await loadFrom<{ compare: Compare }>(folder, 'score.mjs');
const cache = resolve(args.cache);
const { runs, sha256 } = await openEvaluation(folder, cache, Number(args.pages));
const head = {
  corpus: {
    sha256,
    sources: [...new Set(runs.map(({ question }) => question.source))].sort(),
    questions: runs.length,
    pages: runs.reduce((sum, run) => sum + run.pages.length, 0),
  },
  figures: 'npm run bench -- judge --eval DIR measures with weights that leave the measured source out; docs/judge.md holds its figures',
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

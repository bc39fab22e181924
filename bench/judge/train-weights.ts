import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openEvaluation } from './runs.ts';
import { openScores } from './scores.ts';
import { type Evaluator, openWeights } from './train.ts';

// Trains the judge's weights on all sources of an evaluation folder and writes src/agent/judge/weights/judge.json: the same file for the same folder and code.
//   npm run train -- --eval FOLDER [--cache DIR] [--pages 300] [--out FILE]

const { values: args } = parseArgs({
  options: {
    eval: { type: 'string' },
    cache: { type: 'string', default: '.cache/judge' },
    pages: { type: 'string', default: '300' },
    out: { type: 'string', default: 'src/agent/judge/weights/judge.json' },
  },
});
if (!args.eval) {
  console.error('The evaluation folder is missing: say --eval FOLDER');
  process.exit(2);
}
const load = (file: string) => import(pathToFileURL(resolve(args.eval as string, file)).href);
const [{ truthOf }, { compare }] = (await Promise.all([load('teach.mjs'), load('score.mjs')])) as [Evaluator, Evaluator];
const { runs, sha256 } = await openEvaluation(resolve(args.eval), args.cache, Number(args.pages));
const trained = openWeights(runs, openScores(runs, args.cache), { cache: args.cache, truthOf, compare });
const head = {
  corpus: {
    sha256,
    sources: [...new Set(runs.map(({ question }) => question.source))].sort(),
    questions: runs.length,
    pages: runs.reduce((sum, run) => sum + run.pages.length, 0),
  },
  figures: 'npm run bench:judge -- --eval FOLDER measures with weights that leave the measured source out; docs/agent.md holds its figures',
};
writeFileSync(args.out, `${JSON.stringify({ head, weights: trained[''] }, null, 1)}\n`);
console.log(`wrote ${args.out} from ${head.corpus.pages} pages of ${head.corpus.sources.join(', ')}`);

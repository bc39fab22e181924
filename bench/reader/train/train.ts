import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wordOfBy } from '../../../src/agent/read/blocks/part-words.ts';
import { folderOf, readArgs } from '../../shared/arguments.ts';
import { evalFolder } from '../../shared/evaluation.ts';
import { boost } from './boost.ts';
import { productPages, readabilityPages, trafilaturaHalf, webPages } from './documents.ts';
import { learnWords } from './learn-words.ts';
import { pack } from './pack.ts';
import { samplesOf } from './samples.ts';
import { crossValidate } from './validate.ts';

// `npm run train:reader`: the weights of the reader's classifier of blocks, from mozilla/readability's test pages, trafilatura's documents
// at odd places, scrapinghub/product-extraction-benchmark and a few pages of the local web. Deterministic.

const OPTIONS = { trees: 250, leaves: 12, rate: 0.06, minHessian: 1, lambda: 2, features: 0.3 };
const THRESHOLD = 0;
const WEIGHTS = fileURLToPath(new URL('../../../src/agent/read/blocks/weights.json', import.meta.url));

const { values: args } = readArgs({ options: { corpora: { type: 'string' }, eval: { type: 'string' }, validate: { type: 'boolean' } } });
const corpora = folderOf('--corpora', args.corpora, [
  'readability/test/test-pages',
  'trafilatura/tests',
  'product-extraction-benchmark/dataset',
]);
const web = evalFolder(args.eval);

const hash = createHash('sha256');
const documents = [
  ...readabilityPages(corpora, hash),
  ...trafilaturaHalf(corpora, 1, hash),
  ...productPages(corpora, hash),
  ...webPages(web, hash),
];
const figures = crossValidate(documents, OPTIONS, THRESHOLD);
console.log(figures);
if (!args.validate) {
  const words = learnWords(documents);
  const samples = samplesOf(documents, wordOfBy(words));
  const about = {
    madeBy: 'npm run train:reader',
    corpus: hash.digest('hex'),
    documents: documents.length,
    blocks: samples.labels.length,
    ...OPTIONS,
    crossValidated: figures,
  };
  writeFileSync(WEIGHTS, `${JSON.stringify({ ...pack(boost(samples, OPTIONS), THRESHOLD, about), words })}\n`);
  console.log(`${WEIGHTS} written`);
}

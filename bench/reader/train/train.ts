import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { wordOfBy } from '../../../src/agent/read/blocks/words.ts';
import { boost } from './boost.ts';
import { productPages, readabilityPages, trafilaturaHalf, webPages } from './documents.ts';
import { learnWords } from './learn-words.ts';
import { pack } from './pack.ts';
import { samplesOf } from './samples.ts';
import { crossValidate } from './validate.ts';

// Trains the reader's classifier of blocks and writes its weights. Deterministic.
//   npm run train:reader -- --corpora FOLDER --web FOLDER      FOLDER holds the repositories readability and trafilatura; --web a local web
// Learnt from: mozilla/readability's test pages, the documents at odd places of adbar/trafilatura's evaldata.json,
// scrapinghub/product-extraction-benchmark, a few pages of the local web.

const OPTIONS = { trees: 250, leaves: 12, rate: 0.06, minHessian: 1, lambda: 2, features: 0.3 };
const THRESHOLD = 0;
const WEIGHTS = fileURLToPath(new URL('../../../src/agent/read/blocks/weights.json', import.meta.url));

const { values: args } = parseArgs({
  options: { corpora: { type: 'string', default: '.' }, web: { type: 'string', default: '.' }, validate: { type: 'boolean' } },
});
for (const folder of [
  join(args.corpora, 'readability/test/test-pages'),
  join(args.corpora, 'trafilatura/tests'),
  join(args.corpora, 'product-extraction-benchmark/dataset'),
  join(args.web, 'papers/pages'),
])
  if (!existsSync(folder)) {
    console.error(`${folder} is missing`);
    process.exit(2);
  }

const hash = createHash('sha256');
const documents = [
  ...readabilityPages(args.corpora, hash),
  ...trafilaturaHalf(args.corpora, 1, hash),
  ...productPages(args.corpora, hash),
  ...webPages(args.web, hash),
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

import { readFileSync } from 'node:fs';
import { listingFeatures } from '../../../src/agent/listing.ts';
import { FEATURES, LISTS_FROM } from '../../../src/agent/listing-likelihood.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import { regress } from '../../judge/logistic.ts';
import { readArgs } from '../../shared/arguments.ts';
import { evalFolder, pagesIn } from '../../shared/evaluation.ts';

// `npm run train:listings`: the weights that recognise a page that lists, and what they miss with one source left out at a time.

interface Sample {
  source: string;
  path: string;
  lists: boolean;
  x: number[];
}

const PENALTY = 1e-3;

const { values: args } = readArgs({ options: { eval: { type: 'string' } } });
const samples: Sample[] = [];
for (const { source, url, file, kind } of pagesIn(evalFolder(args.eval))) {
  const page = await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: readFileSync(file) }).catch(() => null);
  const features = page && listingFeatures(page);
  if (features)
    samples.push({ source, path: new URL(url).pathname, lists: kind === 'listing', x: [1, ...FEATURES.map((name) => features[name])] });
}

const listings = samples.filter(({ lists }) => lists).length;
console.log(`${samples.length} pages with five items or more, ${listings} of them listings`);
for (const source of new Set(samples.map((one) => one.source))) {
  const weights = learn(samples.filter((one) => one.source !== source));
  const judged = samples.filter((one) => one.source === source).map((one) => ({ ...one, p: likelihood(weights, one.x) }));
  const [lists, things] = [judged.filter((one) => one.lists), judged.filter((one) => !one.lists)];
  const missed = lists.filter(({ p }) => p < LISTS_FROM);
  const taken = things.filter(({ p }) => p >= LISTS_FROM);
  const worst = [Math.min(1, ...lists.map(({ p }) => p)), Math.max(0, ...things.map(({ p }) => p))].map((p) => p.toFixed(2));
  console.log(
    `${source.padEnd(9)} ${missed.length} of ${lists.length} listings missed, ${taken.length} of ${things.length} others taken; least of a listing ${worst[0]}, most of another ${worst[1]}`,
  );
  for (const { path, p } of [...missed, ...taken]) console.log(`  ${path} ${p.toFixed(2)}`);
}
const [bias = 0, ...weights] = learn(samples);
console.log(`${FEATURES.map((name, i) => `${name}: ${weights[i]?.toFixed(2)}`).join(', ')}; bias ${bias.toFixed(2)}`);

/** Listings and others count the same, however many there are. */
function learn(of: readonly Sample[]): number[] {
  const lists = of.filter((one) => one.lists).length;
  const examples = of.map((one) => ({ x: one.x, y: one.lists ? 1 : 0, weight: 0.5 / (one.lists ? lists : of.length - lists) }));
  return regress(examples, PENALTY);
}

function likelihood(of: readonly number[], x: readonly number[]): number {
  return 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (of[i] ?? 0), 0)));
}

import { type Ancestry, PARTS } from './ancestry.ts';
import type { Container } from './containers.ts';
import type { Measure } from './measure.ts';
import { type Context, contextOf, type Path, type Seen } from './page-context.ts';
import type { WordOf } from './part-words.ts';

const EMPTY: Measure = { length: 0, inLinks: 0, words: 0, commas: 0, digits: 0, capitals: 0, end: 0, marks: 0 };
const NO_CONTAINER: Container = { chars: 0, inLinks: 0, long: 0, blocks: 0, score: 0, word: 0 };

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
const bit = (is: boolean) => (is ? 1 : 0);

/** The features of every block: `width` numbers a row. */
export function featuresOf(seen: Seen, wordOf: WordOf): { rows: Float32Array; width: number } {
  const context = contextOf(seen, wordOf);
  const width = NAMES.length;
  const rows = new Float32Array(seen.measures.length * width);
  const logLengths = seen.measures.map(({ length }) => Math.log1p(length));
  const ofPage = featuresOfPage(context);
  for (let i = 0, at = 0; i < seen.measures.length; i++) {
    const row = rowOf(context, i, logLengths);
    for (let f = 0; f < row.length; f++) rows[at++] = row[f] as number;
    for (let f = 0; f < ofPage.length; f++) rows[at++] = ofPage[f] as number;
  }
  return { rows, width };
}

/** Features that all blocks of a page share. */
function featuresOfPage({ containers: { all, best } }: Context): number[] {
  const [page, top] = [all[0] ?? NO_CONTAINER, all[best] ?? NO_CONTAINER];
  return [
    share(top.long, page.long),
    share(top.chars, page.chars),
    share(top.inLinks, top.chars),
    Math.log1p(top.blocks),
    Math.log1p(page.long),
    share(page.inLinks, page.chars),
  ];
}

const TAGS = ['p', 'li', 'quote', 'pre', 'caption', 'td', 'th', 'dt', 'dd'];

/** The names of the features, in the order of a row. */
export const NAMES = [
  ...'length words linked commas digits capitals end marks wordLength tag heading flagged'.split(' '),
  ...'place characters count page fromTitle hasTitle'.split(' '),
  ...[-2, -1, 1, 2].flatMap((step) => [`length${step}`, `linked${step}`, `end${step}`, `same${step}`]),
  ...'inBest shared below furniture content furnitureNear links score depth'.split(' '),
  ...Object.keys(PARTS),
  ...['own', 'parent', 'grand', 'list'].flatMap((of) => [
    `${of}Score`,
    `${of}Long`,
    `${of}Chars`,
    `${of}Linked`,
    `${of}Blocks`,
    `${of}Word`,
  ]),
  ...'pathBlocks pathMean pathLinked pathBest pathSentences pathShare'.split(' '),
  ...'proseBefore proseBeforeNear proseAfter proseAfterNear placeInBest'.split(' '),
  ...'bestLong bestChars bestLinked bestBlocks pageLong pageLinked'.split(' '),
];

function rowOf(context: Context, i: number, logLengths: readonly number[]): number[] {
  const { elements, elementOf, measures, tags, flagged, title, containers, ancestry, pathOf, before } = context;
  const { all, best } = containers;
  const measure = measures[i] ?? EMPTY;
  const of = elementOf[i] ?? 0;
  const parent = elements[of]?.parent ?? 0;
  const above = ancestry[of] as Ancestry;
  const page = all[0] ?? NO_CONTAINER;
  const tag = tags[i] ?? 'p';
  const path = pathOf[i] as Path;
  const count = measures.length;
  const row = [
    logLengths[i] ?? 0,
    Math.log1p(measure.words),
    share(measure.inLinks, measure.length),
    share(measure.commas, measure.words),
    share(measure.digits, measure.length),
    share(measure.capitals, measure.length),
    measure.end,
    share(measure.marks, measure.words),
    share(measure.length, measure.words),
    TAGS.indexOf(tag),
    /^h[1-6]$/.test(tag) ? Number(tag[1]) : 0,
    bit(flagged[i] ?? false),
    i / count,
    share(before[i] ?? 0, page.chars),
    Math.log1p(count),
    Math.log1p(page.chars),
    title < 0 ? 0 : Math.max(-50, Math.min(50, i - title)),
    bit(title >= 0),
  ];
  for (const step of STEPS) {
    const other = measures[i + step] ?? EMPTY;
    row.push(
      logLengths[i + step] ?? 0,
      share(other.inLinks, other.length),
      other.end,
      bit(elementOf[i + step] === of || pathOf[i + step] === path),
    );
  }
  row.push(
    bit(above.isInBest),
    above.shared,
    above.below,
    above.furniture,
    above.content,
    above.furnitureNear,
    above.links,
    above.score,
    elements[of]?.depth ?? 0,
  );
  for (const part of PART_BITS) row.push(bit((above.parts & part) !== 0));
  const bestScore = Math.max(1, all[best]?.score ?? 1);
  for (const e of [of, parent, elements[parent]?.parent ?? 0, above.list]) {
    const container = all[e] ?? NO_CONTAINER;
    row.push(
      container.score / bestScore,
      share(container.long, page.long),
      share(container.chars, page.chars),
      share(container.inLinks, container.chars),
      Math.log1p(container.blocks),
      container.word,
    );
  }
  row.push(
    Math.log1p(path.blocks),
    Math.log1p(path.chars / path.blocks),
    share(path.inLinks, path.chars),
    share(path.inBest, path.chars),
    path.sentences / path.blocks,
    share(path.chars, page.chars),
  );
  const [earlier, later] = [context.proseBefore[i] ?? -1, context.proseAfter[i] ?? -1];
  row.push(
    earlier < 0 ? FAR : Math.min(FAR, i - earlier),
    nearness(context, of, earlier),
    later < 0 ? FAR : Math.min(FAR, later - i),
    nearness(context, of, later),
  );
  const { from = 0, to = count } = elements[best] ?? {};
  row.push(best === 0 ? 0 : Math.max(-1, Math.min(2, share(i - from, Math.max(1, (to < 0 ? count : to) - from)))));
  return row;
}

/** Offsets of the neighbours that count for a block. */
const STEPS = [-2, -1, 1, 2];
const PART_BITS = Object.values(PARTS);
const FAR = 20;

/** Steps up from an element to its first common ancestor with another block's; a large number past four steps. */
function nearness({ elements, elementOf }: Context, of: number, other: number): number {
  if (other < 0) return 9;
  let [a, b, steps] = [of, elementOf[other] ?? 0, 0];
  while (a !== b && steps < 8) {
    if (a > b) a = elements[a]?.parent ?? 0;
    else b = elements[b]?.parent ?? 0;
    steps++;
  }
  return a === b ? steps : 9;
}

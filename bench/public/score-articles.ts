// Ports of two published scorers: article-extraction-benchmark's `evaluate.py` and trafilatura's `eval_common.py`.

export interface Score {
  f1: number;
  precision: number;
  recall: number;
}

const NGRAM = 4;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Precision and recall of runs of four words, a page each, then the mean of all pages and F1 of the two means. */
export function scoreShingles(pairs: readonly { truth: string; found: string }[]): Score {
  const pages = pairs.map(({ truth, found }) => shingleCounts(truth, found));
  const precision = mean(
    pages.filter(({ hit, extra }) => hit + extra > 0).map(({ hit, extra, missed }) => ratio(hit, extra, missed, extra)),
  );
  const recall = mean(
    pages.filter(({ hit, missed }) => hit + missed > 0).map(({ hit, extra, missed }) => ratio(hit, extra, missed, missed)),
  );
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

function ratio(hit: number, extra: number, missed: number, against: number): number {
  if (extra === 0 && missed === 0) return 1;
  return hit === 0 && against === 0 ? 0 : hit / (hit + against);
}

function shingleCounts(truth: string, found: string) {
  const wanted = shingles(truth);
  const got = shingles(found);
  let [hit, extra, missed] = [0, 0, 0];
  for (const [key, count] of got) {
    const other = wanted.get(key) ?? 0;
    hit += Math.min(count, other);
    extra += Math.max(0, count - other);
  }
  for (const [key, count] of wanted) missed += Math.max(0, count - (got.get(key) ?? 0));
  const all = Math.max(1, hit + extra + missed);
  return { hit: hit / all, extra: extra / all, missed: missed / all };
}

function shingles(text: string): Map<string, number> {
  // \w of Python: letters, digits, and the low line; marks are none
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let i = 0; i < Math.max(1, words.length - NGRAM + 1); i++) {
    const key = words.slice(i, i + NGRAM).join(' ');
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const norm = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Pieces of text that must be found, and that must not: counted over all documents. */
export function scoreSegments(documents: readonly { with: string[]; without: string[]; found: string }[]): Score {
  let [hit, extra, missed] = [0, 0, 0];
  for (const document of documents) {
    const text = norm(document.found);
    const kept = document.with.filter((piece) => text.includes(norm(piece))).length;
    hit += kept;
    missed += document.with.length - kept;
    extra += document.without.filter((piece) => text.includes(norm(piece))).length;
  }
  return { precision: hit / (hit + extra), recall: hit / (hit + missed), f1: (2 * hit) / (2 * hit + extra + missed) };
}

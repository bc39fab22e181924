import type { Verdict } from '../../src/domain/verdict.ts';
import { contentStems } from '../../src/language/english/lexicon.ts';
import { type AskType, type Collection, type Request, type Said, trueRows } from './collections.ts';

/** A row as the service shows it. `file`: its page's. */
export interface Row {
  file: string;
  matchVerdict: Verdict | null;
  verdicts: { criterion: { label: string; required: boolean }; verdict: Verdict | null; evidence: { quote: string } | null }[];
  values: { enrichment: { label: string }; value: string | null }[];
}

/** Counts of one request or of several. `no`: quoted no; `noRight` of those the truth says no of, `noLost` of those it says yes of. */
export type Counts = Record<
  'rows' | 'claimed' | 'right' | 'unread' | 'lostRows' | 'no' | 'noQuoted' | 'noRight' | 'noLost' | 'filled' | 'valuesRight' | 'stated',
  number
> & { cells: Record<string, { met: number; claimed: number; right: number }> };

export const nothing = (): Counts => ({
  ...{
    rows: 0,
    claimed: 0,
    right: 0,
    unread: 0,
    lostRows: 0,
    no: 0,
    noQuoted: 0,
    noRight: 0,
    noLost: 0,
    filled: 0,
    valuesRight: 0,
    stated: 0,
  },
  cells: {},
});

export function addTo(sum: Counts, { cells, ...counts }: Counts): Counts {
  for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count;
  for (const [type, { met, claimed, right }] of Object.entries(cells)) {
    sum.cells[type] ??= { met: 0, claimed: 0, right: 0 };
    const of = sum.cells[type];
    [of.met, of.claimed, of.right] = [of.met + met, of.claimed + claimed, of.right + right];
  }
  return sum;
}

const stems = (text: string) => new Set(contentStems(text));

/**
 * Which questions a criterion holds: each belongs to the criterion that shares most words with it, the kind to the first where none does.
 */
function asksOf(labels: readonly string[], { asks }: Request): number[][] {
  const held: number[][] = labels.map(() => []);
  const words = labels.map(stems);
  asks.forEach(({ ask, type }, i) => {
    const own = [...stems(ask)];
    const shared = words.map((of) => own.filter((stem) => of.has(stem)).length);
    const most = Math.max(...shared);
    if (most > 0) held[shared.indexOf(most)]?.push(i);
    else if (type === 'kind') held[0]?.push(i);
  });
  return held;
}

const together = (said: readonly Said[]): Said['v'] =>
  said.some(({ v }) => v === 'n') ? 'n' : said.every(({ v }) => v === 'm') ? 'm' : said.some(({ v }) => v === 'u') ? 'u' : 'p';

/** Compares the rows of a run with the truth; `wrong` gets each row and cell that differs. */
export function scoreRun(request: Request, labels: readonly string[], rows: readonly Row[], wrong: (line: string) => void): Counts {
  const counts = nothing();
  const held = asksOf(labels, request);
  const byFile = new Map(rows.map((row) => [row.file, row]));
  const isTrue = new Set(trueRows(request));
  counts.rows = isTrue.size;
  for (const [file, said] of Object.entries(request.pages)) {
    const row = byFile.get(file);
    const isMatch = row?.matchVerdict === 'match';
    if (isMatch) counts.claimed++;
    if (isMatch && isTrue.has(file)) counts.right++;
    if (isTrue.has(file) && !row) counts.unread++;
    if (isTrue.has(file) && row?.matchVerdict === 'no_match') counts.lostRows++;
    if (isMatch !== isTrue.has(file)) wrong(`${isMatch ? 'FALSE ROW' : row ? 'missed row' : 'UNREAD ROW'} ${file}`);
    labels.forEach((label, i) => {
      const asked = held[i] ?? [];
      const cell = row?.verdicts.find(({ criterion }) => criterion.label === label);
      if (asked.length === 0) return;
      const truth = together(asked.map((ask) => said[ask] ?? { v: 'u' }));
      const types = [...new Set(asked.map((ask) => request.asks[ask]?.type as AskType))];
      const type = types.length === 1 ? (types[0] as string) : 'several';
      counts.cells[type] ??= { met: 0, claimed: 0, right: 0 };
      const of = counts.cells[type];
      if (truth === 'm') of.met++;
      if (cell?.verdict === 'match') of.claimed++;
      if (cell?.verdict === 'match' && truth === 'm') of.right++;
      if (cell?.verdict === 'no_match') {
        counts.no++;
        if (cell.evidence) counts.noQuoted++;
        if (truth === 'n') counts.noRight++;
        if (truth === 'm') counts.noLost++;
      }
      const isRight = cell?.verdict === 'match' ? truth === 'm' : cell?.verdict === 'no_match' ? truth === 'n' : truth !== 'm';
      if (!isRight)
        wrong(
          `  ${cell?.verdict ?? 'no verdict'} for ${truth}: ${label} | ${file} | ${cell?.evidence?.quote ?? said[asked[0] ?? 0]?.q ?? ''}`,
        );
    });
  }
  return counts;
}

const plain = (value: string) =>
  value
    .toLowerCase()
    .replace(/[\s.,]+/gu, ' ')
    .trim();

/** Values of the columns, right of filled and of stated. */
export function scoreColumns({ columns }: Collection, rows: readonly Row[], wrong: (line: string) => void): Counts {
  const counts = nothing();
  for (const { name, type, values } of columns) {
    if (type === 'text') continue;
    counts.stated += Object.keys(values).length;
    for (const { file, values: filled } of rows) {
      const value = filled.find(({ enrichment }) => enrichment.label === name)?.value ?? null;
      const known = values[file]?.value ?? null;
      const isRight = value !== null && known !== null && (plain(value) === plain(known) || Number(value) === Number(known));
      if (value !== null) counts.filled++;
      if (isRight) counts.valuesRight++;
      if (!isRight && (value !== null || known !== null)) wrong(`  ${name} | ${file} | ${value ?? '-'} for ${known ?? '-'}`);
    }
  }
  return counts;
}

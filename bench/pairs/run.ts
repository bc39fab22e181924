import { readFileSync } from 'node:fs';
import { guardValue, guardVerdict } from '../../src/agent/evidence/evidence-guard.ts';
import type { ColumnQuestion } from '../../src/agent/judge/finding.ts';
import { judgeByRules } from '../../src/agent/judge/rules/lexical.ts';
import { pageOf } from '../../test/support/page.ts';
import { readArgs } from '../shared/arguments.ts';

// The rules on pages of our own words: the part that rules are written on, or with `--held` the other.

const BARS = { rightOfDecided: 0.95, claimed: 0.05, rightOfFilled: 0.95 };

interface Pair {
  request: string;
  lines: string[];
  criteria: { label: string; truth: string }[];
  columns: { label: string; format: ColumnQuestion['format']; truth: string | null }[];
}

function pairsIn(file: string): Pair[] {
  const pairs: Pair[] = [];
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('= ')) pairs.push({ request: line.slice(2), lines: [], criteria: [], columns: [] });
    const pair = pairs.at(-1);
    if (!pair || line.startsWith('= ')) continue;
    const [, mark, kind = '', label = '', value] = /^([?:]) (\w+) \| (.+?)(?: = (.+))?$/u.exec(line) ?? [];
    if (mark === '?') pair.criteria.push({ label, truth: kind });
    else if (mark === ':')
      pair.columns.push({ label, format: kind as ColumnQuestion['format'], truth: value === '-' ? null : (value ?? null) });
    else pair.lines.push(line);
  }
  return pairs;
}

function score(pairs: Pair[], show: boolean) {
  const sum = { pairs: 0, decided: 0, right: 0, judged: 0, unsure: 0, claimed: 0, columns: 0, filled: 0, filledRight: 0, stated: 0 };
  const used = process.cpuUsage();
  for (const { request, lines, criteria, columns } of pairs) {
    const page = pageOf(lines.join('\n'), { url: 'https://pages.example/one' });
    const asked = criteria.map(({ label }, i) => ({ id: `c${i}`, label, description: null }));
    const wanted = columns.map(({ label, format }, i) => ({ id: `e${i}`, label, format, description: null }));
    const { verdicts, values } = judgeByRules({ page, request, criteria: asked, columns: wanted });
    for (const [i, { label, truth }] of criteria.entries()) {
      const [question, finding] = [asked[i], verdicts.get(`c${i}`)];
      if (!question || !finding) continue;
      const { verdict, reason } = guardVerdict(page, question, finding);
      sum.pairs++;
      if (truth === 'unsure') {
        sum.unsure++;
        if (verdict === 'match') sum.claimed++;
      } else {
        sum.judged++;
        if (verdict === 'match' || verdict === 'no_match') sum.decided++;
        if (verdict === truth) sum.right++;
      }
      if (show && (truth === 'unsure' ? verdict === 'match' : verdict !== truth))
        console.log(`  ${label}: ${truth}, got ${verdict} (${reason})`);
    }
    for (const [i, { label, truth }] of columns.entries()) {
      const [question, finding] = [wanted[i], values.get(`e${i}`)];
      if (!question || !finding) continue;
      const { value, reason } = guardValue(page, question, finding);
      sum.columns++;
      if (truth !== null) sum.stated++;
      if (value !== null) sum.filled++;
      if (value !== null && value === truth) sum.filledRight++;
      if (show && value !== truth) console.log(`  ${label}: ${truth}, got ${value} (${reason})`);
    }
  }
  const { user, system } = process.cpuUsage(used);
  const share = (a: number, b: number) => (b === 0 ? '-' : (a / b).toFixed(3));
  return {
    pairs: sum.pairs,
    'right of decided': share(sum.right, sum.decided),
    'right of all': share(sum.right, sum.judged),
    'match where the page does not say': share(sum.claimed, sum.unsure),
    columns: sum.columns,
    'right of filled': share(sum.filledRight, sum.filled),
    'right of stated': share(sum.filledRight, sum.stated),
    'CPU ms a page': ((user + system) / 1000 / pairs.length).toFixed(1),
  };
}

const { values: args } = readArgs({ options: { held: { type: 'boolean' }, show: { type: 'boolean' } } });
const pairs = pairsIn(args.held ? './held.txt' : './dev.txt');
score(pairs, false); // the first pass compiles
const scored = score(pairs, args.show ?? false);
console.table({ 'all rules': scored });
const missed = [
  Number(scored['right of decided']) < BARS.rightOfDecided && 'right of decided',
  Number(scored['match where the page does not say']) > BARS.claimed && 'match where the page does not say',
  Number(scored['right of filled']) < BARS.rightOfFilled && 'right of filled',
].filter(Boolean);
if (missed.length > 0) {
  console.log(`missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}

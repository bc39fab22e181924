import { judgeGuarded } from '../../src/agent/evidence/judge-guarded.ts';
import { assessPage } from '../../src/agent/judge/assess-page.ts';
import type { ColumnQuestion, Question } from '../../src/agent/judge/finding.ts';
import { openModel } from '../../src/agent/model/ask.ts';
import { modelReasoner } from '../../src/agent/model/reasoner.ts';
import { openTransport } from '../../src/agent/model/transport.ts';
import type { Clock } from '../../src/agent/ports.ts';
import { dollars } from '../../src/domain/money/cost.ts';
import { holds } from '../../src/domain/page/evidence.ts';
import type { Page } from '../../src/domain/page/page.ts';
import { claims } from '../../src/domain/verdict.ts';
import { countingBudget, memoryModelPorts } from '../../test/support/agent/model-memory.ts';
import { type Asked, type Fault, type Opinion, openModelServer } from '../../test/support/agent/model-server.ts';
import { pageOf } from '../../test/support/page.ts';
import { readArgs } from '../shared/arguments.ts';

// Judges pages of known truth by a local server that fails in every way it knows.

const { values: args } = readArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '8' },
    delay: { type: 'string', default: '300' },
    provider: { type: 'string', default: 'openai-compatible' },
    /** Without the pause of 90 s, and the wall time not held: to see that it works. */
    quick: { type: 'boolean', default: false },
  },
});
const [count, lanes, delay] = [Number(args.pages), Number(args.lanes), Number(args.delay)];
const RATIO_MAX = 1.5;

const criteria: Question[] = [
  { id: 'remote', label: 'Allows remote work', description: null },
  { id: 'size', label: 'At least 100 employees', description: null },
  { id: 'office', label: 'Has an office in Japan', description: null },
];
const columns: ColumnQuestion[] = [
  { id: 'founded', label: 'Founded', description: null, format: 'date' },
  { id: 'staff', label: 'Employees', description: null, format: 'number' },
];

interface Truth {
  page: Page;
  isRemote: boolean;
  staff: number;
}

const truths: Truth[] = Array.from({ length: count }, (_, i) => {
  const name = `Company ${i}`;
  const [isRemote, staff] = [i % 3 !== 0, 20 + ((i * 37) % 400)];
  const filler = Array.from(
    { length: i % 7 === 0 ? 60 : 4 },
    (_, k) => `p> ${name} ships part ${k} of its catalogue to shops on the coast, as it has done for a while.`,
  );
  const page = pageOf(
    [
      `h1> ${name}`,
      `p> ${name} makes lamps.`,
      ...filler,
      'dt> Founded',
      `dd> ${1980 + (i % 40)}`,
      `p> ${name} employs ${staff} people.`,
      isRemote ? 'p> Employees work remotely from wherever they like.' : 'p> Remote work is not allowed.',
    ].join('\n'),
    { title: name, url: `https://company-${i}.example/` },
  );
  return { page, isRemote, staff };
});

const find = ({ passages }: Asked, words: RegExp) => passages.find(({ text, context }) => words.test(`${context}: ${text}`));
/** Judges as the page says. */
const honest = (asked: Asked): Opinion => {
  const remote = find(asked, /remote work|remotely/iu);
  const staff = find(asked, /employs (\d+) people/u);
  const founded = find(asked, /^Founded: \d{4}$/u);
  const size = Number(/employs (\d+)/u.exec(staff?.text ?? '')?.[1] ?? 0);
  const silent = { says: 'silent', passage: null, quote: null, note: 'nothing is said' };
  const all: Record<string, object> = {
    'Allows remote work': remote
      ? { says: /not/u.test(remote.text) ? 'no' : 'yes', passage: remote.number, quote: remote.text, note: 'the page says so' }
      : silent,
    'At least 100 employees': staff
      ? { says: size >= 100 ? 'yes' : 'no', passage: staff.number, quote: staff.text, note: `${size}` }
      : silent,
    'Has an office in Japan': silent,
  };
  const values: Record<string, object> = {
    Founded: { value: founded?.text ?? null, passage: founded?.number ?? null, quote: founded?.text ?? null },
    Employees: { value: staff ? String(size) : null, passage: staff?.number ?? null, quote: staff?.text ?? null },
  };
  return {
    criteria: asked.criteria.map(({ id, label }) => ({ id, ...all[label] })),
    columns: asked.columns.map(({ id, label }) => ({ id, ...values[label] })),
  };
};

const LIES = ['invented', 'changed', 'elsewhere'] as const;
let lies = 0;
let answers = 0;
/** Every twelfth answer is a lie: an invented quote, one with a changed number, or one of another page. */
const brain = (asked: Asked): Opinion => {
  const said = honest(asked);
  if (++answers % 12 !== 0) return said;
  const lie = LIES[lies++ % LIES.length];
  const quote =
    lie === 'invented'
      ? 'Employees work remotely from our offices in Tokyo, Japan, all 5000 of them.'
      : lie === 'changed'
        ? (find(asked, /employs \d+ people/u)?.text.replace(/\d+ people/u, '98765 people') ?? '')
        : 'The people of Otherpage work remotely, in an office in Osaka, Japan.';
  return {
    criteria: said.criteria.map(({ id }) => ({ id, says: 'yes', passage: null, quote, note: 'a lie' })),
    columns: said.columns.map(({ id }) => ({ id, value: '98765', passage: null, quote })),
  };
};

const COMMON: Fault[] = ['fences', 'think', 'cut-text', 'error-500', 'html', 'cut-body', 'empty', 'prose', 'hang-up', 'length', 'no-json'];
let rests = 0;
const faultOf = (_: Asked, call: number): Fault | null => {
  if (call < 2) return 'no-schema';
  if (!args.quick && call === Math.floor(count / 2)) {
    rests += 90_000;
    return 'limited-90';
  }
  if (call % 301 === 300) {
    rests += 1000;
    return 'limited-1';
  }
  if (call % 251 === 250) return 'slow';
  return call % 11 === 10 ? (COMMON[Math.floor(call / 11) % COMMON.length] ?? null) : null;
};

/** Reads words alone as they are. */
const alone = ({ criteria: asked, passages }: Asked): string => {
  const says = (label: string, text: string) => {
    const staff = Number(/employs (\d+)/u.exec(text)?.[1] ?? Number.NaN);
    if (label === 'Allows remote work' && /remote/iu.test(text)) return /not/u.test(text) ? 'contradicts' : 'supports';
    if (label === 'At least 100 employees' && !Number.isNaN(staff)) return staff >= 100 ? 'supports' : 'contradicts';
    return 'neither';
  };
  return JSON.stringify({ criteria: asked.map(({ id, label }, i) => ({ id, says: says(label, passages[i]?.text ?? '') })) });
};

await using server = await openModelServer(brain, faultOf, alone);
server.delayMs = delay;
await using transport = openTransport();
const clock: Clock = {
  now: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
};
const ports = memoryModelPorts(clock);
const budget = countingBudget();
const provider = args.provider === 'anthropic' ? 'anthropic' : 'openai-compatible';
const endpoint = { provider, model: 'fake', key: 'none', baseUrl: server.url, concurrency: lanes, timeoutMs: delay * 5 + 1000 } as const;
const model = openModel(endpoint, { input: 1, output: 5 }, { ports, fetch: transport.fetch });
let reasks = 0;
const reasoner = modelReasoner({ models: [model], answers: ports.answers, onReask: () => reasks++ });

const tally = { cells: 0, lost: 0, unproved: 0, wrong: 0, review: 0, byRules: 0, unanswered: 0 };
const started = performance.now();
let next = 0;
const lane = async () => {
  for (let truth = truths[next++]; truth; truth = truths[next++]) {
    const { page, isRemote, staff } = truth;
    const input = { page, request: 'lamp makers', criteria, columns, budget };
    const result = await judgeGuarded(reasoner, input, assessPage(input), new AbortController().signal);
    if (result.by === 'lexical') tally.byRules++;
    for (const one of criteria) {
      tally.cells++;
      const judged = result.verdicts.get(one.id);
      if (!judged) tally.lost++;
      if (!judged) continue;
      const { verdict, evidence, reason } = judged;
      if (claims(verdict) && !(evidence && holds(page.text, evidence))) tally.unproved++;
      if (verdict === 'needs_review') tally.review++;
      if (reason === 'unanswered') tally.unanswered++;
      const isSo = { remote: isRemote, size: staff >= 100, office: false }[one.id];
      if ((verdict === 'match' && !isSo) || (reason === 'contradicted' && isSo)) tally.wrong++;
    }
    for (const one of columns) {
      tally.cells++;
      const valued = result.values.get(one.id);
      if (!valued) tally.lost++;
      if (!valued) continue;
      const { value, evidence, reason } = valued;
      if (value !== null && !(evidence && holds(page.text, evidence))) tally.unproved++;
      if (reason === 'unanswered') tally.unanswered++;
      if (value !== null && one.id === 'staff' && Number(value) !== staff) tally.wrong++;
    }
  }
};
await Promise.all(Array.from({ length: lanes }, lane));
const wall = (performance.now() - started) / 1000;
const alones = new Set(server.calls.filter(({ isAlone, isAgain }) => isAlone && !isAgain).map(({ prompt }) => prompt));
const ideal = ((count + alones.size) * delay) / lanes / 1000 + rests / 1000;
const ratio = wall / ideal;
const { spent } = budget;

console.log(`pages                      ${count} at ${lanes} lanes, ${delay} ms an answer, ${provider}`);
console.log(
  `calls                      ${server.calls.length}, of which ${server.calls.filter(({ fault }) => fault !== null).length} with a fault, ${lies} lies`,
);
console.log(`words read alone           ${alones.size} calls beside one a page`);
console.log(`asked again                ${reasks}`);
console.log(
  `tokens                     ${spent.inputTokens} in, ${spent.outputTokens} out, ${dollars(spent.costNanoUsd)} at 1 and 5 dollars a million`,
);
console.log(
  `wall time over the ideal   ${wall.toFixed(1)} s over ${ideal.toFixed(1)} s (named rests of ${rests / 1000} s in both): ${ratio.toFixed(2)} (bar ${RATIO_MAX})`,
);
console.log(`most calls at a time       ${server.busiest}`);
console.log(
  `cells                      ${tally.cells}: ${tally.review} verdicts for review, ${tally.unanswered} cells unanswered, ${tally.byRules} pages by the rules`,
);
console.log(`cells lost                 ${tally.lost} (bar 0)`);
console.log(`unproved verdicts stored   ${tally.unproved} (bar 0)`);
console.log(`wrong verdicts stored      ${tally.wrong} (bar 0)`);
const missed = [
  !args.quick && ratio > RATIO_MAX && 'wall time',
  tally.lost > 0 && 'cells lost',
  tally.unproved > 0 && 'unproved verdicts',
  tally.wrong > 0 && 'wrong verdicts',
  server.busiest > lanes && 'calls at a time',
].filter(Boolean);
if (missed.length > 0) console.log(`missed: ${missed.join(', ')}`);
process.exitCode = missed.length > 0 ? 1 : 0;

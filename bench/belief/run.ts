import { readFileSync } from 'node:fs';
import { judgeGuarded } from '../../src/agent/evidence/judge-guarded.ts';
import { assessPage } from '../../src/agent/judge/assess-page.ts';
import type { ColumnQuestion } from '../../src/agent/judge/finding.ts';
import type { Model } from '../../src/agent/model/ask.ts';
import { modelReasoner } from '../../src/agent/model/reasoner.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { claims } from '../../src/domain/verdict.ts';
import { readPrompt } from '../../test/support/agent/model-server.ts';
import { isNamed, readArgs } from '../shared/arguments.ts';
import { evalFolder, pagesIn, questionsIn } from '../shared/evaluation.ts';
import { LIES, type Lie, lieOf } from './careless.ts';
import { openPerfectModel, truthPathOf } from './perfect.ts';

// Whether a right model is believed and a careless one is not, in memory, a source at a time. Right: on every matching page, by the truth.
// Careless: a lie of each kind on `--each` pages a criterion that do not meet it.

const TAKEN_MAX = 0.02;
const LIES_MAX = 0.01;

const { values: args } = readArgs({
  options: {
    eval: { type: 'string' },
    questions: { type: 'string' },
    each: { type: 'string', default: '8' },
    show: { type: 'boolean', default: false },
  },
});
const folder = evalFolder(args.eval);
const asked = (await questionsIn(folder)).filter(({ id }) => isNamed(args.questions, id));
const files = new Map(pagesIn(folder).map(({ url, file }) => [truthPathOf(url), file]));
const pageAt = (url: string) => {
  const body = readFileSync(files.get(truthPathOf(url)) ?? '');
  return readDocument({ url: new URL(url, 'http://127.0.0.1:8788').href, mediaType: 'text/html', charset: 'utf-8', body });
};

const perfect = openPerfectModel(asked);
let calls = { page: 0, alone: 0 };
/** A model in this process, judging as `answer` does. */
const reasonerBy = (answer: (asked: ReturnType<typeof readPrompt>) => unknown) => {
  const model = {
    name: 'local',
    key: 'local',
    price: null,
    async ask({ instructions, prompt }: Parameters<Model['ask']>[0]) {
      const question = readPrompt(instructions, prompt);
      calls = question.isAlone ? { ...calls, alone: calls.alone + 1 } : { ...calls, page: calls.page + 1 };
      const said = question.isAlone ? perfect.readAlone({ ...question, mode: 'schema', maxTokens: 0 }) : answer(question);
      return { text: typeof said === 'string' ? said : JSON.stringify(said), isCut: false };
    },
  } as Partial<Model> as Model;
  return modelReasoner({ models: [model], answers: { get: async () => null, put: async () => {} } });
};
const never = new AbortController().signal;

interface Tally {
  matching: number;
  passages: number;
  secondOpinion: number;
  guard: number;
  pageCalls: number;
  aloneCalls: number;
  lies: Map<Lie, { result: number; through: number }>;
}
const tallies = new Map<string, Tally>();
const show = (...words: string[]) => args.show && console.log(words.join('  ').slice(0, 500));

const right = reasonerBy((one) => perfect.answer({ ...one, mode: 'schema', maxTokens: 0 }));
for (const question of asked) {
  const tally: Tally = tallies.get(question.source) ?? {
    matching: 0,
    passages: 0,
    secondOpinion: 0,
    guard: 0,
    pageCalls: 0,
    aloneCalls: 0,
    lies: new Map(LIES.map((lie) => [lie, { result: 0, through: 0 }])),
  };
  tallies.set(question.source, tally);
  const criteria = question.criteria.map((one, i) => ({ id: `c${i}`, ...one }));
  const columns = question.enrichments.map((one, i) => ({ id: `e${i}`, ...one }) as ColumnQuestion);

  calls = { page: 0, alone: 0 };
  for (const url of question.truth.matching) {
    const page = await pageAt(url);
    const input = { page, request: question.query, criteria, columns };
    const { verdicts } = await judgeGuarded(right, input, assessPage(input), never);
    tally.matching++;
    const lost = criteria.flatMap(({ id, label }) => {
      const one = verdicts.get(id);
      return one?.verdict === 'match' ? [] : [{ label, reason: one?.reason, note: one?.note }];
    });
    if (lost.length === 0) continue;
    const unseen = perfect.seen.get(`${question.id} ${truthPathOf(url)}`)?.unseen ?? [];
    const stage = unseen.length > 0 ? 'passages' : lost.some(({ reason }) => reason === 'disputed') ? 'secondOpinion' : 'guard';
    tally[stage]++;
    show(stage, question.id, truthPathOf(url), unseen.join(', ') || lost.map(({ label, note }) => `${label}: ${note}`).join(' | '));
  }
  tally.pageCalls += calls.page;
  tally.aloneCalls += calls.alone;

  for (const criterion of criteria) {
    const elsewhere = perfect.decidingOf(question, criterion.label);
    const unmet = Object.entries(question.truth.verdicts)
      .filter(([url, said]) => ['no_match', 'unknown'].includes(said[criterion.label] ?? '') && files.has(truthPathOf(url)))
      .map(([url]) => url);
    const step = Math.max(1, Math.floor(unmet.length / Number(args.each)));
    for (const url of unmet.filter((_, i) => i % step === 0).slice(0, Number(args.each))) {
      const page = await pageAt(url);
      for (const lie of LIES) {
        let quote: string | null = null;
        const careless = reasonerBy((one) => {
          quote = lieOf(lie, one, criterion, elsewhere);
          return { criteria: [{ id: 'c1', says: 'yes', passage: null, quote: quote ?? '', note: 'a lie' }], columns: [] };
        });
        const input = { page, request: question.query, criteria: [criterion], columns: [] };
        const { verdicts } = await judgeGuarded(careless, input, assessPage(input), never);
        const of = tally.lies.get(lie) as { result: number; through: number };
        if (quote === null) continue;
        of.result++;
        const verdict = verdicts.get(criterion.id);
        if (!verdict || !claims(verdict.verdict)) continue;
        of.through++;
        show(`lie ${lie}`, question.id, truthPathOf(url), `${criterion.label}: ${verdict.evidence?.quote}`);
      }
    }
  }
}

const percent = (part: number, of: number) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)} %`);
const missed: string[] = [];
for (const [source, one] of tallies) {
  const taken = one.passages + one.secondOpinion + one.guard;
  const lies = [...one.lies.values()];
  const [result, through] = [lies.reduce((sum, lie) => sum + lie.result, 0), lies.reduce((sum, lie) => sum + lie.through, 0)];
  console.log(
    `${source.padEnd(10)} taken back of ${one.matching} matching pages: passages ${one.passages}, second opinion ${one.secondOpinion}, guard ${one.guard}: ${percent(taken, one.matching)}; read alone ${one.aloneCalls} calls on ${one.pageCalls} pages`,
  );
  console.log(
    `${''.padEnd(10)} lies that got through: ${[...one.lies].map(([lie, of]) => `${lie} ${of.through}/${of.result}`).join(', ')}: ${percent(through, result)}`,
  );
  if (taken > TAKEN_MAX * one.matching) missed.push(`${source}: a right model is not believed`);
  if (through > LIES_MAX * result) missed.push(`${source}: a careless model is believed`);
}
console.log(`bars: at most ${100 * TAKEN_MAX} % taken back, at most ${100 * LIES_MAX} % of the lies, each source`);
if (missed.length > 0) console.log(`missed: ${missed.join('; ')}`);
process.exitCode = missed.length > 0 ? 1 : 0;

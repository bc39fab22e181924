import { checkRows, teachingRows } from '../../agent/judge/decide/teacher.ts';
import {
  type AskableRow,
  type ChoicePurpose,
  insertChoices,
  type JudgeChoice,
  listAskable,
  listChoices,
  listUnfilled,
  saveSaved,
} from '../../db/queries/runs/judge-choice.ts';
import { raiseShare } from '../../db/queries/runs/run.ts';
import { AUTO, quotaOf, shareAfter } from '../../domain/model/judge-share.ts';
import { checkpoint } from '../checkpoint.ts';
import { inLanes } from '../lanes.ts';
import { decideRows } from '../learning/during-run.ts';
import { budgetLeft, goOn, type Scope, untilCap } from '../scope.ts';
import { askRow } from './ask-row.ts';

/**
 * Decides all rows by what was learned, and has the model judge the most informative ones, up to its share. `isLast`: all pages are read,
 * so a random sample of decisions is checked and columns of matches are filled. Choices are stored before the model is called.
 */
export async function teachRows(scope: Scope, { isLast = false } = {}): Promise<void> {
  const { deps, run } = scope;
  await decideRows(scope);
  if (scope.asked === null) return;
  if (deps.script) return isLast ? playChoices(scope) : undefined;
  const left = (await listChoices(deps.db, run.id)).filter(({ isDone }) => !isDone);
  if (left.length > 0 && !(await askAll(scope, left))) return; // from an interrupted attempt
  if (!(await teach(scope, isLast)) || !isLast) return;
  await chooseAndAsk(
    scope,
    'columns',
    (await listUnfilled(deps.db, run)).map((rowId) => ({ rowId })),
  );
  await checkpoint(deps, run, async (tx) => {
    await saveSaved(tx, run.id);
    return [];
  });
}

/**
 * Teaches up to the share; once all pages are read, checks what was learned, and raises the share while too little is right. Returns false
 * if the run is to stop.
 */
async function teach(scope: Scope, isLast: boolean): Promise<boolean> {
  const { deps, run } = scope;
  for (let share = run.judgeShare ?? run.raisedShare ?? AUTO.least; ; ) {
    for (;;) {
      const { rows, taught } = await standing(scope);
      const isWhole = isLast && run.judgeShare === null && rows.length <= AUTO.whole;
      const wanted = (isWhole ? rows.length : quotaOf(rows.length, share).teach) - taught;
      const next = wanted > 0 ? teachingRows(rows, wanted) : [];
      if (next.length === 0) break;
      if (
        !(await chooseAndAsk(
          scope,
          'teach',
          next.map((i) => chosen(rows, i)),
        ))
      )
        return false;
      await decideRows(scope);
    }
    if (!isLast) return true;
    const { rows, checks } = await standing(scope);
    const more = quotaOf(rows.length, share).check - checks.length;
    const sample = more > 0 ? checkRows(rows, run.id, more).map((i) => chosen(rows, i)) : [];
    if (!(await chooseAndAsk(scope, 'check', sample))) return false;
    if (sample.length > 0) await decideRows(scope);
    const raised = run.judgeShare === null ? shareAfter(share, (await standing(scope)).checks) : share;
    if (raised === share) return true;
    share = raised;
    run.raisedShare = raised;
    await checkpoint(deps, run, async (tx) => {
      await raiseShare(tx, run.id, raised);
      return [
        {
          type: 'narration',
          data: { text: `Of what was learned too little is right: the model judges ${Math.round(100 * raised)} % of the pages` },
        },
      ];
    });
  }
}

const chosen = (rows: readonly AskableRow[], i: number) => ({ rowId: rows[i]?.id as string, decided: rows[i]?.verdict ?? null });

/** The decided rows, how many of them teach, and the results of the checks. */
async function standing({ deps: { db }, run }: Scope) {
  const [rows, choices] = await Promise.all([listAskable(db, run), listChoices(db, run.id)]);
  const sampled = choices.filter(({ purpose }) => purpose === 'check');
  const checks = sampled.flatMap(({ decided, said }) => (decided !== null && said !== null ? [{ decided, said }] : []));
  return { rows, taught: rows.filter(({ isKnown }) => isKnown).length - sampled.length, checks };
}

async function chooseAndAsk(
  scope: Scope,
  purpose: ChoicePurpose,
  rows: { rowId: string; decided?: AskableRow['verdict'] }[],
): Promise<boolean> {
  const { deps, run } = scope;
  if (rows.length === 0) return true;
  if (isOver(scope)) return false;
  await checkpoint(deps, run, async (tx) => {
    await insertChoices(tx, run.id, purpose, rows);
    return [];
  });
  const ids = new Set(rows.map(({ rowId }) => rowId));
  return askAll(
    scope,
    (await listChoices(deps.db, run.id)).filter(({ rowId, isDone }) => ids.has(rowId) && !isDone),
  );
}

/** Has the model judge selected rows. Returns false if the run is to stop, or if no model answered. */
async function askAll(scope: Scope, choices: readonly JudgeChoice[]): Promise<boolean> {
  let answered = 0;
  goOn(scope);
  await inLanes(
    choices,
    scope.deps.lanes,
    () => isOver(scope),
    (choice) =>
      untilCap(scope, async () => {
        if (await askRow(scope, choice)) answered++;
      }),
  );
  goOn(scope);
  return !isOver(scope) && answered > 0;
}

const isOver = (scope: Scope) => scope.signal.aborted || scope.leave.aborted || scope.capped !== null || budgetLeft(scope).seconds === 0;

/** Judges the rows again that a model judged in a recorded run. */
async function playChoices(scope: Scope): Promise<void> {
  const { deps, run } = scope;
  const byKey = new Map((await listAskable(deps.db, run)).map(({ id, key }) => [key, id]));
  const asked = (deps.script?.choices ?? []).flatMap(({ key, purpose }) =>
    byKey.has(key) ? [{ rowId: byKey.get(key) as string, purpose }] : [],
  );
  for (const purpose of ['read', 'teach', 'check', 'columns'] as const)
    await chooseAndAsk(
      scope,
      purpose,
      asked.filter((one) => one.purpose === purpose).map(({ rowId }) => ({ rowId })),
    );
  await decideRows(scope);
}

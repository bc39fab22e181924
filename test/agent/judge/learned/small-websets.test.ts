import { expect, test } from 'vitest';
import { guardVerdict } from '../../../../src/agent/evidence/evidence-guard.ts';
import type { CellAnswer } from '../../../../src/agent/judge/decide/answers.ts';
import { countAnswers } from '../../../../src/agent/judge/decide/answers.ts';
import { decideWebset } from '../../../../src/agent/judge/decide/decide-webset.ts';
import { prepareRun } from '../../../../src/agent/judge/decide/prepared.ts';
import { judgeByRules } from '../../../../src/agent/judge/rules/lexical.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from '../../../../src/agent/judge/score/score-page.ts';
import { lackNo, nextToReview } from '../../../../src/domain/review/review-queue.ts';
import { pageOf } from '../../../support/page.ts';
import { WEBSETS } from './small-websets.ts';

function openSmall({ criterion, pages: written }: (typeof WEBSETS)[number]) {
  const lines = written.trim().split('\n');
  const isMet = lines.map((line) => line.startsWith('+'));
  const pages = lines.map((line) => {
    const [title = '', ...paragraphs] = line.slice(2).split(' | ');
    return pageOf([`h1> ${title}`, ...paragraphs.map((text) => `p> ${text}`)].join('\n'), { title });
  });
  const question = { id: 'c', ...criterion };
  const ruled = pages.map((page) => {
    const finding = judgeByRules({ page, request: '', criteria: [question], columns: [] }).verdicts.get('c');
    return [finding ? guardVerdict(page, question, finding) : null];
  });
  const rows = pages.map((page) => {
    const reading = readUnits(page);
    return { page: scoreKind(reading), criteria: [scorePage(reading, wantedBy(criterion))] };
  });
  return { run: prepareRun([criterion], rows, { ruled }), isMet, pages };
}

/** Decides a webset after `many` correct answers, asked in the order of the review queue. */
function taught({ run, isMet }: ReturnType<typeof openSmall>, many: number) {
  const cells: CellAnswer[] = [];
  for (;;) {
    const answers = { cells, wrongKind: [] };
    const decision = decideWebset(run, answers);
    if (cells.length === many) return { decision, cells };
    const lacks = lackNo([countAnswers(answers, 0)]).length > 0;
    const queue = decision.rows.map(({ likelihood, cells: [cell] }, row) => ({
      row,
      likelihood,
      reviewed: cells.some((one) => one.row === row),
      lacking: lacks ? (cell?.foreseen ?? 0) : null,
    }));
    const [next] = nextToReview(queue, 1);
    if (!next) throw new Error('no row is left to ask');
    const before = decision.rows[next.row]?.cells[0]?.foreseen ?? null;
    cells.push({ row: next.row, criterion: 0, verdict: isMet[next.row] ? 'match' : 'no_match', passage: null, before });
  }
}

test.each(WEBSETS)('ten answers to “$criterion.label” make no matching page `no_match`', (webset) => {
  const small = openSmall(webset);
  for (const many of [0, 5, 8, 10]) {
    const { decision } = taught(small, many);
    const lost = decision.rows.flatMap(({ cells: [cell] }, row) =>
      small.isMet[row] && cell?.verdict === 'no_match' && cell.why !== 'answered' ? [small.pages[row]?.title, cell.why] : [],
    );

    expect({ many, lost }).toEqual({ many, lost: [] });
  }
});

test.each(WEBSETS)(
  'a `no_match` for “$criterion.label” has a quote if the page contradicts it, and none if answers alone decide',
  (webset) => {
    const { decision } = taught(openSmall(webset), 10);

    for (const { cells } of decision.rows)
      for (const { verdict, why, evidence } of cells)
        if (verdict === 'no_match' && why !== 'answered')
          expect({ why, isQuoted: evidence !== null }).toEqual({ why, isQuoted: why === 'contradicted' });
  },
);

import { expect, test } from 'vitest';
import { decideWebset } from '../../../../src/agent/judge/decide/decide-webset.ts';
import { prepareRun } from '../../../../src/agent/judge/decide/prepared.ts';
import { CONTRAST, contrastsOf } from '../../../../src/agent/judge/learn/contrast.ts';
import { unpackUnits } from '../../../../src/agent/judge/score/record.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from '../../../../src/agent/judge/score/score-page.ts';
import type { Page } from '../../../../src/domain/page/page.ts';
import { pageOf } from '../../../support/page.ts';

const PLACES = ['Dover', 'Leeds', 'York', 'Bath', 'Hull'];
const WHIG = { label: 'Whig', description: 'A member of the Whig party' };
const member = (i: number, line: string) =>
  pageOf(`h1> Person number ${i}\np> ${line}\np> Lived in ${PLACES[i % 5]} and spoke on canals, roads and schools in many sessions.`);
const parties = Array.from({ length: 60 }, (_, i) =>
  member(i, i % 5 === 4 ? 'Nothing is known of the votes.' : `Party: ${i % 3 === 0 ? 'Whig' : 'Tory'} of the old school`),
);

/** How much of the criterion each page lacks at places where others say it. */
function elsewise(pages: Page[], criterion: typeof WHIG): number[] {
  const wanted = wantedBy(criterion);
  const units = pages.map((page) => unpackUnits(scorePage(readUnits(page), wanted).units));
  return contrastsOf(wanted, units).map((numbers) => numbers[CONTRAST.indexOf('elsewise')] ?? 0);
}

test("a page with other words at the place of the criterion's words lacks more than one without the place", () => {
  const [, tory = 0, , , silent = 0] = elsewise(parties, WHIG);

  expect(tory).toBeGreaterThan(0.1);
  expect(silent).toBeLessThan(tory / 2);
});

test('before any answer that makes no page `no_match`: other words may mean the same', () => {
  const rows = parties.map((page) => {
    const reading = readUnits(page);
    return { page: scoreKind(reading), criteria: [scorePage(reading, wantedBy(WHIG))] };
  });

  const { rows: decided } = decideWebset(prepareRun([WHIG], rows), { cells: [], wrongKind: [] });

  expect(decided.flatMap(({ cells }) => cells).filter(({ verdict }) => verdict === 'no_match')).toEqual([]);
});

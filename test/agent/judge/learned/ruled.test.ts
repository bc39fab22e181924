import { expect, test } from 'vitest';
import { decideWebset } from '../../../../src/agent/judge/decide/decide-webset.ts';
import { prepareRun } from '../../../../src/agent/judge/decide/prepared.ts';
import type { Ruled } from '../../../../src/agent/judge/learn/ruled.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from '../../../../src/agent/judge/score/score-page.ts';
import { pageOf } from '../../../support/page.ts';

const criteria = [{ label: 'Written in Rust', description: null }];
const stated = 'Acme is a database written in Rust.';

function likelihoods(texts: string[], ruled: (Ruled | null)[]): number[] {
  const wanted = criteria.map(wantedBy);
  const rows = texts.map((text) => {
    const reading = readUnits(pageOf(text));
    return { page: scoreKind(reading), criteria: wanted.map((one) => scorePage(reading, one)) };
  });
  const run = prepareRun(criteria, rows, { ruled: ruled.map((one) => [one]) });
  return decideWebset(run, { cells: [], wrongKind: [] }).rows.map(({ likelihood }) => likelihood);
}
const rest = Array.from({ length: 12 }, (_, i) => `\np> Chapter ${i} of the manual is on backups and indexes.`).join('');
const page = `h1> Acme\np> ${stated}\np> It keeps rows on disk.${rest}`;
const match: Ruled = { verdict: 'match', reason: 'stated', evidence: { start: 5, end: 5 + stated.length } };

test("the rules' finding changes the likelihood of a row before any answer", () => {
  const [open = 0, met = 0, not = 0] = likelihoods([page, page, page], [null, match, { ...match, verdict: 'no_match' }]);

  expect(met).toBeGreaterThan(open);
  expect(not).toBeLessThan(open);
});

test('the only page of a run is judged by its own text', () => {
  expect(likelihoods([page], [match])[0]).toBeGreaterThan(0.5);
  expect(likelihoods([`h1> Acme\np> It keeps rows on disk.${rest}`], [null])[0]).toBeLessThan(0.5);
});

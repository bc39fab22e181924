import { expect, test } from 'vitest';
import { openLab } from '../../support/lab.ts';

const SAYS = [
  'is an international nonprofit dedicated to reading',
  'was founded as a charity and lives on donations',
  'is a 501(c)(3) organisation run by volunteers',
];
const OTHER = [
  'is a company that sells software to banks',
  'is a listed manufacturer of pumps',
  'is a consultancy with offices in three cities',
];
const COUNT = 36;
const isNonprofit = (i: number) => i % 2 === 0;
const pageOf = (i: number) => {
  const said = (isNonprofit(i) ? SAYS : OTHER)[i % 3] as string;
  return `<html lang="en"><title>Org${i}</title><h1>Org${i}</h1><p>Org${i} ${said} since ${1990 + i}.</p><p>Its office is in house ${i}, and it has a blog.</p></html>`;
};
const pages = () => Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`/org${i}`, pageOf(i)]));
const placeOf = (title: string) => Number(title.replace('Org', ''));

const QUEUE = `query($id:UUID!){webset(id:$id){reviewQueue(first:1){row{uuid title}cells{criterion{uuid}likelihood passages{quote start end}}}criteria{learning{answers decided current}}}}`;
const ROWS = `query($id:UUID!){webset(id:$id){rows(first:100,orderBy:LIKELIHOOD){nodes{title likelihood matchVerdict verdicts{effective judge reason answers probability evidence{quote}}}}}}`;
const SAY = 'mutation($input:ReviewVerdictInput!){reviewVerdict(input:$input){row{uuid}}}';

async function openOrganisations() {
  const lab = await openLab(pages());
  const sessionId = await lab.createSession('organisations');
  await lab.rpc('addCriterion', { sessionId, label: 'Operates as a nonprofit' });
  await lab.graphql('mutation($input:StartRunInput!){startRun(input:$input){webset{uuid}}}', {
    input: { websetId: sessionId, target: 500 },
  });
  await lab.until(sessionId, ({ runAlive }) => !runAlive);
  const webset = async (query: string) => (await lab.graphql(query, { id: sessionId })).body.data.webset;
  const settled = async () => {
    for (let tries = 0; tries < 400; tries++) {
      const found = await webset(QUEUE);
      if (found.criteria[0].learning.current) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the answers were not learned within 20 s');
  };
  const answer = async () => {
    const { row, cells } = (await settled()).reviewQueue[0];
    const verdict = isNonprofit(placeOf(row.title)) ? 'match' : 'no_match';
    await lab.graphql(SAY, { input: { rowId: row.uuid, criterionId: cells[0].criterion.uuid, verdict } });
    return row.title as string;
  };
  return { lab, sessionId, webset, settled, answer };
}

test('ten answers decide the other rows, by words that the criterion does not name', async () => {
  const { lab, webset, settled, answer } = await openOrganisations();
  await using _lab = lab;
  const before = (await webset(ROWS)).rows.nodes;

  const asked = new Set<string>();
  for (let i = 0; i < 10; i++) asked.add(await answer());
  const { criteria } = await settled();
  const after = (await webset(ROWS)).rows.nodes.filter(({ title }: { title: string }) => !asked.has(title));

  expect(before).toHaveLength(COUNT);
  expect(before.every(({ likelihood }: { likelihood: number | null }) => likelihood !== null)).toBe(true);
  expect(asked.size).toBe(10);
  expect(criteria[0].learning).toMatchObject({ answers: 10, current: true });
  const decided = after.filter(({ verdicts: [cell] }: { verdicts: { effective: string }[] }) => cell?.effective !== 'needs_review');
  const right = decided.filter(
    ({ title, verdicts: [cell] }: { title: string; verdicts: { effective: string }[] }) =>
      cell?.effective === (isNonprofit(placeOf(title)) ? 'match' : 'no_match'),
  );
  expect(right.length).toBe(decided.length);
  expect(decided.length).toBeGreaterThanOrEqual(after.length * 0.6);
  expect(decided[0].verdicts[0]).toMatchObject({ judge: 'learned', reason: 'learned', answers: 10 });
  for (const { matchVerdict, verdicts } of decided) if (matchVerdict === 'match') expect(verdicts[0].evidence.quote).toMatch(/^Org\d+ /);
});

test('the next row to ask is chosen by what the answers before it taught', async () => {
  const { lab, sessionId, webset, answer } = await openOrganisations();
  await using _lab = lab;

  const current: boolean[] = [];
  for (let i = 0; i < 3; i++) {
    await answer();
    await webset('query($id:UUID!){webset(id:$id){reviewQueue(first:1){row{uuid}}}}');
    const [versions] = await lab.sql`select answers_version = learned_version as current from criterion where webset_id = ${sessionId}`;
    current.push(versions?.current);
  }

  expect(current).toEqual([true, true, true]);
});

test('an answer that comes while rows are decided has them decided again, and nothing of the older decision is written', async () => {
  const { lab, settled, answer, sessionId } = await openOrganisations();
  await using _lab = lab;

  await answer();
  await settled();
  await Promise.all([answer(), answer(), answer()]);
  const found = await settled();

  expect(found.criteria[0].learning.current).toBe(true);
  const [versions] = await lab.sql`select answers_version = learned_version as current from criterion where webset_id = ${sessionId}`;
  expect(versions).toEqual({ current: true });
});

test('a later run judges new pages by the answers that were given', async () => {
  const { lab, sessionId, settled, answer, webset } = await openOrganisations();
  await using _lab = lab;
  for (let i = 0; i < 10; i++) await answer();
  await settled();
  lab.web.put('/late', pageOf(40));

  await lab.run(sessionId);
  const late = (await webset(ROWS)).rows.nodes.find(({ title }: { title: string }) => title === 'Org40');

  expect(late.verdicts[0]).toMatchObject({ effective: 'match', judge: 'learned' });
});

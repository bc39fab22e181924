import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEnglish } from '../../src/language/request/asked/tongue.ts';
import { planRequest } from '../../src/language/request/criteria.ts';
import { allRequests, everydayRequests, longRequests, stemsOf } from '../support/agent/planned-requests.ts';

// Laws that hold for the plans of all recorded requests and of parts of them.

const REQUESTS = [...allRequests(), ...everydayRequests(), ...longRequests()].map(({ request }) => request);

/** Words that labels use instead of signs and short forms: “>50”, “Berlin”, “you don't need”, “that don't allow”. */
const WRITTEN_OUT =
  /^(?:in|has|with|at|than|more|less|least|most|no|not|need|needed|licence|license|or|does|doesn['’]t|hasn['’]t|is|person|where|you|it)$/iu;
const FUNCTION_WORD =
  /(?:^|\s)(?:the|an?|and|or|but|of|with|without|than|that|which|who|whose|as|into|per|between|their|its|no|not|both|either|is|are|was|were|has|have)$/u;
const DATE =
  /^(?:as of\s)?(?:\d{4}|(?:january|february|march|april|may|june|july|august|september|october|november|december)(?:\s\d{1,2})?(?:,?\s\d{4})?|today|now)$/iu;

/** The faults in the plan of a request; empty if there are none. */
function faultsOf(request: string): string[] {
  const { criteria, whole } = planRequest(request);
  const labels = criteria.map(({ label }) => label);
  const said = stemsOf(request.replace(/[()[\]]/gu, ' '));
  const holds = (word: string) =>
    said.some(
      (one) => one === word || (one.length > 1 && (word.startsWith(one.slice(0, Math.max(2, one.length - 2))) || one.startsWith(word))),
    );
  const faults: string[] = [];
  if (labels.length > 5) faults.push(`${labels.length} criteria`);
  for (const label of labels) {
    if ([...label].length > 80) faults.push(`long: ${label}`);
    const own = stemsOf(label.replace(/[()[\]]/gu, ' ')).filter((word) => !WRITTEN_OUT.test(word) && !holds(word));
    if (own.length > 0) faults.push(`“${label}” holds ${own.join(', ')}`);
    if (whole !== null || label.toLowerCase() === request.trim().toLowerCase()) continue;
    if (FUNCTION_WORD.test(label) && label.includes(' ')) faults.push(`“${label}” ends in a function word`);
    if (/[,;:([]$/u.test(label)) faults.push(`“${label}” ends in a sign`);
    if (labels.length > 1 && DATE.test(label)) faults.push(`“${label}” is a date`);
    if (label.split('(').length !== label.split(')').length) faults.push(`“${label}” holds half a bracket`);
  }
  const again = planRequest(request);
  if (JSON.stringify(again.criteria) !== JSON.stringify(criteria)) faults.push('another plan at the second time');
  return faults.map((fault) => `${request}: ${fault}`);
}

test('no label has a word that its request lacks, is cut in the middle, or is a date; there are at most five', () => {
  expect(REQUESTS.flatMap(faultsOf)).toEqual([]);
});

test('the same holds for parts of requests', () => {
  const piece = fc.constantFrom(...REQUESTS.filter(isEnglish)).chain((request) => {
    const words = request.split(/\s+/u);
    return fc.tuple(fc.nat(words.length - 1), fc.nat(words.length)).map(([from, length]) => words.slice(from, from + 1 + length).join(' '));
  });
  fc.assert(
    fc.property(piece, (request) => {
      expect(faultsOf(request)).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('a request in another language becomes one criterion, word for word', () => {
  const foreign = longRequests().filter(({ criteria, request }) => criteria[0] === request);
  expect(foreign.length).toBeGreaterThanOrEqual(20);
  for (const { request } of foreign) {
    const { criteria, whole, target } = planRequest(request);
    expect([whole, target, criteria.length]).toEqual(['language', null, 1]);
    expect(criteria[0]?.description || criteria[0]?.label).toBe(request.replace(/\s+/gu, ' ').trim());
    expect(request.startsWith(criteria[0]?.label ?? '-')).toBe(true);
  }
});

test.each([
  ['Hotels am See mit Sauna', false],
  ['Unternehmen, die Drohnen bauen', false],
  ['hoteles con piscina en Sevilla', false],
  ['kawiarnie w Krakowie z ogródkiem', false],
  ['レストラン 東京', false],
  ['hotels in Wien', true],
  ['saas startups b2b', true],
  ['La Liga managers', true],
  ['escape rooms las vegas', true],
  ['restaurants in san miguel de allende', true],
  ['cafés near Gare du Nord', true],
  ['restaurants', true],
  ['', true],
])('“%s” is English: %s', (request, isSo) => {
  expect(isEnglish(request)).toBe(isSo);
});

test('a request with too many parts becomes one criterion, and the plan says so', () => {
  const request =
    'people who never, as far as one knows, in Berlin, or near it, with, say, a boat, under way, since 2019, by night, at sea, on foot, without a map or a lamp were lost';
  const { criteria, whole } = planRequest(request);

  expect(whole).toBe('unclear');
  expect(criteria).toHaveLength(1);
  expect(request.startsWith((criteria[0]?.label ?? '-').replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()))).toBe(true);
  expect(criteria[0]?.description).toContain('were lost');
});

test.each([', and', ' but', ',;.', '- ', ' - x', '1) ', '(', 'e.g. '])('a list with many “%s” is planned like any other', (piece) => {
  const { criteria } = planRequest(`Find hotels that 1) are in Rome 2) have a pool${piece.repeat(60)} bar`);

  expect(criteria.length).toBeGreaterThan(0);
});

import { numberWithin } from '../../language/constraint.ts';
import type { FactClaim } from './claims-special.ts';
import { atEdge, type Fact, factsOf } from './facts.ts';
import { judgeRegion } from './judge-region.ts';
import { judgeStatus } from './judge-status.ts';
import { holdsName, isOpenList, mayBeName, splitNames } from './names.ts';
import { type Mood, moodOf } from './negation.ts';
import type { Reading } from './reading.ts';
import { off } from './rules.ts';
import type { Statement } from './statements.ts';

type Of<K extends FactClaim['kind']> = Extract<FactClaim, { kind: K }>;

/** What the facts of a page say of a claim. */
export function judgeFact(reading: Reading, claim: Exclude<FactClaim, { kind: 'place' }>): Statement[] {
  if (claim.kind === 'status') return judgeStatus(reading, claim);
  if (claim.kind === 'role') return judgeRole(reading, claim);
  if (claim.kind === 'has') return factsOf(reading, claim.concept).map(({ passage, mood }) => ({ passage, mood }));
  if (claim.kind === 'count') return judgeCount(reading, claim);
  if (claim.kind === 'version') return judgeVersion(reading, claim);
  if (claim.kind === 'region') return judgeRegion(reading, claim);
  if (claim.kind === 'contact') return judgeContact(reading, claim);
  return judgeLabelled(reading, claim);
}

/** A list of those who hold a role is whole: who is not on it does not hold it. */
function judgeRole(reading: Reading, claim: Of<'role'>): Statement[] {
  const facts = factsOf(reading, claim.concept);
  const held = facts.filter(({ value }) => claim.any.some((name) => holdsName(value, name)));
  if (held.length > 0) return held.map(({ passage, mood }) => ({ passage, mood }));
  // "A. Lee" may be Ann Lee, and a list that ends in "et al." holds more than it says
  const near = (fact: Fact) => isOpen(fact) || claim.any.some((name) => mayBeName(fact.value, name));
  const isWhole = !off.has('whole-lists') && !facts.some(near);
  return facts.map(({ passage, mood }) => ({ passage, mood: mood === 'yes' && isWhole ? 'no' : 'unsure' }));
}

/** A list may say after its last name that it goes on. */
const isOpen = ({ value, passage, how }: Fact) =>
  isOpenList(value) || (how === 'said' && passage.text.length < 300 && isOpenList(passage.text));

function judgeCount(reading: Reading, claim: Of<'count'>): Statement[] {
  return listsOf(factsOf(reading, claim.concept)).map((fact) => {
    const { passage, value, mood } = fact;
    const count = splitNames(value).length;
    const turned = /^\p{Lu}[\p{L}'’-]+,\s\p{Lu}[\p{L}.'’-]*$/u.test(value) && claim.concept !== 'offices';
    const high = isOpen(fact) ? Number.POSITIVE_INFINITY : count;
    const within = numberWithin({ low: turned ? 1 : count, high }, claim.min, claim.max);
    return { passage, mood: mood !== 'yes' || within === null ? 'unsure' : within ? 'yes' : 'no' };
  });
}

/** The fullest list of each kind of naming: a by-line beside "Authors: ..." says the same again. */
export function listsOf(facts: Fact[]): Fact[] {
  const most = Math.max(0, ...facts.map(({ value }) => splitNames(value).length));
  return facts.filter(({ value }) => splitNames(value).length === most);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0);
  return 0;
}

function judgeVersion(reading: Reading, claim: Of<'version'>): Statement[] {
  const edge = atEdge(reading);
  const stated = factsOf(reading, 'version').flatMap(({ value, passage, mood }) => {
    const numbers = [...value.matchAll(/\d+(?:\.\d+)*/gu)].map(([number]) => number.split('.').map(Number));
    const [number] = numbers;
    if (!number || numbers.some(([major]) => (major ?? 0) > 999) || numbers.length > 3) return [];
    const product = /^[\p{L}+#]+(?=\s)/u.exec(value)?.[0].toLowerCase() ?? '';
    if (claim.product && product && !/^(?:version|release|v)$/u.test(product) && product !== claim.product) return [];
    return [{ numbers, passage, mood }];
  });
  const named = stated.some(({ passage }) => edge(passage.view)) || claim.product === '' ? [] : namedInTitle(reading, claim.product);
  return (named.length > 0 ? named : stated).map(({ numbers, passage, mood }) => {
    const verdicts = numbers.map((number) => {
      if (claim.exact) return number.length >= claim.exact.length ? compare(number, claim.exact) === 0 : null;
      if (claim.min) return number.length >= claim.min.length || compare(number, claim.min) !== 0 ? compare(number, claim.min) >= 0 : null;
      return claim.max ? compare(number, claim.max) <= 0 : null;
    });
    const all = verdicts.some(Boolean);
    const none = verdicts.every((one) => one === false);
    return { passage, mood: mood !== 'yes' ? 'unsure' : all ? 'yes' : none ? 'no' : 'unsure' };
  });
}

/** "Python 3.16 release schedule" as a title speaks of Python 3.16. */
function namedInTitle(reading: Reading, product: string) {
  const view = reading.views.find(({ tag }) => tag === 'h1');
  const passage = view && reading.passages(view)[0];
  const match =
    passage && new RegExp(String.raw`\b${product.replace(/[+#]/gu, '\\$&')}\s(\d{1,3}(?:\.\d+)*)(?!\d)`, 'iu').exec(passage.text);
  return match ? [{ numbers: [(match[1] ?? '').split('.').map(Number)], passage, mood: 'yes' as Mood }] : [];
}

const EMAIL = /(?:^|[\s<(:"'“])(?:mailto:)?[\p{L}\p{N}._%+-]+(?:@|\s?[[(]at[\])]\s?)[\p{L}\p{N}.-]+\.\p{L}{2,}/iu;
const PHONE = /(?:\+|\b(?:tel|phone|call)\b\D{0,12})\d[\d\s().-]{6,}\d/iu;

function judgeContact(reading: Reading, claim: Of<'contact'>): Statement[] {
  const facts = factsOf(reading, 'apply');
  const form = claim.by === 'e-mail' ? EMAIL : PHONE;
  const mailto = (fact: Fact) =>
    reading.page.links.some(({ start, end, url }) => /^mailto:/iu.test(url) && start >= fact.start && end <= fact.end) ||
    form.test(fact.value);
  const given = facts.filter(mailto);
  // "do not e-mail us at" gives an address and takes it back
  if (given.length > 0)
    return given.map((fact) => ({ passage: fact.passage, mood: fact.mood === 'yes' ? moodOfFact(reading, fact, form) : fact.mood }));
  const near = facts.find(({ value }) => /\be-?mail|\bmail\b|@/iu.test(value));
  if (near) return [{ passage: near.passage, mood: 'unsure' }];
  // how to apply is told, and it is another way
  const [told] = facts.filter(({ how }) => how === 'section');
  return told ? [{ passage: told.passage, mood: 'no' }] : [];
}

function moodOfFact(reading: Reading, { passage, start, value }: Fact, form: RegExp): Mood {
  const at = start + Math.max(0, form.exec(value)?.index ?? 0);
  const from = passage.tokens.findIndex((token) => token.end > at + 1);
  return from < 0 ? 'unsure' : moodOf(reading.page.text, passage.tokens, from, from);
}

/** A labelled value decides: it is the one asked for, or another. */
function judgeLabelled(reading: Reading, claim: Of<'labelled'>): Statement[] {
  const asked = claim.value.toLowerCase();
  return factsOf(reading, claim.concept).map(({ value, passage, mood }) => {
    const said = value.toLowerCase();
    const holds =
      said === asked || new RegExp(String.raw`${asked.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}(?:ic|s)?(?![\p{L}\p{N}])`, 'u').test(said);
    return { passage, mood: mood !== 'yes' ? 'unsure' : holds ? 'yes' : 'no' };
  });
}

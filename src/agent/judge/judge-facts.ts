import { numberWithin } from '../../domain/constraint.ts';
import { findPlaces, liesIn, placeNamed } from '../../domain/places.ts';
import type { FactClaim } from './claims-special.ts';
import { atEdge, type Fact, factsOf, headOf } from './facts.ts';
import { holdsName, splitNames } from './names.ts';
import { asserts, type Mood, moodOf } from './negation.ts';
import type { Reading } from './reading.ts';
import { off } from './rules.ts';
import type { Statement } from './statements.ts';
import { STATES, statesIn } from './states.ts';
import { isOwnName } from './subject.ts';

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

const SUBJECT =
  /^(?:(?:it|this|the (?:[\p{L}-]+\s)?(?:document|proposal|project|paper|article|company|firm|startup|business|organi[sz]ation|product|software|library|tool|bill|act|standard|specification|report|page|work|idea|plan|status))\b|work on (?:it|this)\b|(?:a|an) (?:later|newer) \p{L}+|\p{Lu}[\p{L}-]*\s\d+)/iu;
const STATED =
  /\b(?:is|was|were|are|has been|have been|remains?|became|(?:took|taken) (?:its|the) place|replace[sd]|superseded|withdrew|ceased|shut)\b/iu;

/** The state a page gives its subject: under a label, or in a sentence at its head whose subject is the page's own. */
function statesOf(reading: Reading): { names: string[]; statement: Statement; labelled: boolean }[] {
  const found: { names: string[]; statement: Statement; labelled: boolean }[] = [];
  for (const { value, passage, mood } of factsOf(reading, 'status')) {
    const names = statesIn(value.slice(0, 60)).map(({ name }) => name);
    if (names.length > 0) found.push({ names, statement: { passage, mood }, labelled: true });
  }
  const edge = atEdge(reading);
  const by = factsOf(reading, 'replacedBy').find(({ passage, how }) => how === 'cell' || edge(passage.view));
  if (by) found.push({ names: ['superseded'], statement: { passage: by.passage, mood: by.mood }, labelled: true });
  const views = found.length > 0 ? [] : reading.views.filter(({ boilerplate }) => !boilerplate).filter(edge);
  for (const view of views.length > 20 ? [...views.slice(0, 12), ...views.slice(-4)] : views)
    for (const passage of reading.passages(view)) {
      if (
        !(SUBJECT.test(passage.text) || isOwnName(reading, passage.text.split(/\s/u, 1)[0] ?? '')) ||
        !STATED.test(passage.text) ||
        passage.text.length > 160
      )
        continue;
      // "it was accepted in 2014 and its idea rejected": only what follows the verb at once is the state
      const verb = STATED.exec(passage.text);
      const at = verb?.index ?? 0;
      const names = statesIn(passage.text.slice(at)).map(({ name }) => name);
      const state = STATES.find(({ name }) => names.includes(name))?.words.exec(passage.text.slice(at));
      if (!state || state.index > 40) continue;
      const from = passage.tokens.findIndex(({ end }) => end > passage.start + at + state.index);
      const to = passage.tokens.findLastIndex(({ start }) => start < passage.start + at + state.index + state[0].length);
      const mood = asserts(passage.text) && from >= 0 ? moodOf(reading.page.text, passage.tokens, from, Math.max(from, to)) : null;
      if (mood) found.push({ names, statement: { passage, mood }, labelled: false });
    }
  return found;
}

function judgeStatus(reading: Reading, claim: Of<'status'>): Statement[] {
  const stated = statesOf(reading);
  const families = new Set(STATES.filter(({ name }) => claim.states.includes(name)).map(({ family }) => family));
  // "accepted and implemented" is final; "accepted" alone may be either
  const fits = (names: string[]) => {
    if (claim.states.includes('final') && names.includes('final')) return true;
    return claim.all ? claim.states.every((name) => names.includes(name)) : claim.states.some((name) => names.includes(name));
  };
  // what was rejected can be superseded too: the state asked for is enough
  const held = stated.filter(({ names, statement }) => fits(names) && statement.mood === 'yes');
  if (held.length > 0) return held.map(({ statement }) => statement);
  return stated.flatMap(({ names, statement }): Statement[] => {
    if (fits(names)) return [statement];
    if (!STATES.some(({ name, family }) => names.includes(name) && families.has(family))) return [];
    const near = names.includes('accepted') && claim.states.includes('final');
    return [{ passage: statement.passage, mood: statement.mood === 'yes' && !near ? 'no' : 'unsure' }];
  });
}

/** A list of those who hold a role is whole: who is not on it does not hold it. */
function judgeRole(reading: Reading, claim: Of<'role'>): Statement[] {
  const facts = factsOf(reading, claim.concept);
  const held = facts.filter(({ value }) => claim.any.some((name) => holdsName(value, name)));
  if (held.length > 0) return held.map(({ passage, mood }) => ({ passage, mood }));
  return facts.map(({ passage, mood }) => ({ passage, mood: mood === 'yes' && !off.has('whole-lists') ? 'no' : 'unsure' }));
}

function judgeCount(reading: Reading, claim: Of<'count'>): Statement[] {
  return listsOf(factsOf(reading, claim.concept)).map(({ passage, value, mood }) => {
    const count = splitNames(value).length;
    const within = numberWithin({ low: count, high: count }, claim.min, claim.max);
    return { passage, mood: mood !== 'yes' ? 'unsure' : within ? 'yes' : 'no' };
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

const WORLD =
  /\b(?:world-?wide|anywhere|globally|global|any (?:country|location|place)|every(?:where| country)|all (?:countries|over the world)|the (?:entire|whole) world|earth|international(?:ly)?|no (?:geographic\w*|location) restrictions?)\b/iu;
const LIMITED =
  /\b(?:with ?in|timezones?|time[- ]zones?|UTC|GMT|C?EST|CET|PST|EMEA|except|excluding|outside|but|only|must|limited|preferr?ed|preferably|prefer|mainly|mostly|primarily|legal|authori[sz]ed|overlap|specific|some|certain|depending|varies|anywhere in(?! the world)|not|inside)\b/iu;
const TAKES_ON =
  /\b(?:we|they|it|the company)\b[^.;,]{0,40}\b(?:hires?|hiring|recruits?|recruiting|employs?|welcomes?|accepts?)\b[^.;]{0,60}\b(?:anywhere|any country|world-?wide|all over the world|globally)\b/iu;
const OPEN_TO =
  /\b(?:hir(?:e|es|ing)|recruit\w*|appl(?:y|icants?)|candidates?|employ(?:s|ing)?|open to|welcome|positions? (?:is|are)? ?(?:open|available)|work(?:ing)? remotely|remote)\b/iu;

function judgeRegion(reading: Reading, claim: Of<'region'>): Statement[] {
  const facts = factsOf(reading, 'region');
  const asked = claim.place === null ? null : placeNamed(claim.place);
  if (facts.length > 0) {
    const whole = facts.map(({ value }) => value).join(' ');
    const [first] = facts;
    if (!first) return [];
    const world = facts.find(({ value }) => WORLD.test(value));
    const places = facts.flatMap((fact) => findPlaces(fact.value).map((place) => ({ place, fact })));
    const limited = LIMITED.test(whole);
    const shown = (fact: Fact, mood: Mood): Statement[] => [{ passage: fact.passage, mood }];
    if (asked === null) {
      if (world)
        return shown(
          world,
          (!limited && whole.length < 120) || /^\W*(?:world-?wide|anywhere(?: in the world)?|global(?:ly)?)\W*$/iu.test(world.value)
            ? 'yes'
            : 'unsure',
        );
      if (places.length > 0 && places[0]) return shown(places[0].fact, 'no');
      return shown(first, /\b(?:UTC|GMT|CES?T|EST|PST|EMEA|APAC|LATAM|time ?zones?)\b/iu.test(whole) ? 'no' : 'unsure');
    }
    const inside = places.map(({ place }) => liesIn(place, asked));
    if (!claim.only) {
      const at = inside.indexOf(true);
      const fact = places[at]?.fact;
      if (fact) return shown(fact, limited && /\b(?:not|except|excluding|outside)\b/iu.test(whole) ? 'unsure' : 'yes');
      return world
        ? shown(world, limited ? 'unsure' : 'yes')
        : places.length > 0 && places[0]
          ? shown(places[0].fact, 'no')
          : shown(first, 'unsure');
    }
    if (world) return shown(world, limited ? 'unsure' : 'no');
    const outside = places[inside.indexOf(false)];
    if (outside) return shown(outside.fact, 'no');
    if (places.length > 0 && inside.every((one) => one === true) && places[0])
      return shown(
        places[0].fact,
        /\b(?:not|except|excluding|outside|and other|other countries|elsewhere|several|preferr?ed|preferably|European|Asian|African|Canadian|Mexican|British|Indian|Australian|international(?:ly)?)\b/iu.test(
          whole,
        )
          ? 'unsure'
          : 'yes',
      );
    return shown(first, /\b(?:Americas?|Europe|Asia|Africa|EMEA|APAC|LATAM|CES?T|UTC|GMT)\b/u.test(whole) ? 'no' : 'unsure');
  }
  if (asked !== null) return [];
  // no section of its own: a sentence on whom they take on, from anywhere
  return headOf(reading).flatMap((view) =>
    reading.passages(view).flatMap((passage): Statement[] => {
      const world = WORLD.exec(passage.text);
      if (!world || !OPEN_TO.test(passage.text)) return [];
      return [{ passage, mood: TAKES_ON.test(passage.text) && !LIMITED.test(passage.text) ? 'yes' : 'unsure' }];
    }),
  );
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
  if (given.length > 0) return given.map(({ passage }) => ({ passage, mood: 'yes' }));
  const near = facts.find(({ value }) => /\be-?mail|\bmail\b|@/iu.test(value));
  if (near) return [{ passage: near.passage, mood: 'unsure' }];
  // how to apply is told, and it is another way
  const [told] = facts.filter(({ how }) => how === 'section');
  return told ? [{ passage: told.passage, mood: 'no' }] : [];
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

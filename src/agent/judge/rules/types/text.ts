import { KINDS } from '../../../../language/english/kinds.ts';
import { stemOf, type Token } from '../../../../language/english/lexicon.ts';
import { headingsOf, labelOf, type Passage, type Reading } from '../../text/reading.ts';
import { assertionAt, passagesWith, type Statement } from '../../text/statements.ts';
import { isOwnName } from '../../text/subject.ts';
import type { Claim } from '../claims/claim.ts';
import { conceptsOfLabel } from '../claims/concepts.ts';

const VERB =
  /\b(?:is|are|was|were|has|have|can|does|supports?|offers?|provides?|uses?|runs?|comes?|lets|gives|works|makes?|needs?|requires?|stores?|helps?|loves?|likes?|believes?|embraces?|enjoys?|cares?|backs?|funds?|contributes?|prefers?|values?|promotes?|celebrates?)\b|['’](?:s|re)\b/u;
const PREPOSITION =
  /\b(?:for|to|with|by|on|from|about|in|like|against|using|that|which|who|built|based|between|over|into|upon|not|connects?|supports?|than|of(?! the\b)|inspired|alternative)\b/iu;
/** Nouns that may follow the noun of a kind without making it another thing: "database system" is a database, "database client" is not. */
const SAME_KIND = new Set('system engine server software management platform company project product service solution'.split(' '));

/** Whether the words from `start` to `end` are what the sentence says its subject is: "X is an open-source ...", "X, a ...", "We build a ...", a heading or tagline. */
export function predicated(reading: Reading, passage: Passage, start: number, end: number, noun: boolean): boolean {
  const before = passage.text.slice(0, start - passage.start);
  const next = passage.tokens.find((token) => token.start >= end);
  const gap = next ? reading.page.text.slice(end, next.start) : '';
  if (
    noun &&
    next &&
    /^\s$|^-$/u.test(gap) &&
    next.stem !== '' &&
    !SAME_KIND.has(next.word) &&
    !/(?:ed|ing|en|ly)$|^(?:built|made|used)$/u.test(next.word)
  )
    return false;
  const copula = [
    ...before.matchAll(
      /\b(?:is|are|remains?|became|becomes|was|were|being|['’]s|isn['’]t|aren['’]t)\s(?:not\s|no\slonger\s)?(?:both\s)?(?:now\s|also\s|still\s|fully\s|currently\s|entirely\s|completely\s|100%\s)?(?:an?\s|the\s|one of the\s|our\s)?/gu,
    ),
  ].at(-1);
  const between = copula ? before.slice(copula.index + copula[0].length) : '';
  if (copula && !PREPOSITION.test(between.replace(/,?\s(?:and|but)\snot\s(?:an?\s|the\s)?$/u, ''))) return true;
  const apposition = /^([^,:–—(]{1,60})(?:,|\s[–—-]|:|\s?\()\s(?:an?\s|the\s)?([^,]*(?:,\s[\p{Ll}-]+)*,?\s?)$/u.exec(before);
  if (apposition && !PREPOSITION.test(apposition[2] ?? '') && (isOwnName(reading, apposition[1] ?? '') || passage.view.tag === 'h1'))
    return true;
  const makes =
    /\b(?:build|builds|develop|develops|make|makes|offers?|provides?|creates?|maintains?|behind|called)\s(?:an?\s|the\s|our\s)?([^,;]*)$/u.exec(
      before,
    );
  if (makes && !PREPOSITION.test(makes[1] ?? '')) return true;
  if (passage.view.tag === 'h1') return !PREPOSITION.test(before);
  const early = reading.views
    .filter(({ boilerplate, text }) => !boilerplate && text !== '')
    .slice(0, 6)
    .includes(passage.view);
  const kind = /\b(?:type|category|kind|model|class)\b/iu.test(labelOf(passage)?.text ?? '');
  return (early || kind) && !VERB.test(passage.text) && !PREPOSITION.test(before.replace(/^[^:]*:\s/u, '')) && passage.tokens.length < 25;
}

/** Where `stems` stand in a passage in this order, each at most `slack` words after the last; the last occurrence index pairs. */
function runsOf(tokens: readonly Token[], stems: readonly string[], slack: number): [Token, Token][] {
  const runs: [Token, Token][] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.stem !== stems[0]) continue;
    let at = i;
    const fits = stems.slice(1).every((stem) => {
      const next = tokens.slice(at + 1, at + 2 + slack).findIndex((other) => other.stem === stem);
      at += next + 1;
      return next >= 0;
    });
    const last = tokens[at];
    if (fits && last) runs.push([token, last]);
  }
  return runs;
}

export function judgeIs(reading: Reading, claim: Extract<Claim, { kind: 'is' }>): Statement[] {
  const statements: Statement[] = [];
  const noun = claim.stems.at(-1) ?? '';
  const kinds = KINDS[noun] ?? [];
  for (const passage of passagesWith(reading, [noun, ...kinds.flatMap((kind) => kind.slice(-1))])) {
    if (passage.view.boilerplate) continue;
    const others = claim.stems.slice(0, -1);
    const runs = [...runsOf(passage.tokens, claim.stems, 3), ...kinds.flatMap((kind) => runsOf(passage.tokens, [...others, ...kind], 3))];
    for (const [first, last] of runs) {
      // several are not one: a list of databases is no database
      if (/[^s]s$/u.test(last.word) && last.word !== noun) continue;
      if (!predicated(reading, passage, first.start, last.end, true)) continue;
      const assertion = assertionAt(reading, passage, first.start, last.end);
      if (!assertion) continue;
      const denied =
        assertion === 'no' && !/\b(?:is|are|isn['’]t|aren['’]t)\s[^,;]*$/u.test(passage.text.slice(0, first.start - passage.start));
      statements.push({
        assertion: denied ? 'unsure' : assertion === 'yes' && wasOnly(passage, first.start) ? 'past' : assertion,
        passage,
      });
    }
  }
  return statements;
}

/** Whether what is said there of the subject is said of its past. */
export const wasOnly = (passage: Passage, at: number) => {
  const before = passage.text.slice(0, at - passage.start);
  // "was released as" says how it is since; "was a" says how it was
  return (
    /\b(?:was|were)\s(?:an?\s|the\s)?[^,;]*$/u.test(before) &&
    !/\b(?:was|were)\s(?:\p{L}+ly\s)?(?:\p{L}+ed|made|put|written|built|given)\b[^,;]*$/u.test(before)
  );
};

const WEAK = new Set(['support', 'offer', 'use', 'include', 'feature', 'hire', 'run', 'allow', 'work', 'build', 'stack'].map(stemOf));
const FEATURES = /\b(?:features?|capabilit|supports?|supported|functionality|highlights|what it does|benefits|technolog|stack)/iu;

export function judgeText(reading: Reading, claim: Extract<Claim, { kind: 'text' }>): Statement[] {
  const strong = claim.groups.filter((group) => !group.every((stems) => stems.every((stem) => WEAK.has(stem))));
  if (strong.length === 0) return [];
  const statements: Statement[] = [];
  for (const passage of passagesWith(
    reading,
    strong.flatMap((group) => group.flatMap((stems) => stems[0] ?? [])),
  )) {
    const surroundings = [labelOf(passage)?.text ?? '', headingsOf(passage.view)[0]?.text ?? ''].join(' ');
    const context = new Set(
      surroundings
        .toLowerCase()
        .split(/[^\p{L}\p{N}+#]+/u)
        .map(stemOf),
    );
    const featured =
      FEATURES.test(surroundings) ||
      [labelOf(passage)?.text ?? '', headingsOf(passage.view)[0]?.text ?? ''].some((text) => conceptsOfLabel(text).includes('technology'));
    const hits: Token[] = [];
    let said = 0;
    let inContext = 0;
    const missing: string[][][] = [];
    for (const group of claim.groups) {
      const run = group.map((stems) => runsOf(passage.tokens, stems, 1)[0]).find(Boolean);
      if (run) hits.push(...run);
      if (run) said++;
      else if (group.some((stems) => stems.every((stem) => context.has(stem)))) inContext++;
      else missing.push(group);
    }
    const first = hits.reduce<Token | null>((a, b) => (a && a.start <= b.start ? a : b), null);
    const last = hits.reduce<Token | null>((a, b) => (a && a.end >= b.end ? a : b), null);
    if (!first || !last || said === 0) continue;
    const weakOnly = missing.length > 0 && missing.every((group) => group.every((stems) => stems.every((stem) => WEAK.has(stem))));
    const whole = missing.length === 0 || (weakOnly && featured);
    const close = wordsBetween(passage, first, last) <= 6 + 4 * claim.groups.length;
    if (!whole && !weakOnly && said + inContext < claim.groups.length * 0.5) continue;
    const assertions = hits.map((hit) => assertionAt(reading, passage, hit.start, hit.end));
    if (assertions.includes(null)) continue;
    const worst = (['no', 'past', 'maybe', 'unsure'] as const).find((assertion) => assertions.includes(assertion)) ?? 'yes';
    const alone =
      claim.groups.length === 1 && !predicated(reading, passage, first.start, last.end, false) && !featured && labelOf(passage) === null;
    // "sugar-free" and "feel free" are other words
    const compound = claim.groups.length === 1 && /(?:\p{L}-|\bfeel\s)$/iu.test(passage.text.slice(0, first.start - passage.start));
    statements.push({
      assertion: compound || !whole || !close || (alone && worst !== 'no') || passage.view.boilerplate ? 'unsure' : worst,
      passage,
    });
  }
  return statements;
}

const wordsBetween = (passage: Passage, first: Token, last: Token) => passage.tokens.indexOf(last) - passage.tokens.indexOf(first);

/** A sentence that comes near a claim of which nothing is said outright: its words are there, but not said of the page's subject. */
export function nearest(reading: Reading, claim: Claim): Passage | undefined {
  const holdsAll = (passage: Passage): boolean => {
    if (claim.kind === 'is') return claim.stems.every((stem) => passage.tokens.some((token) => token.stem === stem));
    if (claim.kind === 'language')
      return passage.tokens.some((token) => claim.any.includes(token.word) && (token.capital || token.word.length > 4));
    if (claim.kind === 'licence') return claim.any.some((name) => passage.tokens.some(({ word }) => word === name.split(' ')[0]));
    return claim.kind === 'open' && /\bopen[- ]?sourced?\b|\blicen[sc]e|\bfoss\b|\bfree software\b/iu.test(passage.text);
  };
  const views = reading.views.filter(({ boilerplate }) => !boilerplate);
  for (const view of views) {
    const near = reading.passages(view).find(holdsAll);
    if (near) return near;
  }
  return undefined;
}

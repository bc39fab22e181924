import { stemOf, type Token } from '../../../../language/english/lexicon.ts';
import { predicated } from '../../text/predicate.ts';
import { headingsOf, labelOf, type Passage, type Reading } from '../../text/reading.ts';
import { assertionAt, passagesWith, type Statement } from '../../text/statements.ts';
import type { Claim } from '../claims/claim.ts';
import { conceptsOfLabel } from '../claims/concepts.ts';

/** The first and last token of each run of `stems` in this order, with at most `slack` words between two of them. */
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
      const run = group.map((stems) => runsOf(passage.tokens, stems, 0)[0]).find(Boolean);
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
    const alone = claim.groups.length === 1 && !predicated(reading, passage, first.start) && !featured && labelOf(passage) === null;
    // "sugar-free" and "feel free" are not "free"
    const compound = claim.groups.length === 1 && /(?:\p{L}-|\bfeel\s)$/iu.test(passage.text.slice(0, first.start - passage.start));
    statements.push({
      assertion: compound || !whole || !close || (alone && worst !== 'no') || passage.view.boilerplate ? 'unsure' : worst,
      passage,
    });
  }
  return statements;
}

const wordsBetween = (passage: Passage, first: Token, last: Token) => passage.tokens.indexOf(last) - passage.tokens.indexOf(first);

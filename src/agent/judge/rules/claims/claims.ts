import type { Ask } from '../../../../language/asks/ask.ts';
import { asksOf } from '../../../../language/asks/asks.ts';
import { topicsOf } from '../../../../language/asks/topic.ts';
import { type Constraint, findConstraints } from '../../../../language/constraint.ts';
import { isKindOf } from '../../../../language/request/kind.ts';
import { isDerived } from '../../../../language/request/parse.ts';
import { attributes, stemsOf, withoutSubject } from './attributes.ts';
import type { Bare, Claim } from './claim.ts';
import { factClaim } from './claims-special.ts';

const NEGATED =
  /^(?:(?:but|and)\s)?(?:(?:that|which|who)\s)?(?:(?:is|are|was|were|do|does|did|has|have)\s)?(?:not|without|excluding|except(?:\sfor)?|other\sthan|no\slonger|never|don['’]t|doesn['’]t|aren['’]t|isn['’]t|no|none)\b\s?/iu;
/** Labels that only name a quality; what is asked stands in the description. */
const NAME_ONLY =
  /^(?:licen[sc]e|language|location|headquarters?|founded|founding (?:date|year)|size|age|price|pricing|status|type|category|country|region|year|date|employees|headcount|stage|topic|scope|maturity|relevance|subject)$/iu;

const WHOLLY_TYPED = new Set<Ask['type']>(['place', 'weekday', 'month', 'licence', 'language', 'tongue']);

const isNameOnly = (label: string) => NAME_ONLY.test(label.trim()) || stemsOf(label).length === 0;
const descriptionOf = (description: string | null) => (description && !isDerived(description) ? description : null);
/** The words of a criterion that ask: its description's where its label only names a quality. */
export function askingWords(label: string, description: string | null): string {
  const described = descriptionOf(description);
  return described && isNameOnly(label) ? withoutSubject(described) : label;
}

/** The same criteria are asked of page after page: what was read of so many is kept. */
const KEPT = 500;
const kept = new Map<string, readonly Claim[]>();

/** The claims that a criterion makes, all of which must be so. Typed claims come from the label and, where it has none of a kind, from the description. */
export function claimsOf(label: string, description: string | null, request: string): readonly Claim[] {
  const key = JSON.stringify([label, description, request]);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= KEPT) kept.clear();
  const claims = readClaims(label, description, request);
  kept.set(key, claims);
  return claims;
}

function readClaims(label: string, description: string | null, request: string): Claim[] {
  const described = descriptionOf(description);
  const negated = NEGATED.exec(label.trim())?.[0] ?? '';
  const bare = label.trim().slice(negated.length);
  // “No US office”: facts alone know places, and the kind that is looked for
  const asks = asksOf(askingWords(label, description), false);
  if (isKindOf(request, label) || (asks.length > 0 && asks.every(({ type }) => WHOLLY_TYPED.has(type))))
    return [{ words: label, not: false, kind: 'typed' }];
  const fact = factClaim(bare);
  if (fact) return [{ words: label, not: negated !== '', ...fact }];
  if (described && isNameOnly(label)) return parse(described, false);
  const topics =
    negated === ''
      ? topicsOf(label)
          .map(stemsOf)
          .filter((stems) => stems.length > 0)
      : [];
  if (topics.length > 0) return [{ words: label, not: false, kind: 'text', groups: [topics] }];
  // "no employees": the words a page would say, denied
  const lacks = /^no\s(?!(?:more|less|fewer|later|earlier|older|newer|longer|one|matter)\b)(?=\p{L})/iu.exec(label.trim());
  const claims = lacks ? parse(label.trim().slice(lacks[0].length), true) : parse(label, false);
  // a description can sharpen a claim that its label leaves open
  const sharper = described && claims.every(({ kind }) => kind === 'vague') ? parse(described, false) : [];
  return sharper.length > 0 ? sharper : claims;
}

function parse(text: string, not: boolean, depth = 0): Claim[] {
  const claims: Claim[] = [];
  const add = (words: string, claim: Bare<Claim>) => claims.push({ words, not, ...claim } as Claim);
  const constraints = findConstraints(text);
  let rest = text;
  for (const constraint of [...constraints].reverse()) {
    rest = `${rest.slice(0, constraint.start)} ${rest.slice(constraint.end)}`;
    if (constraint.kind === 'negation' && depth < 2) claims.push(...parse(constraint.text.replace(NEGATED, ''), !not, depth + 1));
    else if (constraint.kind === 'negation' || constraint.kind === 'attribute') claims.push(...attributes(constraint.text, not));
    else if (constraint.kind === 'either') add(constraint.text, { kind: 'vague' });
    else add(constraint.text, { kind: 'typed' });
  }
  const bare = withoutMaker(rest, constraints)
    .replace(/\s+/gu, ' ')
    .replace(/^[\s,;.]+|[\s,;.]+$/gu, '');
  const swallowed = constraints.some(({ kind }) => kind === 'number' || kind === 'time' || kind === 'place');
  // “Reported in 2024”: the verb is the event's
  if (claims.length === 1 && constraints[0]?.kind === 'time' && VERB_ALONE.test(bare)) return claims;
  if (bare && !(swallowed && stemsOf(withoutSubject(bare)).length === 0)) claims.unshift(...attributes(bare, not, swallowed));
  return claims.length > 0 ? claims : [{ words: text, not, kind: 'vague' }];
}

/** "Maintained by a company based in Europe" asks where that company is; the words before only say whose seat is meant. */
const withoutMaker = (rest: string, constraints: Constraint[]) =>
  constraints.some(({ kind }) => kind === 'place')
    ? rest.replace(
        /\b(?:maintained|developed|made|backed|run|owned|built|created)\sby\s(?:an?|the|its)\s(?:company|firm|organi[sz]ation|team|foundation|vendor)\b/giu,
        ' ',
      )
    : rest;

/** "Reported in 2024": what happened then has no name of its own. */
const VERB_ALONE = /^\p{L}{3,}(?<!e)ed$/iu;

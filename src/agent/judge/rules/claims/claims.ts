import type { Ask } from '../../../../language/asks/ask.ts';
import { asksOf } from '../../../../language/asks/asks.ts';
import { topicsOf } from '../../../../language/asks/topic.ts';
import type { Constraint } from '../../../../language/constraints/constraint.ts';
import { findConstraints } from '../../../../language/constraints/find-constraints.ts';
import { isKindOf } from '../../../../language/request/kind.ts';
import { attributes, stemsOf, withoutSubject } from './attributes.ts';
import type { Bare, Claim } from './claim.ts';
import { factClaim } from './claims-special.ts';

const NEGATED =
  /^(?:(?:but|and)\s)?(?:(?:that|which|who)\s)?(?:(?:is|are|was|were|do|does|did|has|have)\s)?(?:not|without|excluding|except(?:\sfor)?|other\sthan|no\slonger|never|don['’]t|doesn['’]t|aren['’]t|isn['’]t|no|none)\b\s?/iu;
/** Labels that only name a property; the description says what is asked. */
const NAME_ONLY =
  /^(?:licen[sc]e|language|location|headquarters?|founded|founding (?:date|year)|size|age|price|pricing|status|type|category|country|region|year|date|employees|headcount|stage|topic|scope|maturity|relevance|subject)$/iu;

const WHOLLY_TYPED = new Set<Ask['type']>(['place', 'weekday', 'month', 'licence', 'language', 'tongue']);

const isNameOnly = (label: string) => NAME_ONLY.test(label.trim()) || stemsOf(label).length === 0;
/** The words of a criterion that say what is asked: the description's if the label only names a property. */
export function askingWords(label: string, description: string | null): string {
  return description && isNameOnly(label) ? withoutSubject(description) : label;
}

/** Claims are cached, because every page is judged by the same criteria. */
const KEPT = 500;
const kept = new Map<string, readonly Claim[]>();

/**
 * The claims of a criterion, all of which must be true. Typed claims come from the label, or from the description if the label has none.
 */
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
  const negated = NEGATED.exec(label.trim())?.[0] ?? '';
  const bare = label.trim().slice(negated.length);
  // “No US office”: only facts judge places and the kind
  const asks = asksOf(askingWords(label, description), false);
  if (isKindOf(request, label) || (asks.length > 0 && asks.every(({ type }) => WHOLLY_TYPED.has(type))))
    return [{ words: label, not: false, kind: 'typed' }];
  const fact = factClaim(bare);
  if (fact) return [{ words: label, not: negated !== '', ...fact }];
  if (description && isNameOnly(label)) return parse(description, false);
  const topics =
    negated === ''
      ? topicsOf(label)
          .map(stemsOf)
          .filter((stems) => stems.length > 0)
      : [];
  if (topics.length > 0) return [{ words: label, not: false, kind: 'text', groups: [topics] }];
  // "no employees": the words of a page that has some, negated
  const lacks = /^no\s(?!(?:more|less|fewer|later|earlier|older|newer|longer|one|matter)\b)(?=\p{L})/iu.exec(label.trim());
  const claims = lacks ? parse(label.trim().slice(lacks[0].length), true) : parse(label, false);
  // a description can specify a claim that its label leaves vague
  const sharper = description && claims.every(({ kind }) => kind === 'vague') ? parse(description, false) : [];
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
  // “Reported in 2024”: the verb belongs to the time bound
  if (claims.length === 1 && constraints[0]?.kind === 'time' && VERB_ALONE.test(bare)) return claims;
  if (bare && !(swallowed && stemsOf(withoutSubject(bare)).length === 0)) claims.unshift(...attributes(bare, not, swallowed));
  return claims.length > 0 ? claims : [{ words: text, not, kind: 'vague' }];
}

/** "Maintained by a company based in Europe" asks for the place of that company; the words before it only name the company. */
const withoutMaker = (rest: string, constraints: Constraint[]) =>
  constraints.some(({ kind }) => kind === 'place')
    ? rest.replace(
        /\b(?:maintained|developed|made|backed|run|owned|built|created)\sby\s(?:an?|the|its)\s(?:company|firm|organi[sz]ation|team|foundation|vendor)\b/giu,
        ' ',
      )
    : rest;

/** "Reported in 2024": the event has no other name. */
const VERB_ALONE = /^\p{L}{3,}(?<!e)ed$/iu;

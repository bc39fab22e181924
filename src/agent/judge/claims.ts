import { wordTable } from '../../domain/text.ts';
import { type Constraint, findConstraints } from '../../language/constraint.ts';
import { isDerived, parseRequest } from '../../language/request/parse.ts';
import { type FactClaim, factClaim } from './claims-special.ts';
import type { ConceptName } from './concepts.ts';
import { KINDS } from './kinds.ts';
import { CLOSED_LICENCES, LANGUAGES, OPEN_LICENCES } from './knowledge.ts';
import { tokenize } from './lexicon.ts';
import { licenceKey } from './relations.ts';
import { off } from './rules.ts';
import { aboutClaim } from './topics.ts';

/** One thing that a page can say or deny. `not`: the criterion asks for the contrary. */
export type Claim = { words: string; not: boolean } & (
  | { kind: 'time'; event: string; from: string | null; to: string | null; any?: { from: string | null; to: string | null }[] }
  | {
      kind: 'number';
      unit: string[];
      about: string[];
      min: number | null;
      max: number | null;
      currency: string | null;
      any?: { min: number | null; max: number | null }[];
    }
  | { kind: 'licence'; any: string[] }
  | { kind: 'open' }
  | { kind: 'language'; any: string[] }
  /** The page's subject is of this kind: the last stem is the noun. */
  | { kind: 'is'; stems: string[] }
  /** Each group must be said; a group is said by any of its alternatives, an alternative by all its stems side by side. */
  | { kind: 'text'; groups: string[][][] }
  /** The subject's topic: words that name it, of which the first are the label's own. */
  | { kind: 'about'; any: string[][]; core: string[]; beside: string[][] }
  /** Not among what a page lists under this concept. */
  | { kind: 'lacks'; concept: ConceptName; any: string[] }
  | FactClaim
  | { kind: 'comparison' }
  | { kind: 'vague' }
);
type Bare<C> = C extends unknown ? Omit<C, 'words' | 'not'> : never;

const COMPARISON =
  /\b(?:best|fastest|largest|biggest|smallest|cheapest|easiest|oldest|newest|youngest|highest|lowest|richest|strongest|safest|simplest|greatest|finest|leading|top|top-\w+|better|faster|cheaper|larger|bigger|smaller|easier|stronger|most (?!recent)\p{L}+|least \p{L}+|more \p{L}+ than|(?:number|no\.?) one|world-class|state-of-the-art|superior|(?:un)?popular|famous|well-known|important|significant)\b/iu;
const OPEN =
  /\b(?:fully |truly |free and )?open[- ]?source(?:d)?(?:\s(?:software\s)?licen[sc]es?)?\b|\bfoss\b|\bfree software\b|\bopen[- ](?:source )?licen[sc]e\b|\bosi[- ]approved(?: (?:open[- ]source )?licen[sc]e)?/iu;
const SUBJECT =
  /^(?:(?:the|this|its?|their|a|an)\s)?(?:(?:result|page|company|project|product|database|tool|software|paper|article|post|person|organi[sz]ation|startup|firm|it|they|entity|profile|subject|document|author)\s)?(?:(?:states?|says|mentions|shows|describes) (?:that\s(?:it\s)?)?)?(?:(?:is|are|was|were|has|have|had|does|do|must be|must have|must|should be|should have|should)\s)?(?:an?\s|the\s)?/iu;
/** What a label says of its subject. A bare noun before the name of a kind is a part of it: of "Document database" nothing is taken away. */
function withoutSubject(label: string): string {
  const lead = SUBJECT.exec(label)?.[0] ?? '';
  const rest = label.slice(lead.length);
  const [kind, ...more] = stemsOf(rest);
  return /^\p{L}+\s$/u.test(lead) && kind !== undefined && more.length === 0 && KINDS[kind] ? label : rest;
}
const NEGATED =
  /^(?:(?:but|and)\s)?(?:(?:that|which|who)\s)?(?:(?:is|are|was|were|do|does|did|has|have)\s)?(?:not|without|excluding|except(?:\sfor)?|other\sthan|no\slonger|never|don['’]t|doesn['’]t|aren['’]t|isn['’]t|no|none)\b\s?/iu;
/** Labels that only name a quality; what is asked stands in the description. */
const NAME_ONLY =
  /^(?:licen[sc]e|language|location|headquarters?|founded|founding (?:date|year)|size|age|price|pricing|status|type|category|country|region|year|date|employees|headcount|stage|topic|scope|maturity|relevance|subject)$/iu;

const stemsOf = (text: string) => tokenize(text).flatMap(({ stem }) => (stem ? [stem] : []));

/** The claims that a criterion makes, all of which must be so. Typed claims come from the label and, where it has none of a kind, from the description. */
export function claimsOf(label: string, description: string | null, request: string): Claim[] {
  const topic = new Set(kindOf(request));
  const described = description && !isDerived(description) ? description : null;
  const negated = NEGATED.exec(label.trim())?.[0] ?? '';
  const bare = label.trim().slice(negated.length);
  const fact = factClaim(bare, described);
  if (fact) return [{ words: label, not: negated !== '', ...fact }];
  if (negated !== '' && LANGUAGES.has(bare.toLowerCase())) {
    const any = [bare, ...alternatives(/\(or ([^)]+)\)/u.exec(described ?? '')?.[1] ?? '')];
    return [{ words: label, not: false, kind: 'lacks', concept: 'technology', any: any.map((name) => name.toLowerCase()) }];
  }
  if (described && (NAME_ONLY.test(label.trim()) || stemsOf(label).length === 0)) return parse(described, topic, false);
  const tool = USES.exec(bare)?.groups?.tool;
  const told = /^works?\b/iu.test(bare) ? (described ?? 'uses') : 'uses';
  if (tool && negated === '' && /\b(?:uses?|using|stack|technolog\p{L}*|languages?)\b/iu.test(told))
    return [
      { words: label, not: false, kind: 'text', groups: [[stemsOf('use')], [tool, ...(ALIASES[tool.toLowerCase()] ?? [])].map(stemsOf)] },
    ];
  const about = negated === '' && !off.has('topics') ? aboutClaim(label, described) : null;
  if (about) return [{ words: label, not: false, ...about }];
  // "no employees": the words a page would say, denied
  const lacks = /^no\s(?!(?:more|less|fewer|later|earlier|older|newer|longer|one|matter)\b)(?=\p{L})/iu.exec(label.trim());
  const claims = lacks ? parse(label.trim().slice(lacks[0].length), topic, true) : parse(label, topic, false);
  // a description can sharpen a claim that its label leaves open
  const sharper = described && claims.every(({ kind }) => kind === 'vague') ? parse(described, topic, false) : [];
  return sharper.length > 0 ? sharper : claims;
}

/** Tools that go by two names. */
const ALIASES = wordTable<string[]>({
  go: ['golang'], golang: ['go'], javascript: ['js'], typescript: ['ts'], postgresql: ['postgres'], postgres: ['postgresql'], kubernetes: ['k8s'],
  'node.js': ['node', 'nodejs'], node: ['nodejs'], react: ['reactjs'], vue: ['vuejs'], 'c#': ['csharp'], ruby: ['rails'], python: ['django'],
}); // biome-ignore format: a table

/** "Works with Ruby" says that it is used. */
const USES =
  /^(?:[Uu]ses?|[Uu]sing|[Ww]orks? with|[Bb]uilds? with|[Bb]uilds? on|[Pp]rograms? in|[Cc]odes? in|[Rr]uns? on|[Dd]evelops? (?:in|with))\s(?<tool>\p{Lu}[\p{L}\p{N}.+#]*(?:\s\p{Lu}[\p{L}\p{N}.+#]*)?)$/u;

/** The noun of what a request looks for: "open-source databases with vector search" looks for databases. */
const kindOf = (request: string) =>
  stemsOf(
    parseRequest(request).topic.split(/[,;]|\s(?:for|of|in|on|about|with|using|that|which|who|by|from|hiring|working|to|at)\s/iu)[0] ?? '',
  ).slice(-1);

function parse(text: string, topic: Set<string>, not: boolean, depth = 0): Claim[] {
  const claims: Claim[] = [];
  const add = (words: string, claim: Bare<Claim>) => claims.push({ words, not, ...claim } as Claim);
  const constraints = findConstraints(text);
  let rest = text;
  for (const constraint of [...constraints].reverse()) {
    rest = `${rest.slice(0, constraint.start)} ${rest.slice(constraint.end)}`;
    if (constraint.kind === 'negation' && depth < 2) claims.push(...parse(constraint.text.replace(NEGATED, ''), topic, !not, depth + 1));
    else if (constraint.kind === 'negation' || constraint.kind === 'attribute') claims.push(...attribute(constraint.text, topic, not));
    else if (constraint.kind === 'either') add(constraint.text, { kind: 'vague' });
    else if (constraint.kind === 'place' && constraint.all)
      for (const place of constraint.any) add(constraint.text, { kind: 'place', relation: constraint.relation, place });
    else add(constraint.text, typed(constraint, rest));
  }
  const bare = withoutMaker(rest, constraints)
    .replace(/\s+/gu, ' ')
    .replace(/^[\s,;.]+|[\s,;.]+$/gu, '');
  const swallowed = constraints.some(({ kind }) => kind === 'number' || kind === 'time' || kind === 'place');
  if (bare && !(swallowed && stemsOf(withoutSubject(bare)).length === 0)) claims.unshift(...attribute(bare, topic, not, swallowed));
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

function typed(constraint: Exclude<Constraint, { kind: 'attribute' | 'negation' | 'either' }>, rest: string): Bare<Claim> {
  if (constraint.kind === 'time')
    return {
      kind: 'time',
      event: constraint.event || (EVENT_WORD.exec(rest)?.[0].toLowerCase() ?? ''),
      from: constraint.from,
      to: constraint.to,
      ...(constraint.any ? { any: constraint.any } : {}),
    };
  if (constraint.kind === 'place') {
    const [place = constraint.place, ...others] = constraint.any;
    return { kind: 'place', relation: constraint.relation, place, ...(others.length > 0 ? { any: constraint.any } : {}) };
  }
  const { min, max, currency, any } = constraint;
  return { kind: 'number', unit: stemsOf(constraint.unit), about: stemsOf(constraint.about), min, max, currency, ...(any ? { any } : {}) };
}
const EVENT_WORD = /\b(?:founded|established|released|launched|published|created|started|incorporated|updated)\b/iu;

const alternatives = (text: string) =>
  text
    .split(/,?\s(?:or|and\/or)\s|,\s|\s?\/\s?/iu)
    .map((part) => part.trim())
    .filter(Boolean);

function attribute(text: string, topic: Set<string>, not: boolean, beside = false): Claim[] {
  const made = /\b(?:written|implemented|programmed|coded|developed|built)\s(?:\w+ly\s)?(?:in|with|using)\s(.+)$/iu.exec(text)?.[1];
  const languages = made ? alternatives(made).map((part) => part.toLowerCase().replace(/^pure\s/u, '')) : [];
  if (made && languages.every((part) => LANGUAGES.has(part))) return [{ words: text, not, kind: 'language', any: languages }];
  const claims: Claim[] = [];
  let rest = text;
  const named = [...text.matchAll(new RegExp(`${OPEN_LICENCES.source}|${CLOSED_LICENCES.source}`, 'giu'))];
  if (named.length > 0 && /licen[sc]|\bunder\b/iu.test(text))
    return [{ words: text, not, kind: 'licence', any: named.map((match) => licenceKey(match[0])) }];
  if (OPEN.test(rest)) {
    claims.push({ words: OPEN.exec(rest)?.[0] ?? rest, not, kind: 'open' });
    rest = rest
      .replace(OPEN, ' ')
      .replace(/\b(?:released|licen[sc]ed|available|distributed)?\s*\bunder (?:an?|the)\b(?:\s*licen[sc]e)?/iu, ' ')
      .trim();
  }
  if (COMPARISON.test(rest)) return [...claims, { words: text, not, kind: 'comparison' }];
  const core = withoutSubject(rest.replace(/^(?:that|which|who|and|with)\s/iu, '')).replace(/^(?:a\s)?members? of (?:the\s)?/iu, '');
  const stems = stemsOf(core);
  if (stems.length === 0) return claims.length > 0 || beside ? claims : [{ words: text, not, kind: 'vague' }];
  const head = stemsOf(core.split(/\s(?:for|of|in|on|about|with|using|that|which|by|from|hiring)\s/iu)[0] ?? core).at(-1) ?? '';
  const isNoun =
    !/^(?:supports?|offers?|provides?|uses?|runs?|hires?|sells?|makes?|allows?|includes?|builds?|requires?|works?|accepts?|written|built|raised|\p{L}+ed)\b/iu.test(
      core,
    );
  const isKind = topic.has(head) || /^(?:(?:it|the \w+)\s)?(?:is|are)\s(?:an?|the)\s/iu.test(rest.trim());
  if (isNoun && isKind) {
    if (!beside || claims.length === 0) return [...claims, { words: text, not, kind: 'is', stems }];
  }
  return [...claims, { words: text, not, kind: 'text', groups: groupsOf(core) }];
}

/** Words for the whole of a thing stand for each other: fully, entirely, 100%. */
const WHOLLY = /^(?:fully|entirely|completely|wholly|100%|all|purely)$/iu;
const WHOLE = ['fully', 'full', 'entirely', 'completely', 'wholly', '100', 'totally'].map((word) => stemsOf(word));

/** "SQL or GraphQL queries" -> [[sql] or [graphql]], [queri]; words joined by a hyphen stay side by side. */
function groupsOf(text: string): string[][][] {
  const groups: string[][][] = [];
  const words = text.split(/\s+/u);
  for (let i = 0; i < words.length; i++) {
    const any = [stemsOf(words[i] ?? '')];
    if (WHOLLY.test(words[i] ?? '')) any.push(...WHOLE);
    while (/,$/u.test(words[i] ?? '') && words.slice(i, i + 4).some((word) => word === 'or') && words[i + 1] !== 'or')
      any.push(stemsOf(words[++i] ?? ''));
    while (words[i + 1] === 'or' && words[i + 2]) {
      i += 2;
      any.push(stemsOf(words[i] ?? ''));
    }
    const said = any.filter((stems) => stems.length > 0);
    if (said.length > 0) groups.push(said);
  }
  return groups;
}

export const isTyped = (claim: Claim) =>
  claim.not ||
  (!['is', 'text', 'open', 'language', 'licence', 'vague', 'about', 'has'].includes(claim.kind) &&
    !(claim.kind === 'role' && claim.concept !== 'authors'));

import { meanings } from '../../../../knowledge/wordnet.ts';
import { kindIn } from '../../../../language/asks/kind.ts';
import { softwareAsks } from '../../../../language/asks/software.ts';
import { tokenize } from '../../../../language/english/lexicon.ts';
import type { Claim } from './claim.ts';

const COMPARISON =
  /\b(?:best|fastest|largest|biggest|smallest|cheapest|easiest|oldest|newest|youngest|highest|lowest|richest|strongest|safest|simplest|greatest|finest|leading|top|top-\w+|better|faster|cheaper|larger|bigger|smaller|easier|stronger|most (?!recent)\p{L}+|least \p{L}+|more \p{L}+ than|(?:number|no\.?) one|world-class|state-of-the-art|superior|(?:un)?popular|famous|well-known|important|significant)\b/iu;
const SUBJECT =
  /^(?:(?:the|this|its?|their|a|an)\s)?(?:(?:result|page|company|project|product|database|tool|software|paper|article|post|person|organi[sz]ation|startup|firm|it|they|entity|profile|subject|document|author)\s)?(?:(?:states?|says|mentions|shows|describes) (?:that\s(?:it\s)?)?)?(?:(?:is|are|was|were|has|have|had|does|do|must be|must have|must|should be|should have|should)\s)?(?:an?\s|the\s)?/iu;
/** What a label says of its subject. A noun that modifies another is kept: "Document database" stays whole. */
export function withoutSubject(label: string): string {
  const lead = SUBJECT.exec(label)?.[0] ?? '';
  const rest = label.slice(lead.length);
  return /^\p{L}+\s$/u.test(lead) && meanings(rest.trim(), 'noun').length > 0 ? label : rest;
}
export const stemsOf = (text: string) => tokenize(text).flatMap(({ stem }) => (stem ? [stem] : []));

export function attributes(text: string, not: boolean, beside = false): Claim[] {
  const software = softwareAsks(text);
  const claims: Claim[] = software.asks.length > 0 ? [{ words: text, not, kind: 'typed' }] : [];
  const rest = claims.length > 0 ? software.rest : text;
  if (COMPARISON.test(rest)) return [...claims, { words: text, not, kind: 'comparison' }];
  const core = withoutSubject(rest.replace(/^(?:that|which|who|and|with)\s/iu, '')).replace(/^(?:a\s)?members? of (?:the\s)?/iu, '');
  const stems = stemsOf(core);
  if (stems.length === 0) return claims.length > 0 || beside ? claims : [{ words: text, not, kind: 'vague' }];
  const isKind = kindIn(rest.trim()) !== null && !beside;
  if (isKind) return [...claims, { words: text, not, kind: 'typed' }];
  return [...claims, { words: text, not, kind: 'text', groups: groupsOf(core) }];
}

/** Words for a whole count as synonyms: fully, entirely, 100%. */
const WHOLLY = /^(?:fully|entirely|completely|wholly|100%|all|purely)$/iu;
const WHOLE = ['fully', 'full', 'entirely', 'completely', 'wholly', '100', 'totally'].map((word) => stemsOf(word));

/** "SQL or GraphQL queries" -> [[sql] or [graphql]], [queri]; hyphenated words must be adjacent. */
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

import { DESCRIPTION_MAX, LABEL_MAX } from '../domain/criterion.ts';
import { type Constraint, findConstraints, LONGEST_REQUEST } from './constraint.ts';
import { type Column, takeWanted } from './wanted.ts';

export interface ParsedRequest {
  /** What is looked for, without its constraints. */
  topic: string;
  constraints: Constraint[];
  /** What it asks to be told of each result. */
  wanted: Column[];
}

const ASKING =
  /^(?:please\s+|can you\s+|could you\s+|i(?:['’]d| would) like(?: to (?:find|see|have))?\s+|i(?:['’]m| am) looking for\s+|i (?:want|need)\s+|we (?:want|need)\s+|find(?: me)?\s+|give me\s+|show(?: me)?\s+|get(?: me)?\s+|search(?: for)?\s+|look(?:ing)? for\s+|list(?: of)?\s+|what are\s+|which\s+|a list of\s+|all\s+(?:of\s+)?(?:the\s+)?|the\s+)+/iu;
const DANGLING =
  /^(?:and|or|but|with|that|which|who|are|is|were|was|in|of|[\s,;:.()–—-])+(?=\s|$)|(?:\s(?:and|or|but|with|that|which|who|are|is|were|was|in|from|of|have|has|by|the|their|its)|[\s,;:.?!()–—-])+$/giu;

const squeeze = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Cuts to at most `length` code points, at a space where there is one. */
export function shorten(text: string, length: number): string {
  const points = [...text];
  if (points.length <= length) return text;
  const cut = points.slice(0, length).join('');
  return /^(.{20,})\s/su.exec(cut)?.[1] ?? cut;
}

const BARE_PLACE = /^(?:in|from|across|within)$/u;
const VERB = /(?:that|which|who)\s(?:(?:is|are|also|only)\s)*(?:(?<verb>\p{Ll}+)\s)?$/u;

/** What is done at a place belongs to it: "that hire in Europe". */
function withVerb(text: string, constraint: Constraint): Constraint {
  const lead = constraint.kind === 'place' && BARE_PLACE.test(constraint.relation) ? VERB.exec(text.slice(0, constraint.start)) : null;
  if (constraint.kind !== 'place' || !lead) return constraint;
  const relation = lead.groups?.verb ? `${lead.groups.verb} ${constraint.relation}` : constraint.relation;
  return { ...constraint, relation, start: lead.index, text: text.slice(lead.index, constraint.end) };
}

/** Parts a request's words into a topic, what can be checked by rule, and what is to be told of each result. Any string will do; what is beyond 4,000 characters is left aside. */
export function parseRequest(request: string): ParsedRequest {
  const { text, wanted } = takeWanted(squeeze(request.slice(0, LONGEST_REQUEST).toWellFormed()));
  const constraints = findConstraints(text).map((constraint) => withVerb(text, constraint));
  let topic = '';
  let at = 0;
  for (const { start, end } of constraints) {
    topic += `${text.slice(at, start)} `;
    at = end;
  }
  topic = squeeze(
    squeeze(topic + text.slice(at))
      .replace(/\(\s*\)/gu, ' ')
      .replace(/\s+(?=[,;.])/gu, ''),
  );
  topic = topic.replace(/[,;](?:\s*[,;])+/gu, ',').replace(/,?\s(?:and|but|or)\s?(?=,|$)/giu, '');
  const bare = squeeze(topic.replace(ASKING, '').replace(DANGLING, ' '));
  return { topic: bare || squeeze(topic) || text, constraints, wanted };
}

const IRREGULAR = new Map(
  Object.entries({
    people: 'person',
    companies: 'company',
    children: 'child',
    women: 'woman',
    men: 'man',
    analyses: 'analysis',
    criteria: 'criterion',
    series: 'series',
    news: 'news',
    software: 'software',
  }),
);

/** The last noun of a noun phrase in the singular: "open-source databases" -> "open-source database". */
export function singular(phrase: string): string {
  const [, head = phrase, tail = ''] =
    /^(.*?)((?:\s(?:for|of|in|on|about|with|using|that|which|by|from|hiring|working|to|at)\s.*)?)$/su.exec(phrase) ?? [];
  const one = head.replace(/\p{L}+$/u, (word) => {
    const lower = word.toLowerCase();
    const irregular = IRREGULAR.get(lower);
    if (irregular) return word === lower ? irregular : irregular[0]?.toUpperCase() + irregular.slice(1);
    if (word === word.toUpperCase() || lower.length < 4) return word;
    if (/[^aeiou]ies$/u.test(lower)) return `${word.slice(0, -3)}y`;
    if (/(?:sses|shes|ches|xes|zes)$/u.test(lower)) return word.slice(0, -2);
    return /[^suia]s$|[aeo]as$/u.test(lower) ? word.slice(0, -1) : word;
  });
  return one + tail;
}

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const withoutLead = (text: string) =>
  text.replace(
    /^(?:and\s|but\s|or\s)?(?:(?:that|which|who)\s(?:is|are|was|were)\s(?=not\b|written|implemented|built|developed|released|launched|founded|licen|based|located|headquartered|under|available|distributed)|(?:that|which|who)\s|and\s)?/iu,
    '',
  );

function phraseOf(constraint: Constraint): string {
  const text = withoutLead(constraint.text);
  if (constraint.kind === 'either') return capital(text.replace(/^(?:is|are|was|were)\s/iu, ''));
  if (constraint.kind === 'number') return capital(text.replace(/^(?:with|have|has|having|had|of|and|is|are)\s/iu, ''));
  if (constraint.kind === 'time' && constraint.event === '') return capital(`dated ${text}`);
  if (constraint.kind === 'place' && BARE_PLACE.test(constraint.relation)) return capital(`located in ${constraint.place}`);
  if (constraint.kind === 'place' && /^\p{Ll}+(?<!s|ed|ing)\s(?:in|from|across|within)$/u.test(constraint.relation))
    return capital(`${constraint.relation.replace(' ', 's ')} ${constraint.place}`);
  if (constraint.kind === 'place') return capital(text.replace(/^with\s/iu, ''));
  if (/^(?:in|since|after|before)\b/iu.test(text)) return capital(`dated ${text}`);
  if (/^with\s/iu.test(text)) return capital(text.replace(/^with\s(?:an?\s|the\s)?/iu, 'has '));
  if (/^under\s/iu.test(text)) return capital(`released ${text}`);
  const verb = /^(support|have|offer|use|provide|run|hire|need|build|make|sell|work|allow|include|run)\s/iu.exec(text)?.[1];
  return capital(verb ? text.replace(verb, verb.toLowerCase() === 'have' ? 'has' : `${verb}s`) : text);
}

const sayTime = (phrase: string) =>
  phrase.replace(/\bsince\s((?:1[5-9]|20)\d\d)\b/iu, 'in or after $1').replace(/^(?:Dated) from\s/u, 'Dated ');

/** A description that was derived with its label says nothing more of what is asked. */
export const isDerived = (description: string) => /^(?:asked for as|the result is this):/iu.test(description);

/** At most five criteria that a request implies, the topic first; labels are unique and at most 80 code points. */
export function deriveCriteria(
  request: string,
  { topic, constraints }: ParsedRequest = parseRequest(request),
): { label: string; description: string }[] {
  const thing = singular(topic);
  const drafts = [
    { label: capital(thing), description: `The result is this: ${thing}.` },
    ...constraints.map((constraint) => {
      const label = constraint.kind === 'time' ? sayTime(phraseOf(constraint)) : phraseOf(constraint);
      return { label, description: `Asked for as: ${constraint.text}.` };
    }),
  ];
  const labels = new Set<string>();
  const criteria: { label: string; description: string }[] = [];
  for (const draft of drafts) {
    const label = shorten(draft.label.trim(), LABEL_MAX).trim();
    if (label === '' || labels.has(label.toLowerCase()) || criteria.length === 5) continue;
    labels.add(label.toLowerCase());
    criteria.push({ label, description: shorten(draft.description, DESCRIPTION_MAX) });
  }
  return criteria;
}

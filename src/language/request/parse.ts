import type { Constraint } from '../constraints/constraint.ts';
import { findConstraints } from '../constraints/find-constraints.ts';
import type { Column } from '../wanted.ts';
import { released } from './asked/asides.ts';
import { withoutLead } from './asked/lead.ts';
import { readRequest } from './asked/read.ts';

export interface ParsedRequest {
  /** The wanted thing, without its constraints. */
  topic: string;
  /** The number of results in the request; null if none. */
  target: number | null;
  constraints: Constraint[];
  /** The columns that it asks for. */
  wanted: Column[];
}

const DANGLING =
  /^(?:and|or|but|with|that|which|who|are|is|were|was|in|of|[\s,;:.()–—-])+(?=\s|$)|(?:\s(?:and|or|but|with|that|which|who|are|is|were|was|in|from|of|have|has|by|the|their|its)|[\s,;:.?!()–—-])+$/giu;

const squeeze = (text: string) => text.replace(/\s+/gu, ' ').trim();

const BARE_PLACE = /^(?:in|from|across|within)$/u;
const VERB = /(?:that|which|who)\s(?:(?:is|are|also|only)\s)*(?:(?<verb>\p{Ll}+)\s)?$/u;

/** Extends a place by its verb: "that hire in Europe". */
function withVerb(text: string, constraint: Constraint): Constraint {
  const lead = constraint.kind === 'place' && BARE_PLACE.test(constraint.relation) ? VERB.exec(text.slice(0, constraint.start)) : null;
  if (constraint.kind !== 'place' || !lead) return constraint;
  const relation = lead.groups?.verb ? `${lead.groups.verb} ${constraint.relation}` : constraint.relation;
  return { ...constraint, relation, start: lead.index, text: text.slice(lead.index, constraint.end) };
}

/**
 * Splits a request into a topic, constraints that rules can check, and columns. Accepts any string; text beyond 4,000 characters is
 * ignored.
 */
export function parseRequest(request: string): ParsedRequest {
  const { text: asked, wanted, isEnglish } = readRequest(request);
  if (!isEnglish) return { topic: asked, target: null, constraints: [], wanted };
  const { text: bareText, target } = withoutLead(asked);
  const text = released(bareText);
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
  const cut = squeeze(topic.replace(DANGLING, ' '));
  // unbalanced brackets are removed
  const bare = cut.split('(').length === cut.split(')').length ? cut : squeeze(cut.replace(/[()]/gu, ' '));
  return { topic: bare || squeeze(topic) || text, target, constraints, wanted };
}

import { placeNamed } from '../../../../knowledge/places/named.ts';
import { PERSON, PERSONS, splitNames } from '../../../../language/english/proper-names.ts';
import type { ConceptName } from './concept-table.ts';
import { conceptsAsked } from './concepts.ts';
import { statesAsked } from './states.ts';

/** Claims decided by labelled facts of a page: values under labels and headings, or sentences of the same pattern. */
export type FactClaim =
  | { kind: 'status'; all: boolean; states: string[] }
  /** One of these names holds this role. */
  | { kind: 'role'; concept: ConceptName; any: string[] }
  | { kind: 'labelled'; concept: ConceptName; value: string };

const PARTY =
  /^(?:is\s)?(?:an?\s)?(?:member of the\s)?(?<p>democrat|republican|independent|libertarian|conservative|labour|liberal)(?:ic)?(?:\sparty)?(?:\smember)?$/iu;

const NAMED = String.raw`${PERSONS}(?:\s?,?\sor\s${PERSON})?`;
const ROLES = [
  String.raw`^(?<names>${NAMED})\s(?:is|are|was|were|acted as|served as)\s(?:an?|the|one of the|among the)\s(?<role>[\p{L} -]{3,40})$`,
  String.raw`^(?:[Tt]he\s)?(?<role>[\p{L} -]{3,40}?)\s(?:is|are|was|were|includes?|is either)\s(?<names>${NAMED})$`,
  String.raw`^(?:[Nn]ot\s)?(?<role>\p{L}*\s?[Bb]y)\s(?<names>${NAMED})$`,
].map((pattern) => new RegExp(pattern, 'u'));

function roleOf(label: string): FactClaim | null {
  const { role = '', names } = ROLES.map((pattern) => pattern.exec(label)).find(Boolean)?.groups ?? {};
  const [concept] = names ? conceptsAsked(role.trim().replace(/^by$/iu, 'written by')) : [];
  return names && concept && !placeNamed(names) ? { kind: 'role', concept, any: splitNames(names) } : null;
}

/** The fact that a label asks for; null if the claim is of another kind. */
export function factClaim(label: string): FactClaim | null {
  const trimmed = label.trim().replace(/[.!]$/u, '');
  const states = statesAsked(trimmed);
  if (states) return { kind: 'status', all: states.all, states: states.names };
  const party = PARTY.exec(trimmed)?.groups?.p;
  if (party) return { kind: 'labelled', concept: 'party', value: party };
  const seatOf = /^[Rr]epresents?\s(?<s>\p{Lu}[\p{L} ]+)$/u.exec(trimmed)?.groups?.s;
  if (seatOf) return { kind: 'labelled', concept: 'state', value: seatOf };
  return roleOf(trimmed);
}

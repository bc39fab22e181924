import { findPlaces, placeNamed } from '../../language/places.ts';
import { findQuantities } from '../../language/quantity.ts';
import { CONCEPTS, type ConceptName, conceptsAsked } from './concepts.ts';
import { PERSON, PERSONS, splitNames } from './names.ts';
import { off } from './rules.ts';
import { statesAsked } from './states.ts';

/** Claims that the facts of a page decide: what stands under its labels and headings, or in sentences made like them. */
export type FactClaim =
  /** `any`: one of these places is enough. */
  | { kind: 'place'; relation: string; place: string; any?: string[] }
  | { kind: 'status'; all: boolean; states: string[] }
  /** One of these names holds this role. */
  | { kind: 'role'; concept: ConceptName; any: string[] }
  /** The page gives something under this concept at all. */
  | { kind: 'has'; concept: ConceptName }
  | { kind: 'count'; concept: ConceptName; min: number | null; max: number | null }
  /** A version or a span of versions: parts of a number from the left; `product` in lower case or ''. */
  | { kind: 'version'; product: string; min: number[] | null; max: number[] | null; exact: number[] | null }
  /** People are taken on everywhere (place null), in a place, or in that place only. */
  | { kind: 'region'; place: string | null; only: boolean; any?: string[] }
  /** An address of this kind is given to write or apply to. */
  | { kind: 'contact'; by: 'e-mail' | 'telephone' }
  | { kind: 'labelled'; concept: ConceptName; value: string };

const NAMED = String.raw`${PERSONS}(?:\s?,?\sor\s${PERSON})?`;
const ROLE_IS = new RegExp(
  String.raw`^(?:[Tt]he\s)?(?<role>[\p{L} -]{3,40}?)\s(?:is|are|was|were|includes?|is either)\s(?<names>${NAMED})$`,
  'u',
);
const IS_ROLE = new RegExp(
  String.raw`^(?<names>${NAMED})\s(?:is|are|was|were|acted as|served as)\s(?:an?|the|one of the|among the)\s(?<role>[\p{L} -]{3,40})$`,
  'u',
);
const BY = new RegExp(String.raw`^(?:[Nn]ot\s)?(?<role>\p{L}*\s?[Bb]y)\s(?<names>${NAMED})$`, 'u');
const HAS = /^(?:has|have|had|with|names|lists|there is)\s(?:an?|at least one|some|any)\s(?<role>[\p{L} -]{3,30})$/iu;

const WORLD =
  /\b(?:worldwide|world-wide|anywhere|any ?where in the world|globally|any country|every country|all countries|from any location|no (?:geographic|location) restrictions?)\b/iu;
const HIRES =
  /^(?:(?:is\s)?(?:open to (?:candidates|applicants)|hir(?:es|ing)|recruits?|employs|takes? (?:on )?(?:people|applicants)|accepts? (?:applicants|candidates))|remote)\b/iu;

const parts = (version: string) => version.split('.').map(Number);

function versionOf(label: string): FactClaim | null {
  const match =
    /^(?:(?:targets?|requires?|supports?|aimed at|for|needs|runs on|uses|concerns|about|works with)\s)?(?:(?<product>\p{Lu}[\p{L}+#]*|version|release)\s)?(?:version\s)?(?<v>\d{1,3}(?:\.\d+)*)(?<x>\.x|x)?(?<dir>\s?\+|\s(?:or|and) (?:later|newer|above|higher|greater|up|older|earlier|below|lower))?$/iu.exec(
      label.trim(),
    );
  const { product = '', v = '', dir } = match?.groups ?? {};
  if (!match || (product === '' && !v.includes('.'))) return null;
  const number = parts(v);
  const word = product.toLowerCase();
  const base = { kind: 'version' as const, product: /^(?:version|release)$/u.test(word) ? '' : word, min: null, max: null, exact: null };
  if (dir && /older|earlier|below|lower/u.test(dir)) return { ...base, max: number };
  return dir ? { ...base, min: number } : { ...base, exact: number };
}

function roleOf(label: string): FactClaim | null {
  const match = IS_ROLE.exec(label) ?? ROLE_IS.exec(label) ?? BY.exec(label);
  const role = match?.groups?.role?.trim().replace(/^by$/iu, 'written by') ?? '';
  const names = match?.groups?.names;
  if (!names) return null;
  const [concept] = conceptsAsked(role);
  if (!concept || placeNamed(names)) return null;
  return { kind: 'role', concept, any: splitNames(names) };
}

function countOf(label: string): FactClaim | null {
  const one = /^(?:(?:has\s)?(?:only|exactly|just)\s)?(?:one|a single|single)\s(?<unit>[\p{L}-]{3,20})$/iu.exec(label)?.groups?.unit;
  const [quantity] = one ? [] : findQuantities(label);
  const unit = one ?? (quantity ? label.slice(quantity.end).replace(/^\s?(?:or (?:more|fewer|less)|\+)\s?/iu, '') : '');
  if (!/^\s?[\p{L}-]{3,20}$/u.test(unit)) return null;
  const concept = conceptsAsked(unit).find((name) => 'counted' in CONCEPTS[name]);
  if (!concept || concept === 'technology') return null;
  if (one) return { kind: 'count', concept, min: 1, max: 1 };
  if (!quantity) return null;
  const most = /\bor (?:fewer|less)\b/iu.test(label);
  return {
    kind: 'count',
    concept,
    min: most || quantity.low === 0 ? null : quantity.low,
    max: most ? quantity.low : Number.isFinite(quantity.high) ? quantity.high : null,
  };
}

function regionOf(label: string, description: string): FactClaim | null {
  const only =
    /^(?:only\s)?(?:in\s)?(?<place>(?:the\s)?\p{Lu}[\p{L}. ]*?)(?:\s|-)(?:only|based only)$|^(?:hires?\s)?only\s(?:hires?\s)?(?:in|from|people in)\s(?<other>.+)$/u.exec(
      label,
    )?.groups;
  const place = only?.place ?? only?.other;
  if (place && placeNamed(place) && conceptsAsked(description || label).includes('region')) return { kind: 'region', place, only: true };
  if (!HIRES.test(label)) return null;
  if (WORLD.test(label)) return { kind: 'region', place: null, only: false };
  const [named, ...others] = findPlaces(label).map(({ name }) => name);
  const any = named && others.length > 0 && /\bor\b/iu.test(label) ? { any: [named, ...others] } : {};
  return named ? { kind: 'region', place: named, only: /\bonly\b/iu.test(label), ...any } : null;
}

/** What a label asks for, when it asks for a fact; null when the claim is of another kind. */
export function factClaim(label: string, description: string | null): FactClaim | null {
  const told = description ?? '';
  const trimmed = label.trim().replace(/[.!]$/u, '');
  const states = off.has('states') ? null : statesAsked(trimmed);
  if (states) return { kind: 'status', all: states.all, states: states.names };
  const version = versionOf(trimmed);
  if (version) return version;
  const party =
    /^(?:is\s)?(?:an?\s)?(?:member of the\s)?(?<p>democrat|republican|independent|libertarian|conservative|labour|liberal)(?:ic)?(?:\sparty)?(?:\smember)?$/iu.exec(
      trimmed,
    )?.groups?.p;
  if (party) return { kind: 'labelled', concept: 'party', value: party };
  const seatOf =
    /^represents?\s(?<s>\p{Lu}[\p{L} ]+)$/u.exec(trimmed)?.groups?.s ?? /^[Rr]epresents\s(?<s>\p{Lu}[\p{L} ]+)$/u.exec(trimmed)?.groups?.s;
  if (seatOf) return { kind: 'labelled', concept: 'state', value: seatOf };
  const role = roleOf(trimmed);
  if (role) return role;
  const count = countOf(trimmed);
  if (count) return count;
  const region = regionOf(trimmed, told);
  if (region) return region;
  const seat = /^(?:an?\s|any\s)?(?<place>\p{Lu}[\p{L}. ]*?)(?:-based)?\s(?:offices?|headquarters|branch(?:es)?|locations?)$/u.exec(trimmed)
    ?.groups?.place;
  if (seat && placeNamed(seat)) return { kind: 'place', relation: 'office in', place: seat };
  const has = HAS.exec(trimmed)?.groups?.role;
  const [held] = has
    ? conceptsAsked(has).filter((name) => /^(?:sponsor|delegate|authors|founders|version|replaces|replacedBy)$/u.test(name))
    : [];
  if (held) return { kind: 'has', concept: held };
  if (/^(?:it\s)?(?:replaces|supersedes|obsoletes|took over from|succeeds)\b(?!.*\d)/iu.test(trimmed))
    return { kind: 'has', concept: 'replaces' };
  if (/^(?:appl(?:y|ications?)|contact|reachable|write)\b.*\b(?:by|via|through|to an?)\s(?:an?\s)?e-?mail\b/iu.test(trimmed))
    return { kind: 'contact', by: 'e-mail' };
  if (/^(?:appl(?:y|ications?)|contact|reachable)\b.*\b(?:by|via)\s(?:tele)?phone\b/iu.test(trimmed))
    return { kind: 'contact', by: 'telephone' };
  return null;
}

import { holdsName, splitNames } from '../../../../language/english/names.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import type { Reading } from '../../text/reading.ts';
import { CONCEPTS, type ConceptName } from '../claims/concept-table.ts';
import { conceptsAsked, conceptsOfLabel } from '../claims/concepts.ts';
import { type Fact, factsOf } from '../facts/facts.ts';
import { conflict, type Found, settle } from './settle.ts';

const LONGEST_VALUE = 300;

/** What a column's own label announces on a page, else what its words ask for. */
export function conceptOf({ label, description }: ColumnQuestion): ConceptName | undefined {
  return conceptsOfLabel(label)[0] ?? conceptsAsked(label)[0] ?? conceptsAsked(description ?? '')[0];
}

/** A template says where a value goes and gives none. */
const isTemplate = (value: string) => /^\W*[<[{*].*[>\]}]\W*$|^(?:string|str|text|name|none|int|number|optional)$/iu.test(value.trim());

const asFound = ({ value, passage }: Fact): Found => ({ value: value.replace(/[,;\s]+$/u, ''), quote: passage.text });

/** A text column that asks for what pages give under well-known names; null when it asks for something else. */
export function extractKnown(reading: Reading, column: ColumnQuestion): ValueFinding | null {
  if (/\be-?mail\b/iu.test(column.label)) return extractContact(reading, column, EMAIL, '@');
  if (PHONE_ASKED.test(column.label.trim())) return extractContact(reading, column, PHONE, null);
  const name = conceptOf(column);
  if (!name || /^(?:employees|offices|apply)$/u.test(name)) return null;
  const facts = factsOf(reading, name).filter(
    ({ assertion, value }) => assertion === 'yes' && value.length <= LONGEST_VALUE && !isTemplate(value),
  );
  const [first] = facts;
  if (!first) return null;
  // a list under a heading has no single block that holds it all: its first line stands for it
  if (first.how === 'section') return settle([asFound(first)], column.label);
  const isPeople = 'counted' in CONCEPTS[name] && name !== 'technology' && name !== 'offices';
  if (!isPeople) return settle(facts.filter(({ how }) => how === first.how).map(asFound), column.label);
  const [fullest, ...others] = listsOf(facts);
  if (!fullest) return null;
  const all = splitNames(fullest.value);
  const same = others.every(({ value }) =>
    splitNames(value).every((one) => all.some((name) => holdsName(name, one) || holdsName(one, name))),
  );
  return same || first === fullest
    ? settle([asFound(first === fullest ? first : fullest)], column.label)
    : conflict(fullest.value, others[0]?.value ?? '', column.label);
}

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+(?:@|\s?[[(]at[\])]\s?)[\p{L}\p{N}-]+(?:(?:\.|\s?[[(]dot[\])]\s?)[\p{L}\p{N}-]+)+/giu;

const PHONE_ASKED = /^(?:contact )?(?:tele)?phone(?: (?:number|no\.?))?$|^tel\.?$|^(?:phone|telephone|mobile) numbers?$/iu;
/** A number that one calls: behind a word that says so, or in the international form. */
const PHONE =
  /(?<=\b(?:tel(?:ephone)?|phone|call|ring|mobile|fon)\b[\s.:]{0,3}(?:us\s|on\s|at\s)?\(?)(?:\+|00|0|\(0)\d[\d\s()./-]{5,18}\d|(?<![\p{L}\p{N}+])\+\d[\d\s()./-]{6,18}\d/giu;

/** The mail address or telephone number of a page: where it says how to get in touch, else anywhere in its content, else at its foot. */
function extractContact(reading: Reading, column: ColumnQuestion, form: RegExp, sign: string | null): ValueFinding {
  const holding = (isFoot: boolean) =>
    reading.views
      .filter(({ text, boilerplate }) => boilerplate === isFoot && (sign === null || text.includes(sign)))
      .flatMap((view) => reading.passages(view))
      .filter(({ text }) => text.search(form) >= 0);
  const inFacts = factsOf(reading, 'apply').map(({ passage }) => passage);
  const passages =
    [inFacts.filter(({ text }) => text.search(form) >= 0), holding(false), holding(true)].find((some) => some.length > 0) ?? [];
  const found = [...new Set(passages)].flatMap((passage) =>
    [...passage.text.matchAll(form)].map((match): Found => ({ value: match[0].replace(/\.$/u, ''), quote: passage.text })),
  );
  return settle(found, column.label);
}

/** The fullest list of each kind of naming: a by-line beside "Authors: ..." says the same again. */
function listsOf(facts: Fact[]): Fact[] {
  const most = Math.max(0, ...facts.map(({ value }) => splitNames(value).length));
  return facts.filter(({ value }) => splitNames(value).length === most);
}

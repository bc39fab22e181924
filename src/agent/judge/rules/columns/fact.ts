import { holdsName, splitNames } from '../../../../language/english/proper-names.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import type { Reading } from '../../text/reading.ts';
import { CONCEPTS, type ConceptName } from '../claims/concept-table.ts';
import { conceptsAsked, conceptsOfLabel } from '../claims/concepts.ts';
import { type Fact, factsOf } from '../facts/facts.ts';
import { conflict, type Found, settle } from './settle.ts';

const LONGEST_VALUE = 300;

/** The property that a column's label names, else the one that its words ask for. */
export function conceptOf({ label, description }: ColumnQuestion): ConceptName | undefined {
  return conceptsOfLabel(label)[0] ?? conceptsAsked(label)[0] ?? conceptsAsked(description ?? '')[0];
}

/** Whether a value is only a placeholder of a template. */
const isTemplate = (value: string) => /^\W*[<[{*].*[>\]}]\W*$|^(?:string|str|text|name|none|int|number|optional)$/iu.test(value.trim());

const asFound = ({ value, passage }: Fact): Found => ({ value: value.replace(/[,;\s]+$/u, ''), quote: passage.text });

/** The value of a text column that asks for a known property or a contact; null if it asks for something else. */
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
  // no single block holds a whole list under a heading, so its first line is used
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
/** A telephone number: after a word for one, or in international form. */
const PHONE =
  /(?<=\b(?:tel(?:ephone)?|phone|call|ring|mobile|fon)\b[\s.:]{0,3}(?:us\s|on\s|at\s)?\(?)(?:\+|00|0|\(0)\d[\d\s()./-]{5,18}\d|(?<![\p{L}\p{N}+])\+\d[\d\s()./-]{6,18}\d/giu;

/** The mail address or telephone number of a page: from its contact section, else from its content, else from its footer. */
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

/** The longest lists of names: a byline next to "Authors: ..." repeats some of them. */
function listsOf(facts: Fact[]): Fact[] {
  const most = Math.max(0, ...facts.map(({ value }) => splitNames(value).length));
  return facts.filter(({ value }) => splitNames(value).length === most);
}

import { findQuantities } from '../../language/quantity.ts';
import { type Found, nothing, settle } from './columns.ts';
import { CONCEPTS, type ConceptName, conceptsAsked, conceptsOfLabel } from './concepts.ts';
import { type Fact, factsOf, labelled } from './facts.ts';
import type { ColumnQuestion, ValueFinding } from './finding.ts';
import { listsOf } from './judge-facts.ts';
import { holdsName, splitNames } from './names.ts';
import type { Reading } from './reading.ts';

const COUNT = /\b(?:number|count|how many|no\.) ?(?:of\b)?/iu;
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
  if (/\be-?mail\b/iu.test(column.label)) return extractEmail(reading, column);
  const name = conceptOf(column);
  if (!name || /^(?:employees|offices|apply)$/u.test(name)) return null;
  const facts = factsOf(reading, name).filter(({ mood, value }) => mood === 'yes' && value.length <= LONGEST_VALUE && !isTemplate(value));
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
    : nothing('conflict', `The page gives both ${fullest.value} and ${others[0]?.value} for “${column.label}”.`);
}

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+(?:@|\s?[[(]at[\])]\s?)[\p{L}\p{N}-]+(?:(?:\.|\s?[[(]dot[\])]\s?)[\p{L}\p{N}-]+)+/giu;

function extractEmail(reading: Reading, column: ColumnQuestion): ValueFinding {
  const inFacts = factsOf(reading, 'apply').map(({ passage }) => passage);
  const passages = inFacts.some(({ text }) => text.search(EMAIL) >= 0)
    ? inFacts
    : reading.views.filter(({ text, boilerplate }) => !boilerplate && text.includes('@')).flatMap((view) => reading.passages(view));
  const found = [...new Set(passages)].flatMap((passage) =>
    [...passage.text.matchAll(EMAIL)].map((match): Found => ({ value: match[0].replace(/\.$/u, ''), quote: passage.text })),
  );
  return settle(found, column.label);
}

/** A number column that asks how many names a list holds, which number a named thing has, or what the page itself is numbered; null when it asks for something else. */
export function extractKnownNumber(reading: Reading, column: ColumnQuestion): ValueFinding | null {
  const name = conceptOf(column);
  const numbered = /^(?<noun>\p{L}[\p{L}-]+)\s(?:number|no\.?|#|id)$/iu.exec(column.label.trim())?.groups?.noun;
  if (numbered) {
    const [heading] = reading.views.filter(({ tag }) => tag === 'h1').flatMap((view) => reading.passages(view));
    const match = heading && new RegExp(String.raw`\b${numbered}\s(?:no\.?\s|#\s?)?(?<n>\d+)(?![\d.])`, 'iu').exec(heading.text);
    if (match?.groups?.n) return settle([{ value: String(Number(match.groups.n)), quote: heading?.text ?? '' }], column.label);
  }
  if (!name || name === 'employees') return null;
  const facts = factsOf(reading, name).filter(({ mood, value }) => mood === 'yes' && !isTemplate(value));
  if ('counted' in CONCEPTS[name] && COUNT.test(column.label)) {
    const plain = labelled(reading, (label) => COUNT.test(label) && conceptsOfLabel(label.replace(COUNT, '')).includes(name));
    if (plain.length > 0) return null;
    const lists = listsOf(facts);
    return lists.length > 0
      ? settle(
          lists.slice(0, 1).map(({ value, passage }) => ({ value: String(splitNames(value).length), quote: passage.text })),
          column.label,
        )
      : null;
  }
  if (name !== 'replaces' && name !== 'replacedBy') return null;
  const numbers = facts.flatMap(({ value, passage }) =>
    [...value.matchAll(/(?<![\d.])\d+(?![\d.])/gu)].map((match): Found => ({ value: String(Number(match[0])), quote: passage.text })),
  );
  const [first] = numbers;
  if (first) return settle(numbers, column.label);
  const [quantity] = facts.flatMap(({ value }) => findQuantities(value));
  return quantity ? null : nothing('silent', `The page does not give “${column.label}”.`);
}

import { contentStems } from '../../../language/english/lexicon.ts';
import { type Assertion, isNegation } from '../../../language/english/negation.ts';
import { headingsOf, labelOf, type Passage, type Reading, type View } from './reading.ts';

const CROSS = /^[\s(]*[✗✘❌✖🚫⛔☒]/u;
const NO =
  /^[\W_]*(?:no|none|nope|never|false|nil|not|neither|unsupported|unavailable|absent|missing|lacking|disabled|denied)(?![\p{L}\p{N}-])/iu;
/** "No. 12" is a number, and "not only X" asserts X. */
const NO_DENIAL = /^[\W_]*(?:no\.\s?\d|not (?:only|just|merely|limited)\b)/iu;
/** "No longer", "no support" and "no, never" deny; "no restrictions" may grant what its label asks. */
const OTHER_NOUN = /^[\W_]*no\s(?!longer\b|more\b|support|plans?\b|yet\b|way\b|one\b)\p{L}/iu;
const LATER =
  /^[\W_]*(?:planned|coming|soon|upcoming|(?:on (?:the|our) )?roadmap|in (?:progress|development|the works)|under (?:development|consideration)|proposed|considered|wip|not yet|no,? (?:but|not yet))(?![\p{L}-])/iu;
const OPEN =
  /^[\W_]*(?:n\/?a|unknown|unclear|partial(?:ly)?|partly|limited|depends|varies|tb[da]|not (?:known|stated|disclosed|specified))(?![\p{L}-])|^[\s–—?.-]+$/iu;
const OVER = /^[\W_]*(?:formerly|previously|once|used to|discontinued|deprecated|removed|dropped|until|till|ended|retired)(?![\p{L}-])/iu;

/** The assertion status that a cell gives its own label: "no", "❌", "not supported", "planned"; null if it is a value or a yes. */
export function answerOf(value: string): Assertion | null {
  if (CROSS.test(value)) return 'no';
  if (NO_DENIAL.test(value)) return null;
  if (LATER.test(value)) return 'maybe';
  if (OPEN.test(value)) return 'unsure';
  if (OVER.test(value)) return 'past';
  if (!NO.test(value)) return null;
  return OTHER_NOUN.test(value) ? 'unsure' : 'no';
}

/** The assertion status of the value in a cell: "not Ann Lee" denies it, "formerly Ann Lee" puts it in the past. */
export function assertionOfValue(value: string): Assertion {
  if (
    /^(?:not(?! only| just)|no longer|never|neither|nobody|anyone but|(?:any|every)thing (?:but|except)|all but|other than|except)\s/iu.test(
      value,
    ) ||
    CROSS.test(value)
  )
    return 'no';
  if (/^(?:no|false|nope)$/iu.test(value)) return 'no';
  if (
    /^(?:formerly|previously|once|originally|ex-|until\s|was\s)|\((?:former(?:ly)?|past|retired|resigned|left|until|till)\b[^)]*\)$/iu.test(
      value,
    )
  )
    return 'past';
  return /^(?:planned|proposed|to be|will be|possibly|perhaps|maybe|probably)\s/iu.test(value) ? 'maybe' : 'yes';
}

/** Whether a cell denies the name or number in it, or puts it in the past; "not active" is a value. */
export const isDeniedValue = (value: string) => assertionOfValue(value) !== 'yes' && /\s\(?(?:\p{Lu}|\d)/u.test(value);

const cells = new WeakMap<Reading, Map<View, View[]>>();
function cellsUnder(reading: Reading, label: View): View[] {
  let known = cells.get(reading);
  if (!known) {
    known = new Map();
    for (const view of reading.views) if (view.label) known.set(view.label, [...(known.get(view.label) ?? []), view]);
    cells.set(reading, known);
  }
  return known.get(label) ?? [];
}

const WHOLE =
  /^[\W_]*(?:yes|no|none|true|false|y|n|n\/?a|not? [\p{L}\s]{1,24}|partial(?:ly)?|planned|limited|[✓✔✅☑✗✘❌✖🚫⛔☒–—-]+)[\W_]*$/iu;

/** The answer in the cells of a label, in the next cells of its row, or in the only line under a heading; unsure if several differ. */
function answerBeside(reading: Reading, view: View): Assertion | null {
  const own = cellsUnder(reading, view);
  const beside: View[] = [];
  if (own.length === 0 && (view.tag === 'td' || view.tag === 'th' || /^h[2-6]$/u.test(view.tag)))
    for (let i = view.index + 1; i < reading.views.length && beside.length < 12; i++) {
      const next = reading.views[i];
      if (!next || !WHOLE.test(next.text) || (/^h/u.test(view.tag) ? beside.length > 0 || /^h/u.test(next.tag) : next.tag !== 'td')) break;
      beside.push(next);
    }
  const answers = [...new Set([...own, ...beside].map(({ text }) => answerOf(text)))];
  return answers.length > 1 ? 'unsure' : (answers[0] ?? null);
}

/** The answer to words from `start` to `end` that only name a thing: "Kubernetes: ❌", "Kubernetes | No", "❌ Kubernetes". */
export function answerAt(reading: Reading, passage: Passage, start: number, end: number): Assertion | null {
  const label = labelOf(passage);
  if (label && label.own > 0 && start - passage.start < label.own) return answerOf(passage.text.slice(label.own));
  if (CROSS.test(passage.text)) return 'no';
  const rest = /^["”'’)\]]*\s*[:：=–—|(✗✘❌✖🚫⛔☒-]+\s*(.*)$/su.exec(passage.text.slice(end - passage.start));
  if (rest && (CROSS.test(rest[0]) || (WHOLE.test(rest[1] ?? '') && rest[1] !== '')))
    return CROSS.test(rest[0]) ? 'no' : answerOf(rest[1] ?? '');
  return answerBeside(reading, passage.view);
}

const LEFT_OUT =
  /\b(?:missing|unsupported|unavailable|removed|dropped|deprecated|discontinued|rejected|declined|lack(?:s|ing)?|limitations?|non-goals?|out of scope|exclusions?|excluded|myths?|misconceptions?)\b/iu;
/** Whether a heading or lead-in denies what is below it: "What Acme does not do", "Not supported", "Acme does not:". */
export const denies = (text: string) =>
  LEFT_OUT.test(text) ||
  [...text.toLowerCase().matchAll(/(?<![\p{L}-])(\p{L}+(?:['’]t)?)(?![\p{L}-])(?!\.\s(?:of|\d))(?=\s+(\S+)|)/gu)].some(
    ([, word = '', next = '']) => isNegation(word.replace('’', "'")) && !/^(?:only|just|merely|matter)$/u.test(next),
  );

const leads = new WeakMap<View, string>();
/** The line with a colon at its end before the list of a list item; '' if there is none. */
function leadOf(reading: Reading, view: View): string {
  if (view.tag !== 'li') return '';
  const known = leads.get(view);
  if (known !== undefined) return known;
  const before = reading.views[view.index - 1];
  const lead = !before
    ? ''
    : before.tag === 'li'
      ? leadOf(reading, before)
      : /[:：]\s*$/u.test(before.text)
        ? (before.text.split(/[.!?]\s/u).at(-1) ?? '')
        : '';
  leads.set(view, lead);
  return lead;
}

/** A block that answers no and continues: “Sorry, no. We sold our projectors in 2011.” */
const ANSWERS_NO =
  /^[“"]?(?:(?:sorry|alas|unfortunately|i['’]m afraid(?: not)?|we['’]re afraid(?: not)?)[,.]?\s)?no(?:t any ?more|,? never)?[.,!:;]\s/iu;

/** Whether the question above a block has a word of the passage. */
function isAskedAbove(reading: Reading, { view, tokens }: Passage): boolean {
  const above = [headingsOf(view)[0]?.text, reading.views[view.index - 1]?.text].find((text) => text?.trim().endsWith('?'));
  const asked = new Set(contentStems(above ?? ''));
  return tokens.some(({ stem }) => stem !== '' && asked.has(stem));
}

/** Whether a passage is under a label, a heading or a lead-in that denies it, or follows a “no”. */
export function isFramedAsDenied(reading: Reading, passage: Passage): boolean {
  if (passage.start > passage.view.start && ANSWERS_NO.test(passage.view.text) && isAskedAbove(reading, passage)) return true;
  const [heading] = headingsOf(passage.view);
  const texts = [passage.view.label?.text ?? '', heading && heading.text.length < 100 ? heading.text : '', leadOf(reading, passage.view)];
  return texts.some((text) => text !== '' && denies(text));
}

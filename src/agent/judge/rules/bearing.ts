import { asksOf } from '../../../language/asks/asks.ts';
import { qualitiesAsked } from '../../../language/asks/qualities.ts';
import { contentStems } from '../../../language/english/lexicon.ts';
import type { Finding, Question } from '../finding.ts';
import { headingsOf, type Reading } from '../text/reading.ts';

// Checks qualifiers of a criterion: “only”, “required”, “by default”. A topic match ignores them, so the quote must contain them as well.

/** Words of a criterion, and the words of which a quote must contain one. */
const ASKED: readonly (readonly [asked: RegExp, said: RegExp])[] = [
  [
    /\b(?:only|exclusively|solely)\b/iu,
    /\b(?:cannot|closed|only|exclusiv\w*|sole(?:ly)?|purely|entirely|wholly|completely|fully|all|every|each|everything|100|nothing but|just|limited|restrict\w*|reserved|never|no|not|must|without|free)\b|-free\b|n['’]t\b/iu,
  ],
  [
    /^(?:requires?|needs?)\b|\b(?:is|are) (?:required|mandatory|compulsory|obligatory|needed)\b/iu,
    /\b(?:requir\w*|need\w*|must|ha(?:s|ve) to|should|shall|mandatory|compulsory|necessary|essential|oblig\w*|only|depend\w*|without|minimum|at least|ask(?:s|ed)?|please|bring|provid\w*|by appointment|no|not|advance|be (?:a|an|able)|want\w*|expect\w*|look(?:ing)? for|prerequisit\w*|qualif\w*|criteria|you|your|candidates?|applicants?|hold|skills?|yes)\b|[≥+:]/iu,
  ],
];

/** “Some modes of this driver report …”: true of a part, which does not deny the whole. */
const OF_SOME = /^(?:some|certain|a few|several|sometimes|occasionally|not all)\b/iu;
/** About other things than the page's subject: “However, other engines (such as Oracle) allow …”. */
const OF_OTHERS =
  /^(?:however|in contrast|by contrast),?\s(?:[^.(]{0,60}\((?:such as|like|e\.g\.)\s|(?:(?:most|many|some|several)\s)?other\s)/iu;

const doubted = <F extends Finding>(found: F, note: string): F => ({ ...found, verdict: 'needs_review', reason: 'ambiguous', note });

/** Returns the finding if its quote, or the label and headings above it, contains the qualifiers of the criterion; else leaves it open. */
export function withQualifiersChecked<F extends Finding>(reading: Reading, { label }: Question, found: F): F {
  const { quote, verdict } = found;
  if (quote === null || verdict === 'needs_review') return found;
  if (verdict === 'no_match') {
    const isOfSome = OF_SOME.test(quote.trim()) && !/[,;:]/u.test(quote) && !/\b(?:all|any|every|no)\b/iu.test(label);
    return isOfSome ? doubted(found, 'The page says so about some, not about all.') : found;
  }
  // the same quote may occur several times
  const places = reading.views.filter(({ text }) => text.includes(quote));
  const over = (places.length > 0 ? places : [null]).map((at) =>
    at === null ? '' : [at.label?.text, ...headingsOf(at).map(({ text }) => text)].filter(Boolean).join(' · '),
  );
  const says = (form: RegExp) => over.some((words) => form.test(`${words} · ${quote}`));
  for (const [asked, said] of ASKED)
    if (asked.test(label) && !says(said)) return doubted(found, 'The page mentions it, but does not say that it is so.');
  if (/\bby default\b/iu.test(label) && !isDefault(label, quote) && !over.some((words) => DEFAULT.test(words)))
    return doubted(found, 'The page does not say that it is so by default.');
  if (OF_OTHERS.test(quote)) return doubted(found, 'The page says so about others.');
  const isSo = over.some((words) => isNumbered(label, `${quote} ${words} ${reading.page.title}`));
  return isSo ? found : doubted(found, 'The page does not say that number.');
}

const DEFAULT = /\b(?:defaults?|out of the box|standard|automatic\w*|initially|preset)\b/iu;

/** Whether the part of a quote with most words of the criterion says that something is a default. */
function isDefault(label: string, quote: string): boolean {
  const asked = new Set(contentStems(label.replace(/\bby default\b/iu, '')));
  const parts = quote.split(/;|,\s(?:but|while|and)\s/u);
  const held = parts.map((part) => contentStems(part).filter((stem) => asked.has(stem)).length);
  return DEFAULT.test(parts[held.indexOf(Math.max(...held))] ?? '');
}

/** Whether a text has the numbers that are part of a name: “a chapter 7 case”. Bounds, dates and known phrases are judged elsewhere. */
function isNumbered(label: string, said: string): boolean {
  const numbers = label.match(/(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)*(?![\p{L}\p{N}])/gu) ?? [];
  if (numbers.length === 0 || qualitiesAsked(label).length > 0) return true;
  if (asksOf(label, false).some(({ type }) => type === 'number' || type === 'date' || type === 'month')) return true;
  return numbers.every((number) => new RegExp(`(?<![\\p{N}.,])${number.replaceAll('.', '\\.')}(?!\\p{N})`, 'u').test(said));
}

import { asksOf } from '../../../language/asks/asks.ts';
import { qualitiesAsked } from '../../../language/asks/qualities.ts';
import { contentStems } from '../../../language/english/lexicon.ts';
import type { Finding, Question } from '../finding.ts';
import { headingsOf, type Reading } from '../text/reading.ts';

// Small words of a criterion that change what it asks. Topics are matched by other words; what these ask the quote has to say as well.

/** What a criterion asks so, and how a quote may say it. */
const ASKED: readonly (readonly [asked: RegExp, said: RegExp])[] = [
  [
    /\b(?:only|exclusively|solely)\b/iu,
    /\b(?:only|exclusiv\w*|sole(?:ly)?|purely|entirely|wholly|completely|fully|all|every|each|everything|100|nothing but|just|limited|restrict\w*|reserved|never|no|not|must|without|free)\b|-free\b|n['’]t\b/iu,
  ],
  [
    /^(?:requires?|needs?)\b|\b(?:is|are) (?:required|mandatory|compulsory|obligatory|needed)\b/iu,
    /\b(?:requir\w*|need\w*|must|ha(?:s|ve) to|should|shall|mandatory|compulsory|necessary|essential|oblig\w*|only|prerequisites?|depend\w*|without|minimum|at least|ask(?:s|ed)?|please|bring|provid\w*|by appointment|no|not|advance|be (?:a|an|able)|want\w*|expect\w*|look(?:ing)? for)\b|[≥+]/iu,
  ],
];

const COMPARED = /\b(?:than|over|under|above|below|at least|at most|up to|between)\s(?:an?\s)?[\p{Sc}\d]|[<>≥≤]/iu;
/** “Some modes of this driver report …”: said of a part, it denies nothing of the whole. */
const OF_SOME = /^(?:some|certain|a few|several|sometimes|occasionally|not all)\b/iu;
/** Others than the page's own: “However, other engines (such as Oracle) allow …”. */
const OF_OTHERS =
  /^(?:(?:however|but|in contrast|by contrast|usually|typically),?\s)*(?:(?:most|many|some|several|all)\s)?(?:other|competing|rival|traditional|conventional)\s|^unlike\b|^[^.]{0,80}\s\(such as\s/iu;

const doubted = <F extends Finding>(found: F, note: string): F => ({ ...found, verdict: 'needs_review', reason: 'ambiguous', note });

/** A finding whose quote says what the small words of the criterion ask, or one that leaves it open. */
export function heldToWords<F extends Finding>(reading: Reading, { label }: Question, found: F): F {
  const { quote, verdict } = found;
  if (quote === null || verdict === 'needs_review') return found;
  if (verdict === 'no_match')
    return OF_SOME.test(quote.trim()) && !/\b(?:all|any|every|no)\b/iu.test(label)
      ? doubted(found, 'The page says so of some, and not of all.')
      : found;
  const at = reading.views.find(({ text }) => text.includes(quote));
  const over = at?.label?.text ?? '';
  for (const [asked, said] of ASKED)
    if (asked.test(label) && over === '' && !said.test(quote))
      return doubted(found, 'The page speaks of it, but does not say that it is so.');
  if (/\bby default\b/iu.test(label) && !isDefault(label, quote)) return doubted(found, 'The page does not say that it is so by default.');
  if (OF_OTHERS.test(quote) && !OF_OTHERS.test(label)) return doubted(found, 'The page says so of others.');
  const under = [over, ...(at ? headingsOf(at).map(({ text }) => text) : []), reading.page.title].join(' ');
  return isNumbered(label, quote, under) ? found : doubted(found, 'The page does not say that number.');
}

/** Whether the part of a quote that holds the most of what is asked speaks of a default. */
function isDefault(label: string, quote: string): boolean {
  const asked = new Set(contentStems(label.replace(/\bby default\b/iu, '')));
  const parts = quote.split(/;|,\s(?:but|while|and)\s/u);
  const held = parts.map((part) => contentStems(part).filter((stem) => asked.has(stem)).length);
  return /\b(?:default|out of the box|standard|automatic\w*|initially|preset)\b/iu.test(parts[held.indexOf(Math.max(...held))] ?? '');
}

/** Whether a quote holds the numbers that a name is asked with: “a chapter 7 case”. What bounds and dates ask is not compared here. */
function isNumbered(label: string, quote: string, under: string): boolean {
  const numbers = label.match(/(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)*(?![\p{L}\p{N}])/gu) ?? [];
  if (numbers.length === 0 || qualitiesAsked(label).length > 0) return true;
  const isCompared = COMPARED.test(label);
  if (asksOf(label, false).some(({ type }) => type === 'number' || type === 'date' || type === 'month')) return true;
  return !isCompared && numbers.every((number) => `${quote} ${under}`.includes(number));
}

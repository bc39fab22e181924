import type { Page } from '../../../domain/page/page.ts';
import { englishness } from '../../../language/english/englishness.ts';
import { holdsSentence } from '../../../language/sentence.ts';

const SCRIPTS = {
  Latin: /\p{Script=Latin}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Han: /\p{Script=Han}/gu,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Thai: /\p{Script=Thai}/gu,
};

/** The script of most letters in the first 6,000 characters of a text; null without letters. */
export function scriptOf(text: string): string | null {
  const sample = text.slice(0, 6000);
  const counts = Object.entries(SCRIPTS).map(([script, pattern]) => [script, sample.match(pattern)?.length ?? 0] as const);
  const [script, count] = counts.reduce((a, b) => (b[1] > a[1] ? b : a));
  return count > 0 ? script : null;
}

const FEW_LETTERS = 400;

/**
 * Whether the page and the request are in different languages: different scripts, or an English request (plain ASCII) and a page without
 * the most frequent English words. A page that declares another language needs less evidence.
 */
export function isForeign(page: Page, request: string): boolean {
  const [asked, written] = [scriptOf(request), scriptOf(page.text)];
  if (!asked || !written) return false;
  if (asked !== written) return !(asked === 'Han' && written === 'Kana') && !(asked === 'Kana' && written === 'Han');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII is what is asked
  if (asked !== 'Latin' || !/^[\x00-\x7f“”‘’–—…]*$/u.test(request)) return false;
  // a short page of names and figures looks like any language
  const head = page.text.slice(0, 6000);
  if (!holdsSentence(head) && (page.language === 'en' || (head.match(/\p{L}/gu)?.length ?? 0) < FEW_LETTERS)) return false;
  const share = englishness(page.text);
  if (share === null) return page.language !== null && page.language !== 'en';
  return share < (page.language && page.language !== 'en' ? 0.12 : 0.03);
}

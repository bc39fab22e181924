import { isWord } from '../../knowledge/words.ts';

/** What keeps its hyphen before whatever follows: “self-hosted”, “non-profit”. */
const KEEPS =
  /^(?:self|well|non|co|ex|anti|semi|all|open|long|short|high|low|full|part|half|post|pre|multi|cross|user|time|year|third|first|second)$/u;
/** Words that only seem to begin so. */
const WHOLE =
  /^(?:nonsense|nonstop|nonetheless|openings?|allow\w*|also|exam\w*|press\w*|prefer\w*|present\w*|posters?|timely|yearly|firstly|secondly|users?|highly|lowly|wellbeing|coins?)$/u;

/**
 * What joins the end of a line to the beginning of the next: nothing where it only broke the word (“capabil-ities”), a hyphen where it belongs to a
 * compound (“state-of-the-art”). `text`: the whole document, whose other lines may write the word out.
 */
export function hyphenAt(before: string, after: string, text: string): string {
  const [left = ''] = /[\p{L}\p{N}-]+$/u.exec(before) ?? [];
  const [right = ''] = /^[\p{L}\p{N}]+/u.exec(after) ?? [];
  const [plain, compound] = [`${left}${right}`, `${left}-${right}`];
  if (text.includes(compound)) return '-';
  if (new RegExp(String.raw`(?<!\p{L})${plain}(?!\p{L})`, 'u').test(text)) return '';
  if (left.includes('-')) return '-';
  if (KEEPS.test(left) && !WHOLE.test(plain)) return '-';
  const isPlain = isWord(plain) || isWord(plain.replace(/(?:s|ed|ing|ly)$/u, ''));
  return !isPlain && left.length > 2 && right.length > 2 && isWord(left) && isWord(right.replace(/(?:ed|ing|s)$/u, '')) ? '-' : '';
}

import { isWord } from '../../../knowledge/wordnet.ts';

/** Prefixes that keep their hyphen: “self-hosted”, “non-profit”. */
const KEEPS = /^(?:self|non|well)$/u;
/** Words that only seem to have such a prefix. */
const WHOLE = /^(?:nonsense\w*|nonstop|nonetheless|nondescript|nonchalant\w*|selfish\w*|selfless\w*|wellness|wellington\w*)$/u;
/** A longer string is not a word. */
const WORD_MAX = 60;

/** Returns what joins the end of a line to the beginning of the next. */
export type JoinLines = (before: string, after: string) => '' | '-';

/**
 * What joins two lines: nothing where a hyphen only broke the word (“capabil-ities”), a hyphen in a compound (“state-of-the-art”), as the
 * document's other lines write it, else as English does.
 */
export function openLines(lines: readonly string[]): JoinLines {
  const whole = new Set<string>();
  for (const line of lines) for (const [word] of line.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*(?![\p{L}\p{N}]|-\s*$)/gu)) whole.add(word);
  return (before, after) => {
    const left = /[\p{L}\p{N}-]+$/u.exec(before.slice(-WORD_MAX))?.[0] ?? '';
    const right = /^[\p{L}\p{N}]+/u.exec(after.slice(0, WORD_MAX))?.[0] ?? '';
    const plain = `${left}${right}`;
    if (whole.has(`${left}-${right}`) || left.includes('-')) return '-';
    if (whole.has(plain)) return '';
    if (KEEPS.test(left) && !WHOLE.test(plain)) return '-';
    const isPlain = [plain, plain.replace(/(?:s|ed|ing|ly|er|est)$/u, ''), plain.replace(/(?:ed|ing)$/u, 'e')].some(isWord);
    const areWords = left.length > 2 && right.length > 2 && isWord(left) && isWord(right.replace(/(?:ed|ing|s)$/u, ''));
    return !isPlain && areWords ? '-' : '';
  };
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../src/agent/read/read-document.ts';

// The language of trafilatura's evaluation documents, as our reader recognises it.

export interface LanguageScore {
  /** Documents whose main text is not English, and of those the ones whose language is right. */
  foreign: number;
  foreignRight: number;
  english: number;
  englishRight: number;
  /** Of the documents that are not English those whose label was read by hand. */
  readByHand: number;
  readByHandRight: number;
  wrong: { file: string; expected: string; result: string | null }[];
}

const MOST = 'de';

interface Label {
  language: string;
  isReadByHand: boolean;
}
const UNNAMED: Label = { language: MOST, isReadByHand: false };

/** Labels by file name; a document that is not named is in German, as most are. */
export function languageLabels(): Map<string, Label> {
  const found = new Map<string, Label>();
  let language = MOST;
  for (const line of readFileSync(new URL('./language-labels.txt', import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('= ')) language = line.slice(2);
    else if (line !== '' && !line.startsWith('#')) found.set(line.replace(/^\* /, ''), { language, isReadByHand: line.startsWith('* ') });
  }
  return found;
}

/** The hundred files to read by hand: the first by the SHA-256 of a seed and their name. */
export function drawHundred(files: readonly string[]): string[] {
  const place = (file: string) => createHash('sha256').update(`read by hand 1\n${file}`).digest('hex');
  return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, 100);
}

/**
 * `folder`: a checkout of adbar/trafilatura. Throws where the labels that were read by hand are not those of the hundred that are drawn.
 */
export async function scoreLanguage(folder: string): Promise<LanguageScore> {
  const tests = join(folder, 'tests');
  const documents: Record<string, { file: string }> = JSON.parse(readFileSync(join(tests, 'evaldata.json'), 'utf8'));
  const truth = languageLabels();
  const foreign = Object.values(documents).flatMap(({ file }) => (truth.get(file)?.language === 'en' ? [] : [file]));
  const unread = drawHundred(foreign).filter((file) => !truth.get(file)?.isReadByHand);
  if (unread.length > 0) throw new Error(`Drawn, and not marked as read by hand: ${unread.join(', ')}`);
  const score: LanguageScore = { foreign: 0, foreignRight: 0, english: 0, englishRight: 0, readByHand: 0, readByHandRight: 0, wrong: [] };
  for (const [url, { file }] of Object.entries(documents)) {
    const path = [join(tests, 'eval', file), join(tests, 'cache', file)].find((one) => existsSync(one));
    if (path === undefined) throw new Error(`${file} is missing in ${tests}`);
    const { language } = await readDocument({ url, mediaType: 'text/html', charset: null, body: readFileSync(path) });
    const { language: expected, isReadByHand } = truth.get(file) ?? UNNAMED;
    const isRight = language === expected;
    if (expected === 'en') {
      score.english++;
      if (isRight) score.englishRight++;
    } else {
      score.foreign++;
      if (isRight) score.foreignRight++;
      if (isReadByHand) score.readByHand++;
      if (isReadByHand && isRight) score.readByHandRight++;
    }
    if (!isRight) score.wrong.push({ file, expected, result: language });
  }
  return score;
}

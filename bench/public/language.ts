import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../src/agent/read/read-document.ts';

// The language of trafilatura's evaluation documents, as our reader tells it from their text.

export interface LanguageScore {
  /** Documents whose main text is not English, and of those the ones whose language is right. */
  foreign: number;
  foreignRight: number;
  english: number;
  englishRight: number;
  wrong: { file: string; expected: string; result: string | null }[];
}

const MOST = 'de';

/** Labels by file name; a document that is not named is in German, as most are. */
function labels(): Map<string, string> {
  const found = new Map<string, string>();
  let language = MOST;
  for (const line of readFileSync(new URL('./language-labels.txt', import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('= ')) language = line.slice(2);
    else if (line !== '' && !line.startsWith('#')) found.set(line, language);
  }
  return found;
}

/** `folder`: a checkout of adbar/trafilatura. `isWanted`: which of its documents, by their place in the list; all unless told. */
export async function scoreLanguage(folder: string, isWanted: (index: number) => boolean = () => true): Promise<LanguageScore> {
  const tests = join(folder, 'tests');
  const documents: Record<string, { file: string }> = JSON.parse(readFileSync(join(tests, 'evaldata.json'), 'utf8'));
  const truth = labels();
  const score: LanguageScore = { foreign: 0, foreignRight: 0, english: 0, englishRight: 0, wrong: [] };
  for (const [index, [url, { file }]] of Object.entries(documents).entries()) {
    if (!isWanted(index)) continue;
    const path = [join(tests, 'eval', file), join(tests, 'cache', file)].find((one) => existsSync(one));
    if (path === undefined) throw new Error(`${file} is missing in ${tests}`);
    const { language } = await readDocument({ url, mediaType: 'text/html', charset: null, body: readFileSync(path) });
    const expected = truth.get(file) ?? MOST;
    const isRight = language === expected;
    if (expected === 'en') {
      score.english++;
      if (isRight) score.englishRight++;
    } else {
      score.foreign++;
      if (isRight) score.foreignRight++;
    }
    if (!isRight) score.wrong.push({ file, expected, result: language });
  }
  return score;
}

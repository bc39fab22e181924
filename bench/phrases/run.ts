import { readdir, readFile } from 'node:fs/promises';
import { judgeByFacts } from '../../src/agent/judge/facts/judge-facts.ts';
import { readFor } from '../../src/agent/judge/text/reading.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { readArgs } from '../shared/arguments.ts';

// Sentences that say that something is so that many ask for, that it is not, or neither: `asked | sentence | yes, no or silent`.
// They were written before the phrases of `src/knowledge/data/qualities` were widened with them.

const SAID: Record<string, string> = { match: 'yes', no_match: 'no' };
const { show: isShown } = readArgs({ options: { show: { type: 'boolean', default: false } } }).values;
const folder = new URL('./', import.meta.url);

async function verdictOf(asked: string, sentence: string): Promise<string> {
  const body = Buffer.from(`# Thornfield\n\nWe are glad that you found us.\n\n${sentence}\n`);
  const page = await readDocument({ url: 'https://own.example/x', mediaType: 'text/markdown', charset: 'utf-8', body });
  const judged = judgeByFacts(readFor(page), 'things', [{ id: 'c', label: asked, description: null }]).get('c');
  return SAID[judged?.verdict ?? ''] ?? 'silent';
}

for (const name of (await readdir(folder)).filter((one) => one.endsWith('.txt')).sort()) {
  const lines = (await readFile(new URL(name, folder), 'utf8')).trim().split('\n');
  let right = 0;
  for (const line of lines) {
    const [asked = '', sentence = '', meant = ''] = line.split(' | ');
    const found = await verdictOf(asked, sentence);
    if (found === meant) right++;
    else if (isShown) console.log(`${found} for ${meant}: ${asked} | ${sentence}`);
  }
  console.log(`${name.replace('.txt', '').padEnd(20)} ${right} of ${lines.length}`);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// `npm run lint` runs this: it checks the words of comments, docs, descriptions, app texts and test names, and the size of comments.
// Paths as arguments limit it to those.

/** A word that prose here does not use, and what to write instead. Text in quotes or backticks is not checked. */
const REFUSED: Record<string, string> = {
  'whoever|whomever': 'the caller, a client, the person who',
  'so many': 'a figure',
  'stands?|stood|standing': 'is, are, is shown, is stored',
  'told|tells?|telling': 'returns, reports, says, shows, distinguishes',
  'worlds?': 'dependencies, the web, everywhere',
  'purses?': 'budget',
  'twins?': 'duplicate',
  'culprits?': 'failing candidate',
  'habits?': 'capabilities',
  'moods?': 'assertion status',
  'pulses?': 'health',
  'doors?': 'endpoint, API',
  'arms?': 'module, part',
  'tapes?': 'recording',
  'ears?': 'event filter, listener',
};
const WIDTH = 140;
const LINES = 2;

const paths = process.argv.slice(2);
const roots = paths.length > 0 ? paths : ['src', 'test', 'bench', 'docs', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'schema.graphql'];
const SKIPPED = /[/\\](?:generated|fixtures|node_modules|pages)[/\\]|checks[/\\]prose\.ts$|words\.test\.ts$/;

type Prose = { line: number; text: string };

const quoted = /`[^`]*`|"[^"]*"|“[^”]*”|‘[^’]*’|(?<=^|[\s(])'[^']*'(?=$|[\s.,;:)])/g;

/** Runs of comment lines: `//` lines that follow one another, and block comments. */
function comments(source: string): Prose[][] {
  const found: Prose[][] = [];
  let run: Prose[] = [];
  let inBlock = false;
  const end = () => {
    if (run.length > 0) found.push(run);
    run = [];
  };
  for (const [at, line] of source.split('\n').entries()) {
    const opens = /^\s*(?:\{\s*)?\/\*/.test(line);
    if (opens) end();
    if (inBlock || opens) {
      const text = line.replace(/^\s*(?:\{\s*)?\/?\*+\/?/, '').replace(/\*\/.*$/, '');
      if (text.trim()) run.push({ line: at + 1, text });
      inBlock = !line.includes('*/');
      if (!inBlock) end();
      continue;
    }
    const text = /^\s*\/\/(.*)$/.exec(line)?.[1];
    if (text !== undefined) run.push({ line: at + 1, text });
    else {
      end();
      const after = /[;,{)(}\]\w]\s+\/\/ (.*)$/.exec(line)?.[1];
      if (after) found.push([{ line: at + 1, text: after }]);
    }
  }
  end();
  return found;
}

/** Strings that people read: names of tests, descriptions, texts of the app. */
function strings(file: string, source: string): Prose[] {
  const readable = /^src[/\\]web[/\\]texts[/\\]/.test(file)
    ? /['`]([^'`\n]*\s[^'`\n]*)['`]/g
    : /(?:\b(?:test|it|describe)(?:\.\w+)*\(\s*|\bdescription:\s*)['`]([^'`\n]+)['`]/g;
  return source.split('\n').flatMap((line, at) => [...line.matchAll(readable)].map(([, text = '']) => ({ line: at + 1, text })));
}

function markdown(source: string): Prose[] {
  let fenced = false;
  return source.split('\n').flatMap((text, at) => {
    if (/^\s*(?:```|~~~)/.test(text)) fenced = !fenced;
    return fenced ? [] : [{ line: at + 1, text: text.replace(/\]\([^)]*\)/g, ']').replace(/<[^>]*>/g, '') }];
  });
}

function files(root: string): string[] {
  if (/\.[a-z]+$/.test(root)) return [root];
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file));
}

const problems: string[] = [];
const checkWords = (file: string, { line, text }: Prose) => {
  const plain = text.replace(quoted, '').replace(/https?:\S+/g, '');
  for (const [word, rather] of Object.entries(REFUSED)) {
    const found = new RegExp(`\\b(?:${word})\\b`, 'i').exec(plain)?.[0];
    if (found) problems.push(`${file}:${line} "${found}" (rather: ${rather}): ${text.trim().slice(0, 120)}`);
  }
};

for (const file of roots.flatMap(files)) {
  if (SKIPPED.test(file)) continue;
  if (/\.(?:tsx?|mjs|css)$/.test(file)) {
    const source = readFileSync(file, 'utf8');
    const all = source.split('\n');
    for (const run of comments(source)) {
      for (const part of run) checkWords(file, part);
      const first = run[0]?.line ?? 0;
      if (run.length > LINES) problems.push(`${file}:${first} a comment of ${run.length} lines (at most ${LINES})`);
      for (const { line } of run) {
        const width = all[line - 1]?.length ?? 0;
        if (width > WIDTH) problems.push(`${file}:${line} a comment of ${width} columns (at most ${WIDTH})`);
      }
    }
    for (const part of strings(file, source)) checkWords(file, part);
  }
  if (/\.md$/.test(file)) for (const part of markdown(readFileSync(file, 'utf8'))) checkWords(file, part);
  if (/\.graphql$/.test(file)) {
    for (const [at, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (/^\s*(?:"""|[A-Z].*[.:;,]$|[a-z].* .*\.?$)/.test(text) && !/[{}]$|^\s*\w+(?:\(.*\))?: /.test(text))
        checkWords(file, { line: at + 1, text });
    }
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} places. CONTRIBUTING.md has the words to avoid and the rules for comments.`);
  process.exit(1);
}

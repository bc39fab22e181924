import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Words that name nothing here, and what to write instead (the glossary in CONTRIBUTING.md). */
const NOT: Record<string, string> = {
  world: 'dependencies',
  house: 'test service',
  around: 'context',
  given: 'input',
  told: 'result',
  door: 'endpoint',
  arm: 'module',
  room: 'memory, module',
  pulse: 'database health',
  away: 'unavailable',
  purse: 'budget',
  nano: 'costNanoUsd',
  tape: 'recording',
  tell: 'emit, notify, send',
  news: 'message',
  ear: 'event filter',
  twin: 'duplicate',
  culprit: 'failing candidate',
  habit: 'endpoint capabilities',
  mood: 'assertion status',
  offers: 'providers',
  manners: 'rate limits and retries',
  making: 'insertXSql',
  inserting: 'insertXSql',
};

/** Identifiers that hold one of them all the same, and why. */
const ALLOWED: Record<string, string> = {
  givenUp: 'a candidate is given up: the verb',
  openHackerNews: 'the name of a service',
  news: 'a word of English in a table of plurals',
};

/** Made by a program. */
const EXCEPT = /[/\\]generated[/\\]|^bench[/\\]own-pages[/\\].*[/\\]pages[/\\]/;

// comments, strings, templates and regular expressions are passed over; what is left of a source are its identifiers
const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[=(,:[!&|?{};\n>]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|[A-Za-z_$][\w$]*/g;

const words = (name: string) =>
  name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9]+/).map((part) => part.toLowerCase());

function refusedIn(name: string): string[] {
  if (Object.hasOwn(ALLOWED, name)) return [];
  const parts = words(name);
  const plain = parts.filter((part, i) => !(part === 'nano' && parts[i + 1] === 'usd'));
  return plain.flatMap((part) => [...new Set([part, part.replace(/s$/, '')])]).filter((part) => Object.hasOwn(NOT, part));
}

const files = ['src', 'test', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.[a-z]+$/.test(file) && !EXCEPT.test(file) && !/node_modules|words\.test/.test(file)),
);
const sources = files.filter((file) => /\.tsx?$/.test(file));

test('no identifier and no file is named by a metaphor of the glossary', () => {
  const found = new Set<string>();
  const look = (file: string, names: Iterable<string>) => {
    for (const name of names) for (const word of refusedIn(name)) found.add(`${file}: ${name} (rather: ${NOT[word]})`);
  };
  for (const file of files) look(file, [file.replace(/^.*[/\\]|(?:\.test)?\.[a-z]+$/g, '')]);
  for (const file of sources) {
    const names = (readFileSync(file, 'utf8').match(TOKEN) ?? []).filter((token) => /^[A-Za-z_$]/.test(token));
    look(file, new Set(names));
  }

  expect([...found]).toEqual([]);
});

test('a name is refused by each of its words, in any case and number', () => {
  expect(refusedIn('openHouse')).toEqual(['house']);
  expect(refusedIn('DOORS')).toEqual(['door']);
  expect(refusedIn('maxNano')).toEqual(['nano']);
  expect([...refusedIn('maxCostNanoUsd'), ...refusedIn('search'), ...refusedIn('disarmPidFile')]).toEqual([]);
});

test('descriptions that clients read hold none of these words', () => {
  const schema = readFileSync('schema.graphql', 'utf8').matchAll(/"""([\s\S]*?)"""/g);
  const openapi = readFileSync('test/generated/openapi.ts', 'utf8').matchAll(/@description (.*)/g);
  const texts = [...schema, ...openapi].map(([, text = '']) => text.trim());

  expect(texts.length).toBeGreaterThan(400);
  expect(texts.filter((text) => text.split(/[^A-Za-z]+/).some((word) => refusedIn(word.toLowerCase()).length > 0))).toEqual([]);
});

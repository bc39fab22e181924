import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';

const MAY_IMPORT: Record<string, string[]> = {
  domain: [],
  language: ['knowledge', 'domain'],
  db: ['domain'],
  queue: ['db', 'domain'],
  agent: ['language', 'knowledge', 'domain'],
  knowledge: ['domain'],
  services: ['db', 'queue', 'language', 'domain'],
  graphql: ['services', 'domain'],
  rest: ['graphql', 'services', 'domain'],
  auth: ['db', 'domain'],
  runs: ['agent', 'queue', 'db', 'domain'],
  http: ['auth', 'db', 'graphql', 'rest', 'domain'],
  config: ['domain', join('agent', 'search', 'registry.ts')], // which imports nothing before a provider is opened
  web: ['domain'],
};
const PURE = /^(zod|wink-porter2-stemmer|compromise)(\/|$)/;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
/** The first folder of a path below src, or the name of a file at the top of src, without its extension. */
const folderOf = (path: string) => (path.split(sep)[0] as string).replace(/\.ts$/, '');

const imports = files.flatMap((file) => {
  const source = readFileSync(join('src', file), 'utf8');
  const specifiers = [...source.matchAll(/^(?:(?:import|export)\s[^'";]*?from |import |.*\bimport\()'([^']+)'/gm)].map(
    (found) => found[1] as string,
  );
  return specifiers.map((specifier) => ({ file, folder: folderOf(file), specifier }));
});

test('folders import only what the table lets them', () => {
  const forbidden = imports
    .filter(({ folder, specifier }) => folder !== 'main' && /^\..*\.tsx?$/.test(specifier))
    .map(({ file, folder, specifier }) => ({ file, folder, target: normalize(join(dirname(file), specifier)) }))
    .filter(({ folder, target }) => ![folder, ...(MAY_IMPORT[folder] ?? [])].some((one) => one === target || one === folderOf(target)))
    .map(({ file, target }) => `${file} -> ${target}`);

  expect(forbidden).toEqual([]);
});

test('every folder is in the table', () => {
  const folders = new Set(files.map(folderOf).filter((folder) => folder !== 'main'));

  expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
});

test('domain and language import no packages but pure ones', () => {
  const outside = imports.filter(
    ({ folder, specifier }) => (folder === 'domain' || folder === 'language') && !specifier.startsWith('.') && !PURE.test(specifier),
  );

  expect(outside.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
});

test('the driver is imported where connections are opened alone, and the queue’s tables are named by the queue alone', () => {
  const importing = (pattern: RegExp) => [
    ...new Set(imports.filter(({ specifier }) => pattern.test(specifier)).map(({ file }) => dirname(file))),
  ];
  const naming = files.filter((file) => /\bpgboss\./.test(readFileSync(join('src', file), 'utf8'))).map((file) => dirname(file));

  expect(importing(/^postgres$/).sort()).toEqual([join('db', 'connection'), join('db', 'embedded')]);
  expect(importing(/^pg$/)).toEqual([]);
  expect(importing(/^pg-boss$/)).toEqual(['queue']);
  expect([...new Set(naming)]).toEqual(['queue']);
});

test('relative imports name their file', () => {
  const bare = imports.filter(({ specifier }) => specifier.startsWith('.') && !/\.(tsx?|json|css)$/.test(specifier));

  expect(bare.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
});

test('the judge is read in files of at most 200 lines', () => {
  const long = files
    .filter((file) => file.startsWith(join('agent', 'judge', sep)))
    .map((file) => ({ file, lines: readFileSync(join('src', file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 200);

  expect(long).toEqual([]);
});

test('no folder holds more than 16 source files', () => {
  const roots = ['src', 'test', 'bench'];
  const all = roots.flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)));
  const counts = Map.groupBy(
    all.filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules')),
    (file) => dirname(file),
  );

  expect([...counts].filter(([, files]) => files.length > 16).map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

/** What a file needs of others while it is loaded: imports of types and imports at a later moment are none. */
function valueImportsOf(file: string): string[] {
  const found = readFileSync(join('src', file), 'utf8').matchAll(/^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\s*from\s*)?'(\.[^']+)'/gm);
  const isOfTypes = (names = '') =>
    /^\{[^}]*\}$/.test(names) &&
    names
      .slice(1, -1)
      .split(',')
      .filter((name) => name.trim())
      .every((name) => /^\s*type\s/.test(name));
  return [...found].filter(([, names]) => !isOfTypes(names)).map(([, , specifier = '']) => normalize(join(dirname(file), specifier)));
}

test('no files import values of one another in a circle', () => {
  let left = new Map(files.map((file) => [file, valueImportsOf(file)]));
  const found = [...left.values()].flat().length;
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const needed = new Set([...left.values()].flat());
    left = new Map([...left].filter(([file, needs]) => needed.has(file) && needs.some((other) => left.has(other))));
  }

  expect(found).toBeGreaterThan(1000);
  expect([...left.keys()]).toEqual([]);
});

test('a worker, and what waits to replace it, loads neither the GraphQL schema nor the REST operations', () => {
  const loaded = new Set([join('main', 'processes', 'worker-process.ts')]);
  for (const file of loaded) for (const needed of valueImportsOf(file)) loaded.add(needed);

  expect(loaded.size).toBeGreaterThan(100);
  expect([...loaded].filter((file) => /^(graphql|rest)$/.test(folderOf(file)))).toEqual([]);
});

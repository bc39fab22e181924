import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';

const MAY_IMPORT: Record<string, string[]> = {
  domain: [],
  language: ['domain'],
  db: ['domain'],
  queue: ['db', 'domain'],
  agent: ['language', 'domain'],
  services: ['db', 'queue', 'language', 'domain'],
  graphql: ['services', 'domain'],
  rest: ['graphql', 'services', 'domain'],
  auth: ['db', 'domain'],
  runs: ['agent', 'queue', 'db', 'domain'],
  http: ['auth', 'db', 'graphql', 'rest', 'domain'],
  config: ['domain'],
  web: ['domain'],
};
const PURE = /^(zod|wink-porter2-stemmer)(\/|$)/;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const moduleOf = (path: string) => (path.split(sep)[0] as string).replace(/\.ts$/, '');

const imports = files.flatMap((file) => {
  const source = readFileSync(join('src', file), 'utf8');
  const specifiers = [...source.matchAll(/^(?:(?:import|export)\s[^'";]*?from |import |.*\bimport\()'([^']+)'/gm)].map(
    (found) => found[1] as string,
  );
  return specifiers.map((specifier) => ({ file, module: moduleOf(file), specifier }));
});

test('modules import only whom the table lets them', () => {
  const trespasses = imports
    .filter(({ module, specifier }) => module !== 'main' && /^\..*\.tsx?$/.test(specifier))
    .map(({ file, module, specifier }) => ({ file, module, target: moduleOf(normalize(join(dirname(file), specifier))) }))
    .filter(({ module, target }) => target !== module && !(MAY_IMPORT[module] ?? []).includes(target))
    .map(({ file, target }) => `${file} -> ${target}`);

  expect(trespasses).toEqual([]);
});

test('every module of src stands in the table', () => {
  const modules = new Set(files.map(moduleOf).filter((module) => module !== 'main'));

  expect([...modules].filter((module) => !(module in MAY_IMPORT))).toEqual([]);
});

test('domain and language import no packages but pure ones', () => {
  const outside = imports.filter(
    ({ module, specifier }) => (module === 'domain' || module === 'language') && !specifier.startsWith('.') && !PURE.test(specifier),
  );

  expect(outside.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
});

test('relative imports name their file', () => {
  const bare = imports.filter(({ specifier }) => specifier.startsWith('.') && !/\.(tsx?|json|css)$/.test(specifier));

  expect(bare.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
});

const FILES_MAX = 16;
/** Replaced soon: the one exception to size and circles. */
const EXEMPT = 'src/agent/judge';

test('no folder of src, test or bench holds more than 16 source files', () => {
  const folders = new Map<string, number>();
  for (const top of ['src', 'test', 'bench'])
    for (const file of readdirSync(top, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || file.includes('node_modules')) continue;
      const folder = dirname(join(top, file));
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }

  expect([...folders].filter(([folder, count]) => count > FILES_MAX && folder !== EXEMPT)).toEqual([]);
});

test('no file imports itself by way of others, types apart', () => {
  const targets = new Map(files.map((file) => [file, valueImports(file)]));
  const reaches = (from: string, goal: string, seen: Set<string>): boolean =>
    (targets.get(from) ?? []).some((next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))));

  const circles = files.filter((file) => !join('src', file).startsWith(EXEMPT) && reaches(file, file, new Set()));

  expect(circles).toEqual([]);
});

/** The files that a file imports values from, types left out. */
function valueImports(file: string): string[] {
  const source = readFileSync(join('src', file), 'utf8');
  return [...source.matchAll(/^(?:import|export)\s(?!type\s)([^'";]*?)from '(\.[^']+)'/gm)]
    .filter(([, names = '']) => !isTypesOnly(names))
    .map(([, , specifier = '']) => normalize(join(dirname(file), specifier)));
}

const isTypesOnly = (names: string) => {
  const listed = names.trim().replace(/^\{|\}$/g, '');
  return names.trim().startsWith('{') && listed.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
};

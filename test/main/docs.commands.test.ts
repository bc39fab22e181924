import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FILES = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md') && existsSync(path),
);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test('every script in the documentation is in package.json', () => {
  const named = FILES.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => ({ path, name })),
  );

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
});

test('no command in the documentation needs a newer Node than npm does: scripts run on the Node of the packages', () => {
  const bare = FILES.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bnode (?:--\S+ )*[\w./-]+\.[cm]?ts\b/g)].map(([words]) => `${path}: ${words}`),
  );

  expect(bare).toEqual([]);
});

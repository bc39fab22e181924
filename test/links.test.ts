import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).flatMap((name) => (name.endsWith('.md') ? [join('docs', name)] : [])),
];
const proseOf = (path: string) => readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (path: string) => [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('every link of the documentation leads to a file, and to a heading in it', () => {
  const broken = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : normalize(join(dirname(page), file));
      const leads = existsSync(target) && (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor));
      return leads ? [] : [`${page} -> ${link}`];
    }),
  );

  expect(pages.length).toBeGreaterThan(10);
  expect(broken).toEqual([]);
});

test('every page of the documentation is reached from the README', () => {
  const linked = new Set([...proseOf('README.md').matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => normalize(link)));

  expect(pages.filter((page) => page !== 'README.md' && !page.startsWith(join('docs', 'decisions')) && !linked.has(page))).toEqual([]);
});

const sources = ['.', 'src', 'test', 'bench'].flatMap((root) =>
  readdirSync(root, { recursive: root !== '.', encoding: 'utf8' }).map((name) => `/${join(root, name).replaceAll('\\', '/')}`),
);

test('a source file that the documentation names is one of the repository', () => {
  const named = [...pages.filter((page) => !page.startsWith(join('docs', 'decisions'))), join('src', 'db', 'README.md')].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => ({ page, name })),
  );
  const missing = named.filter(({ name }) => !/\bNAME\b/.test(name) && !sources.some((file) => file.endsWith(`/${name}`)));

  expect(named.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test('every table stands in the list of what is kept', () => {
  const folder = join('src', 'db', 'tables');
  const definitions = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const tables = definitions.flatMap((source) => [...source.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => name));
  const architecture = readFileSync(join('docs', 'architecture.md'), 'utf8');

  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter((table) => !architecture.includes(`\`${table}\``))).toEqual([]);
});

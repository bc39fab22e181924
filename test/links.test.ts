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

/** `decision 0001`, `decisions 0001 and 0005`, `docs/decisions/0001`, `[0001]`, `(0001, 0005)`. */
const MENTION = /(?:[Dd]ecisions?[\s/]+\(?|[[(])((?:0\d{3}(?:,\s+|\s+and\s+)?)+)(?![\w-]*\d)/g;

test('every number of a decision that the repository mentions is one of its files, and the list names each file', () => {
  const folder = join('docs', 'decisions');
  const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const numbers = new Set(files.map((name) => name.slice(0, 4)));
  const written = [
    ...sources
      .map((file) => file.slice(1))
      .filter((file) => /\.(?:md|tsx?|mjs|graphql)$/.test(file) && !/\/(?:pages|generated|node_modules)\//.test(file)),
    ...pages.filter((page) => page.includes('/')),
    ...readdirSync('.ci').map((name) => join('.ci', name)),
    '.env.example',
  ];
  const mentions = written.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(MENTION)].flatMap(([, said = '']) =>
      [...said.matchAll(/\d{4}/g)].map(([number]) => ({ file, number })),
    ),
  );
  const list = readFileSync(join(folder, 'README.md'), 'utf8');

  expect(mentions.length).toBeGreaterThan(50);
  expect(mentions.filter(({ number }) => !numbers.has(number))).toEqual([]);
  expect(files.filter((file) => !list.includes(`](${file})`))).toEqual([]);
});

test('the list of stored data names every table', () => {
  const folder = join('src', 'db', 'tables');
  const definitions = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const tables = definitions.flatMap((source) => [...source.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => name));
  const architecture = readFileSync(join('docs', 'architecture.md'), 'utf8');

  expect(tables.length).toBeGreaterThan(20);
  expect(
    tables.filter((table) => !architecture.includes(`\`${table}\``)),
    'tables that “Database tables” in docs/architecture.md lacks',
  ).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { environment, PROXIED_PROVIDERS } from '../../../src/config/environment.ts';
import { readConfig } from '../../../src/config.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The settings of docs/settings.md, in their order. */
const table = [...read('docs/settings.md').matchAll(/^\| `(\w+)` \| (.+) \| (.+) \|$/gm)].map(
  ([, name = '', standard = '', what = '']) => ({
    name,
    standard,
    what,
  }),
);
const example = read('.env.example');
const values = parseEnv(example);

/** Variables other than settings: set by the environment, or by the start itself. */
const OTHERS = ['NODE_ENV', 'LLM_FOUND'];
/** One line covers the proxies of all providers. */
const PROXIES = PROXIED_PROVIDERS.map((name) => `${name.toUpperCase()}_BASE_URL`);

test('the table names every setting that is read, and no other, at most 55 of them', () => {
  const known = Object.keys(environment.shape).filter((name) => !OTHERS.includes(name));
  const named = table.flatMap(({ name }) => (name === 'BRAVE_BASE_URL' ? PROXIES : name));

  expect(named.toSorted()).toEqual(known.toSorted());
  expect(table.length, 'write a constant, or remove a setting that nobody needs').toBeLessThanOrEqual(55);
});

test('.env.example has the same settings in the same order, with the same defaults and words', () => {
  const lines = [...example.matchAll(/^(\w+)=(\S*) +# (.*)$/gm)].map(([, name, value, what]) => ({ name, value, what }));

  const wanted = table.map(({ name, standard, what }) => ({
    name,
    value: /^`([^`]*)`$/.exec(standard)?.[1] ?? '',
    what: what.replaceAll('`', ''),
  }));
  expect(lines).toEqual(wanted);
});

test('the values of .env.example are the defaults', () => {
  expect(readConfig({ ...values, SEARCH_PROVIDERS: '' })).toEqual(readConfig({}));
  expect(values.SEARCH_PROVIDERS).toBe('auto');
});

import { expect, test } from 'vitest';
import { asksOwnName } from '../../../../src/agent/judge/rules/columns/own-name.ts';
import { judgeByRules } from '../../../../src/agent/judge/rules/lexical.ts';
import { pageOf } from '../../../support/page.ts';

test.each([
  ['Name', 'databases written in Rust', true],
  ['Recipe name', 'soup recipes', true],
  ['Rule name', 'rules that can be fixed automatically', true],
  ['Company name', 'find me 10 companies that make drones', true],
  ['Post title', 'blog posts about releases', true],
  ['Company name', 'databases by companies in Berlin', false],
  ['Former name', 'start-ups that were renamed', false],
  ['First name', 'politicians from Ohio', false],
  ['Job title', 'people who lead laboratories', false],
  ['Name of the founder', 'start-ups in Berlin', false],
])('whether “%s” for the request “%s” asks for the subject’s own name: %s', (label, request, is) => {
  expect(asksOwnName({ label }, request)).toBe(is);
});

test('the value of a name column is the page’s title, with the line that contains it', () => {
  const page = { ...pageOf('h1> Miso soup\np> A soup of the day.'), title: 'Miso soup' };
  const columns = [{ id: '1', label: 'Recipe name', description: null, format: 'text' as const }];
  const read = (one: typeof page) => judgeByRules({ page: one, request: 'soup recipes', criteria: [], columns }).values.get('1');

  expect(read(page)).toMatchObject({ value: 'Miso soup', reason: 'stated', quote: 'Miso soup' });
  expect(read({ ...page, title: 'Another name' })).toMatchObject({ value: null });
});

test('a line of code has no label, a line of preformatted text has one', () => {
  const columns = [{ id: '1', label: 'Owner', description: null, format: 'text' as const }];
  const read = (words: string) => judgeByRules({ page: pageOf(words), request: 'rules', criteria: [], columns }).values.get('1')?.value;

  expect(read('h1> Rule\npre> owner: string,')).toBeNull();
  expect(read('h1> Rule\npre> owner: "Acme"')).toBeNull();
  expect(read('h1> Rule\npre> Owner: Acme')).toBe('Acme');
});

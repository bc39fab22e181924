import { expect, test } from 'vitest';
import { readObject } from '../../../src/agent/model/json.ts';

const LONG = 'x'.repeat(60_000);

test.each([
  ['an object in words and a fence', 'Here it is:\n```json\n{"a": 1}\n```\nThat is all.', { a: 1 }],
  ['one that broke off', '{"a": [{"b": "c"}, {"b": "d', { a: [{ b: 'c' }, { b: 'd' }] }],
  ['one with single quotes and a comma too many', "{'a': 'b',}", { a: 'b' }],
  ['a long one in order', `{"a": "${LONG}"}`, { a: LONG }],
  ['a long one that broke off', `{"a": "${LONG}`, undefined],
  ['one whose quotes do not pair, without end', `{"a":"b"${'"x'.repeat(99_000)}`, undefined],
  ['fences without end', '```json\n{'.repeat(22_000), {}],
  ['prose', 'I cannot say.', undefined],
])('an answer of a model: %s', (_, text, object) => {
  expect(readObject(text)).toEqual(object);
});

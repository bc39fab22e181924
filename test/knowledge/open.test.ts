import { expect, test } from 'vitest';
import { arraysOf, openKnowledge, sharedKnowledge } from '../../src/knowledge/open.ts';
import { meanings } from '../../src/knowledge/wordnet.ts';

test('knowledge is loaded once per process, both asynchronously in advance and on first use', async () => {
  await openKnowledge();
  const first = sharedKnowledge();

  await openKnowledge();

  expect(Object.keys(first)).toEqual(['words', 'places', 'software']);
  for (const name of ['words', 'places', 'software'] as const) {
    expect(sharedKnowledge()[name]).toBe(first[name]);
    for (const array of Object.values(arraysOf(name))) expect(array.buffer).toBe(first[name]);
  }
  expect(meanings('hotel', 'noun').length).toBeGreaterThan(0);
});

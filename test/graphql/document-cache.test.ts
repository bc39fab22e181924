import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDocumentCache } from '../../src/graphql/execution/document-cache.ts';

test('documents are kept while they fit, those used last the longest', () => {
  const cache = createDocumentCache<{ n: number }>(30);

  for (const [n, text] of ['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff', 'ggg', 'hhh', 'iii', 'jjj'].entries()) cache.set(text, { n });
  cache.get('aaa');
  cache.set('kkk', { n: 10 });

  expect([cache.get('aaa'), cache.get('bbb'), cache.get('kkk')]).toEqual([{ n: 0 }, undefined, { n: 10 }]);
});

test('a document that takes more than a tenth is not kept', () => {
  const cache = createDocumentCache<object>(30);

  cache.set('aaaa', {});

  expect(cache.get('aaaa')).toBeUndefined();
});

test('never more characters are kept than there is room for, and a lookup returns what was set', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.string({ maxLength: 12 })), { maxLength: 200 }), (steps) => {
      const cache = createDocumentCache<{ text: string }>(100);
      for (const [isSet, text] of steps) isSet ? cache.set(text, { text }) : cache.get(text);

      const kept = [...new Set(steps.map(([, text]) => text))].filter((text) => cache.get(text));

      expect(kept.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(100);
      for (const text of kept) expect(cache.get(text)).toEqual({ text });
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openJsonMeter } from '../../src/agent/json-meter.ts';

/** The lists, objects and commas of JSON, and how deep it nests, as a parser finds them. */
function contents(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 0, depth: 0 };
  const inner = Object.values(value).map(contents);
  return {
    values: 1 + Math.max(0, inner.length - 1) + inner.reduce((sum, one) => sum + one.values, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

test('it counts what a parser finds, however the bytes are chunked', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.array(fc.nat(200), { maxLength: 20 }), fc.nat(3), (value, cuts, indent) => {
      const bytes = Buffer.from(JSON.stringify(value, null, indent));
      const { values, depth } = contents(value);
      const ends = [...new Set(cuts.map((cut) => cut % (bytes.byteLength + 1)))].sort((a, b) => a - b);
      const pieces = [0, ...ends].map((start, i) => bytes.subarray(start, ends[i] ?? bytes.byteLength));
      const saysOf = (bounds: { values: number; depth: number }) => {
        const meter = openJsonMeter(bounds);
        return pieces.map((piece) => meter(piece)).find((why) => why !== null) ?? null;
      };

      expect(saysOf({ values, depth })).toBeNull();
      if (values > 0) expect(saysOf({ values: values - 1, depth })).toContain('values');
      if (depth > 0) expect(saysOf({ values, depth: depth - 1 })).toContain('nests');
    }),
  );
});

test.each([
  ['a string that holds signs', JSON.stringify({ text: '[[[{,,,\\"' }), true],
  ['many values', `[${'1,'.repeat(300)}1]`, false],
  ['many empty lists', `[${'[],'.repeat(150)}[]]`, false],
  ['deep lists', `${'['.repeat(20)}${']'.repeat(20)}`, false],
  ['values in many lines of events', 'data: {"a":[1,2,3]}\n\n'.repeat(100), false],
  ['a string that a carriage return ends', ':"\rdata: [[[[[[[[[[[[[[[[[[[[', false],
  ['a string that its line ends', 'data: {"a":"\ndata: [[[[[[[[[[[[[[[[[[[[', false],
])('%s', (_, json, isWithin) => {
  expect(openJsonMeter({ values: 200, depth: 10 })(Buffer.from(json)) === null).toBe(isWithin);
});

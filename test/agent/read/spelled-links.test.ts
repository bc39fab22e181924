import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withSpelledLinks } from '../../../src/agent/read/spelled-links.ts';

const linksOf = (text: string) =>
  withSpelledLinks({ text, links: [], blocks: [] }).links.map(({ start, end, url }) => [text.slice(start, end), url]);

test.each([
  ['See https://aune.example/mill.', ['https://aune.example/mill', 'https://aune.example/mill']],
  ['(see https://aune.example/mill_(old), which is new)', ['https://aune.example/mill_(old)', 'https://aune.example/mill_(old)']],
  ['<https://aune.example>', ['https://aune.example', 'https://aune.example/']],
  ['“www.aune.example”', ['www.aune.example', 'https://www.aune.example/']],
  ['on github.com/aune, and', ['github.com/aune', 'https://github.com/aune']],
  ['HTTP://AUNE.EXAMPLE/A', ['HTTP://AUNE.EXAMPLE/A', 'http://aune.example/A']],
  ['https://aune.example/a?b=1&c=[2]!', ['https://aune.example/a?b=1&c=[2]', 'https://aune.example/a?b=1&c=[2]']],
])('an address in “%s”', (text, link) => {
  expect(linksOf(text)).toEqual([link]);
});

test.each([
  ['http://a.example,http://b.example', ['http://a.example', 'http://b.example']],
  ['公式サイトはhttps://example.jp/abcです。', ['https://example.jp/abcです']],
  ['https://a.example/x—next', ['https://a.example/x']],
])('addresses in “%s” end where the next begins, and at punctuation', (text, found) => {
  expect(linksOf(text).map(([said]) => said)).toEqual(found);
});

test.each(['Node.js and main.rs', 'jo@github.com/x', 'a.b.c', 'vol.2/no.3', 'www. and http://', 'ftp://aune.example/a'])(
  '“%s” holds none',
  (text) => {
    expect(linksOf(text)).toEqual([]);
  },
);

test('an existing link stays as it is', () => {
  const text = 'Read https://aune.example/mill\nand www.aune.example';
  const link = { block: 0, start: 5, end: 30, url: 'https://elsewhere.example/' };

  expect(withSpelledLinks({ text, links: [link], blocks: [] }).links).toEqual([
    link,
    { block: 1, start: 35, end: 51, url: 'https://www.aune.example/' },
  ]);
});

test('links of any text are within their lines, in order, and do not overlap', () => {
  const part = fc.constantFrom('https://', 'www.', 'a.com/', 'x', ')', '(', '.', ' ', '\n', '@', '[', ']', 'é', '🔥', '…');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const { links } = withSpelledLinks({ text, links: [], blocks: [] });
      const ends = text.split('\n').map((line, i, lines) => lines.slice(0, i).join('\n').length + (i > 0 ? 1 : 0) + line.length);
      links.forEach(({ block, start, end }, i) => {
        expect(start).toBeGreaterThanOrEqual((links as { end: number }[])[i - 1]?.end ?? 0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(ends[block] ?? 0);
      });
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LineFragment, Verdict } from '../../src/web/generated/documents.ts';
import { inOrder, mergeLines } from '../../src/web/webset/grid/lines.ts';
import { feedLines } from '../../src/web/webset/run/feed-lines.ts';
import { createEventFilter } from '../../src/web/webset/run/pace.ts';
import { secondsLeft } from '../../src/web/webset/run/time-left.ts';
import { countTabs, isWeb, linkTo, shortUrl, viewOf } from '../../src/web/webset/view.ts';
import type { RunEvent } from '../../src/web/webset/webset-state.ts';

const line = (uuid: string, more: Partial<LineFragment> = {}): LineFragment => ({
  id: uuid,
  uuid,
  url: `https://example.org/${uuid}`,
  title: uuid,
  status: 'completed',
  matchVerdict: 'match',
  hidden: false,
  likelihood: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  verdicts: [],
  values: [],
  ...more,
});
const COLUMNS = [
  { key: 'title', kind: 'title', label: 'Result' },
  { key: 'overall', kind: 'overall', label: 'Verdict' },
  { key: 'year', kind: 'enrichment', label: 'Year' },
] as const;
const year = (value: string | null) => ({
  values: [{ enrichment: { uuid: 'year' }, value, state: 'judged' as const, suggestion: null, review: null }],
});
const names = (lines: readonly LineFragment[]) => lines.map(({ uuid }) => uuid).join('');

describe('rows that come in again', () => {
  const uuids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });

  test('stay in their place, new ones stand behind, and what is unchanged is the same object', () => {
    fc.assert(
      fc.property(uuids, uuids, (before, after) => {
        const lines = before.map((uuid) => line(uuid));

        const merged = mergeLines(
          lines,
          after.map((uuid) => line(uuid)),
        );

        expect(names(merged)).toBe([...before, ...after.filter((uuid) => !before.includes(uuid))].join(''));
        expect(lines.every((one, i) => merged[i] === one)).toBe(true);
        if (after.every((uuid) => before.includes(uuid))) expect(merged).toBe(lines);
      }),
    );
  });

  test('replace what they were when something changed', () => {
    const lines = [line('a'), line('b')];

    const merged = mergeLines(lines, [line('b', { title: 'B' })]);

    expect(merged[0]).toBe(lines[0]);
    expect(merged[1]?.title).toBe('B');
  });

  test('after a full list they stand in its order, without those that were set aside, and with those that came meanwhile', () => {
    const before = [line('a'), line('b'), line('c')];

    expect(names(inOrder([...before, line('new')], ['c', 'a'], before))).toBe('canew');
  });
});

describe('what is seen of the rows', () => {
  const lines = [
    line('a', { ...year('1999'), matchVerdict: 'no_match' }),
    line('b', { ...year(null), matchVerdict: 'match' }),
    line('c', { ...year('2010'), matchVerdict: 'partial' }),
    line('d', { ...year('201'), matchVerdict: null }),
  ];
  const see = (tab: Parameters<typeof viewOf>[1]['tab'], text = '', sort: Parameters<typeof viewOf>[1]['sort'] = null) =>
    names(viewOf(lines, { tab, text, sort }, COLUMNS));

  test('a tab shows its verdict, and counts it', () => {
    expect([see('all'), see('match'), see('partial'), see('needs_review'), see('no_match')]).toEqual(['abcd', 'b', 'c', '', 'a']);
    expect(countTabs(lines, 3)).toEqual({ match: 1, partial: 1, needs_review: 0, no_match: 1, all: 4, hidden: 3 });
  });

  test('a text is looked for in titles, addresses and values, whatever its case', () => {
    expect([see('all', ' 2010 '), see('all', 'EXAMPLE.org/B'), see('match', '2010')]).toEqual(['c', 'b', '']);
  });

  test('numbers sort as numbers, verdicts from best to worst, and what is missing stands last either way', () => {
    expect([see('all', '', { key: 'year', down: false }), see('all', '', { key: 'year', down: true })]).toEqual(['dacb', 'cadb']);
    expect([see('all', '', { key: 'overall', down: false }), see('all', '', { key: 'overall', down: true })]).toEqual(['bcad', 'acbd']);
    expect(see('all', '', { key: 'a column that is gone', down: true })).toBe('abcd');
  });
});

describe('addresses', () => {
  test('a link goes to the quoted words; of many, to where they begin and end', () => {
    expect(linkTo('https://a.example/x#part', 'written in  Rust-like, 100%')).toBe(
      'https://a.example/x#:~:text=written%20in%20Rust%2Dlike%2C%20100%25',
    );
    expect(linkTo('https://a.example/', Array.from({ length: 20 }, (_, i) => `w${i}`).join(' '))).toBe(
      'https://a.example/#:~:text=w0%20w1%20w2%20w3%20w4,w15%20w16%20w17%20w18%20w19',
    );
  });

  test('only what leads to the web is a link', () => {
    expect(['https://a.example', 'HTTP://a', 'javascript:alert(1)', 'data:text/html,x', '//a', 'mailto:a@b'].map(isWeb)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('any text can be shown short', () => {
    expect([
      shortUrl('https://www.a.example/b/index.html'),
      shortUrl('https://a.example/%E0%A4%A'),
      shortUrl('nothing'),
      shortUrl('javascript:alert(1)'),
    ]).toEqual(['a.example/b', 'https://a.example/%E0%A4%A', 'nothing', 'javascript:alert(1)']);
    fc.assert(fc.property(fc.oneof(fc.webUrl(), fc.string()), (url) => typeof shortUrl(url) === 'string'));
  });
});

test('any event of a log makes a line or none; a call and its result make one', () => {
  const event = (index: number, type: string, data: unknown) => ({ index, type, data, at: '2026-01-01T00:00:00.000Z', runId: 'r' });
  const kindOf = feedLines([
    event(0, 'run.started', {}),
    event(1, 'tool.called', { call: 'x', tool: 'judge', input: { url: 'https://a.example/b' } }),
    event(2, 'progress', {}),
    event(3, 'tool.result', { call: 'x', tool: 'judge', output: { verdict: 'no_match' satisfies Verdict } }),
    event(4, 'something.new', null),
    event(5, 'run.completed', { reason: 'target_reached', detail: null }),
  ]);

  expect(kindOf.map(({ text, result }) => [text, result])).toEqual([
    ['The run started', null],
    ['Checking a.example/b', 'no match'],
    ['The run finished', 'as many matches as were wanted'],
  ]);
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.constantFrom('tool.called', 'tool.result', 'narration', 'step.started', 'run.failed', 'x'),
          fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.constant(null)),
        ),
      ),
      (all) => Array.isArray(feedLines(all.map(([type, data], i) => event(i, type, data)))),
    ),
  );
});

test('of a run’s events those that tell of a row or of its end are fetched for at once, mere numbers slowly, the rest not', () => {
  const filter = createEventFilter();
  const kindOf = (type: string, data: object) => filter({ index: 0, at: '2026-01-01T00:00:00Z', runId: 'r', type, data } as RunEvent);

  expect([
    kindOf('run.started', {}),
    kindOf('tool.called', { tool: 'search' }),
    kindOf('progress', { judged: 0 }),
    kindOf('tool.result', { tool: 'search' }),
    kindOf('tool.result', { tool: 'judge' }),
    kindOf('progress', { judged: 1 }),
    kindOf('progress', { judged: 1 }),
    kindOf('narration', { text: '' }),
    kindOf('run.completed', {}),
  ]).toEqual(['now', null, 'slowly', 'slowly', 'now', 'now', 'slowly', null, 'now']);
});

test('the time that a search has left follows its pace, to its target or to the end of its budget', () => {
  const search = { spent: 20, read: 10, matched: 2, matching: 3, target: 7, pages: 290, seconds: 1780 };

  expect(secondsLeft(search)).toBe(40); // four more matches, at one in ten seconds
  expect(secondsLeft({ ...search, matched: 0 })).toBe(580);
  expect(secondsLeft({ ...search, matched: 0, seconds: 100 })).toBe(100);
  expect(secondsLeft({ ...search, matching: 8 })).toBe(0);
  expect(secondsLeft({ ...search, read: 4 })).toBeNull();
});

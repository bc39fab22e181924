import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STEPS } from '../../../src/domain/run-event.ts';
import type { LineFragment, Verdict } from '../../../src/web/generated/documents.ts';
import { words } from '../../../src/web/texts/texts.ts';
import { type Condition, conditionOf, conditionText, filterOf, isAskable } from '../../../src/web/webset/arrangement/conditions.ts';
import { layoutOf, layoutText, movedBefore, ordered } from '../../../src/web/webset/arrangement/layout.ts';
import { askedOf } from '../../../src/web/webset/arrangement/use-arranged.ts';
import { contentsOf, isAsSaved, type SavedView, stateOfView } from '../../../src/web/webset/arrangement/view-contents.ts';
import { inOrder, mergeLines } from '../../../src/web/webset/grid/lines.ts';
import type { Item } from '../../../src/web/webset/review/review-queue.ts';
import { sentencesOf } from '../../../src/web/webset/review/sentences.ts';
import { feedLines } from '../../../src/web/webset/run/feed-lines.ts';
import { createEventFilter } from '../../../src/web/webset/run/pace.ts';
import { secondsLeft } from '../../../src/web/webset/run/time-left.ts';
import { type Column, countTabs, isWeb, linkTo, shortUrl, type Tab, viewOf } from '../../../src/web/webset/view.ts';
import { compact } from '../../../src/web/webset/webset-pages.ts';
import type { RunEvent } from '../../../src/web/webset/webset-state.ts';

const line = (uuid: string, more: Partial<LineFragment> = {}): LineFragment => ({
  id: uuid,
  uuid,
  url: `https://example.org/${uuid}`,
  title: uuid,
  foundTitle: uuid,
  status: 'completed',
  matchVerdict: 'match',
  noByAnswers: false,
  hidden: false,
  likelihood: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  verdicts: [],
  values: [],
  ...more,
});
const year = (value: string | null) => ({
  values: [{ enrichment: { uuid: 'year' }, value, state: 'judged' as const, suggestion: null, review: null }],
});
const names = (lines: readonly LineFragment[]) => lines.map(({ uuid }) => uuid).join('');

test('equal cells of two rows share one object, and keep their content', () => {
  type Row = Pick<LineFragment, 'verdicts' | 'values'>;
  const cells = fc.record({
    verdict: fc.constantFrom('match' as const, 'no_match' as const, null),
    reason: fc.constantFrom('stated' as const, null),
    effective: fc.constantFrom('match' as const, null),
    state: fc.constantFrom('judged' as const, 'stopped' as const),
    criterion: fc.record({ uuid: fc.constantFrom('a', 'b') }),
    review: fc.constantFrom({ verdict: 'match' as const }, { verdict: null }, null),
  });
  const values = fc.record({
    value: fc.constantFrom('1999', null),
    state: fc.constantFrom('judged' as const, 'stopped' as const),
    enrichment: fc.record({ uuid: fc.constantFrom('a', 'b') }),
    suggestion: fc.constantFrom({ value: '1999' }, null),
    review: fc.constantFrom({ value: '1999' }, { value: null }, null),
  });
  fc.assert(
    fc.property(fc.array(fc.record({ verdicts: fc.array(cells), values: fc.array(values) }), { maxLength: 4 }), (rows: Row[]) => {
      const lines = rows.map((row, i) => line(String(i), structuredClone(row)));

      compact(lines);

      expect(lines.map(({ verdicts, values }) => ({ verdicts, values }))).toEqual(rows);
      const all = lines.flatMap((one) => one.verdicts);
      expect(new Set(all).size).toBe(new Set(all.map((one) => JSON.stringify(Object.entries(one).sort()))).size);
    }),
  );
});

describe('rows that are fetched again', () => {
  const uuids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });

  test('keep their place, new ones follow, and an unchanged row is the same object', () => {
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

  test('replace their earlier version when something changed', () => {
    const lines = [line('a'), line('b')];

    const merged = mergeLines(lines, [line('b', { title: 'B' })]);

    expect(merged[0]).toBe(lines[0]);
    expect(merged[1]?.title).toBe('B');
  });

  test('take the order of a full list, without hidden ones, and with those that arrived meanwhile', () => {
    const before = [line('a'), line('b'), line('c')];

    expect(names(inOrder([...before, line('new')], ['c', 'a'], before))).toBe('canew');
  });
});

describe('the visible rows', () => {
  const lines = [
    line('a', { ...year('1999'), matchVerdict: 'no_match' }),
    line('b', { ...year(null), matchVerdict: 'match' }),
    line('c', { ...year('2010'), matchVerdict: 'partial' }),
    line('d', { ...year('201'), matchVerdict: null }),
  ];
  const see = (tab: Parameters<typeof viewOf>[1]['tab'], text = '') => names(viewOf(lines, { tab, text }));

  test('a tab shows and counts the rows with its verdict', () => {
    expect([see('all'), see('match'), see('partial'), see('needs_review'), see('no_match')]).toEqual(['abcd', 'b', 'c', '', 'a']);
    expect(countTabs(lines, 3)).toEqual({ match: 1, partial: 1, needs_review: 0, no_match: 1, no_by_answers: 0, all: 4, hidden: 3 });
  });

  test('non-matches by answers alone have their own tab', () => {
    const byAnswers = lines.map((one) => ({ ...one, noByAnswers: one.matchVerdict === 'no_match' }));
    const under = (tab: Tab) => viewOf(byAnswers, { tab, text: '' }).map(({ uuid }) => uuid);

    expect([under('no_match'), under('no_by_answers')]).toEqual([[], ['a']]);
    expect(countTabs(byAnswers, 0)).toMatchObject({ no_match: 0, no_by_answers: 1, all: 4 });
  });

  test('a text is searched in titles, addresses and values, ignoring case', () => {
    expect([see('all', ' 2010 '), see('all', 'EXAMPLE.org/B'), see('match', '2010')]).toEqual(['c', 'b', '']);
  });
});

describe('conditions', () => {
  const COLUMNS = [
    { key: 'title', kind: 'title', label: 'Result' },
    { key: 'overall', kind: 'overall', label: 'Verdict' },
    { key: 'rust', kind: 'criterion', label: 'Written in Rust' },
    { key: 'year', kind: 'enrichment', label: 'Year', format: 'number' },
    { key: 'since', kind: 'enrichment', label: 'Since', format: 'date' },
  ] as const;

  test('survive a round trip through the address, whatever they contain', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom('has', 'is', 'min', 'empty'), fc.string(), (key, op, value) => {
        const query = new URLSearchParams({ f: conditionText({ key, op, value }) }).toString();

        expect(conditionOf(new URLSearchParams(query).get('f') ?? '')).toEqual({ key, op, value });
      }),
    );
    expect(['', 'x', 'rust.is', 'rust.or.match', '.is.match'].map(conditionOf)).toEqual([null, null, null, null, null]);
  });

  test('apply only to existing columns with operators of their kind', () => {
    const asks = (text: string) => {
      const condition = conditionOf(text);
      return condition !== null && isAskable(condition, COLUMNS);
    };

    expect(
      ['rust.is.match', 'rust.not.match,partial', 'year.min.-3.5', 'since.from.2014-05', 'title.has.a', 'year.empty.'].every(asks),
    ).toBe(true);
    expect(
      [
        'gone.is.match',
        'rust.is.yes',
        'rust.has.a',
        'year.min.many',
        'year.min.',
        'since.to.May',
        'year.from.2014',
        'title.has.',
        'overall.not.match',
        `title.has.${'a'.repeat(201)}`,
      ].filter(asks),
    ).toEqual([]);
  });

  test('are sent to the service column by column', () => {
    const read = ['rust.is.match', 'year.min.1', 'year.max.9', 'title.has.a', 'since.filled.'].map(
      (text) => conditionOf(text) as Condition,
    );

    expect(filterOf(read)).toEqual({
      title: 'a',
      verdicts: [{ criterionId: 'rust', is: ['match'] }],
      values: [
        { enrichmentId: 'year', min: 1, max: 9 },
        { enrichmentId: 'since', empty: false },
      ],
    });
  });
});

describe('a tab and a filter on the combined verdict', () => {
  const COLUMNS = [{ key: 'overall', kind: 'overall', label: 'Verdict' }] as const;
  const seen = (tab: Tab, value: string | null) => ({
    tab,
    sort: null,
    conditions: value === null ? [] : [{ key: 'overall', op: 'is' as const, value }],
    text: 'rust',
    cols: null,
  });
  const put = (tab: Tab, value: string | null) => {
    const { filter } = askedOf(seen(tab, value), COLUMNS, false) ?? {};
    expect(contentsOf(seen(tab, value), COLUMNS).filter?.matchVerdict).toEqual(filter?.matchVerdict);
    return filter?.matchVerdict;
  };

  test('both apply; where they exclude each other nothing is left', () => {
    expect([put('match', 'match,partial'), put('match', 'partial'), put('match', null)]).toEqual([['match'], [], ['match']]);
    expect([put('all', 'match,partial'), put('hidden', 'match'), put('all', null)]).toEqual([['match', 'partial'], ['match'], null]);
  });
});

describe('the layout of columns', () => {
  const COLUMNS = ['title', 'overall', 'a', 'b', 'c'].map((key) => ({
    key,
    kind: key === 'title' || key === 'overall' ? key : ('enrichment' as const),
    label: key,
  })) as readonly Column[];
  const look = fc.record(
    { width: fc.integer({ min: 36, max: 640 }), pinned: fc.constant(true), hidden: fc.constant(true) },
    { requiredKeys: [] },
  );
  const layouts = fc
    .shuffledSubarray(['title', 'overall', 'a', 'b', 'c', 'gone'])
    .chain((keys) => fc.tuple(...keys.map((key) => look.map((one) => ({ key, ...one })))));

  test('survives a round trip through the address, and shows every column once: the title, pinned columns, the others', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const text = layoutText(layout);
        const keys = ordered(COLUMNS, layout).map(({ key }) => key);
        const isPinned = (key: string) => layout.some((one) => one.key === key && one.pinned);

        expect(layoutOf(text)).toEqual(layout);
        expect([...keys].sort()).toEqual(COLUMNS.map(({ key }) => key).sort());
        expect(keys[0]).toBe('title');
        expect(keys.slice(1).map(isPinned)).toEqual([...keys.slice(1).map(isPinned)].sort((a, b) => Number(b) - Number(a)));
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(layoutOf(text))));
  });

  test('a moved column is placed before the other one, and the rest keep their order', () => {
    fc.assert(
      fc.property(fc.constantFrom('overall', 'a', 'b', 'c'), fc.constantFrom('overall', 'a', 'b', 'c'), (key, before) => {
        const keys = ordered(COLUMNS, movedBefore(COLUMNS, [], key, before === key ? null : before)).map((one) => one.key);

        expect(keys.filter((one) => one !== key)).toEqual(COLUMNS.map((one) => one.key).filter((one) => one !== key));
        expect(keys.indexOf(key)).toBe(before === key ? 4 : keys.indexOf(before) - 1);
      }),
    );
  });

  test('a saved view restores the state', () => {
    const seen = {
      tab: 'all' as const,
      sort: { key: 'c', down: true },
      conditions: ['overall.is.match,partial', 'title.has.x', 'a.filled.', 'b.min.3'].map((text) => conditionOf(text) as Condition),
      text: 'rust',
      cols: 'title.300..,c..p.,overall...h',
    };
    const plain = COLUMNS.map((column) => (column.key === 'b' ? { ...column, format: 'number' as const } : column));
    const { sort, filter, columns } = contentsOf(seen, plain);
    const none = { field: null, criterionId: null, enrichmentId: null };
    const condition = { contains: null, empty: null, min: null, max: null, from: null, to: null };
    const view = {
      uuid: 'v',
      name: 'v',
      sort: { ...none, descending: false, ...sort },
      filter: {
        matchVerdict: filter?.matchVerdict,
        text: filter?.text,
        title: filter?.title,
        verdicts: [],
        values: ((filter?.values ?? []) as object[]).map((one) => ({ ...condition, ...one })),
      },
      columns: (columns as object[]).map((one) => ({ ...none, width: null, pinned: false, hidden: false, ...one })),
    } as unknown as SavedView;

    expect(stateOfView(view)).toEqual(seen);
    expect(isAsSaved(seen, view, plain)).toBe(true);
    expect(isAsSaved({ ...seen, sort: null }, view, plain)).toBe(false);
    expect(isAsSaved({ ...seen, tab: 'hidden' }, view, plain)).toBe(false);
  });

  test('a view equals the state whatever the order of its conditions', () => {
    const columns = [...COLUMNS, { key: 'rust', kind: 'criterion', label: 'Written in Rust' }] as const;
    const conditions = ['a.filled.', 'a.has.x', 'rust.is.partial,match'].map((text) => conditionOf(text) as Condition);
    const seen = { tab: 'all' as const, sort: null, conditions, text: ' rust', cols: null };
    const condition = { min: null, max: null, from: null, to: null };
    const view: SavedView = {
      uuid: 'v',
      name: 'v',
      sort: null,
      filter: {
        matchVerdict: null,
        noByAnswers: null,
        text: 'rust',
        title: null,
        verdicts: [{ criterionId: 'rust', is: ['match', 'partial'], isNot: null }],
        values: [{ enrichmentId: 'a', contains: 'x', empty: false, ...condition }],
      },
      columns: [],
    };

    expect(isAsSaved(seen, view, columns)).toBe(true);
    expect(isAsSaved({ ...seen, conditions: conditions.slice(1) }, view, columns)).toBe(false);
  });
});

describe('addresses', () => {
  test('a link points to the quoted words; for a long quote to its first and last words', () => {
    expect(linkTo('https://a.example/x#part', 'written in  Rust-like, 100%')).toBe(
      'https://a.example/x#:~:text=written%20in%20Rust%2Dlike%2C%20100%25',
    );
    expect(linkTo('https://a.example/', Array.from({ length: 20 }, (_, i) => `w${i}`).join(' '))).toBe(
      'https://a.example/#:~:text=w0%20w1%20w2%20w3%20w4,w15%20w16%20w17%20w18%20w19',
    );
  });

  test('only web addresses are links', () => {
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

test('any event of a log gives at most one line; a call and its result give one', () => {
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

test('events about rows and the run’s end cause a fetch at once, figures a slow one, the rest none', () => {
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

test('the remaining time of a search follows from its pace, until its target or budget is reached', () => {
  const search = { spent: 20, read: 10, matched: 2, matching: 3, target: 7, pages: 290, seconds: 1780 };

  expect(secondsLeft(search)).toBe(40); // four more matches, one every ten seconds
  expect(secondsLeft({ ...search, matched: 0 })).toBe(580);
  expect(secondsLeft({ ...search, matched: 0, seconds: 100 })).toBe(100);
  expect(secondsLeft({ ...search, matching: 8 })).toBe(0);
  expect(secondsLeft({ ...search, read: 4 })).toBeNull();
});

test('a review offers the evidence of a verdict only if it is on the row’s own page', () => {
  const sentence = (quote: string, start: number) => ({ quote, start, end: start + quote.length });
  const offered = (evidence: object | null) => {
    const row = { uuid: 'r', url: '', title: '', page: { uuid: 'own' }, verdicts: [{ criterion: { uuid: 'rust' }, evidence }] };
    const criterion = { uuid: 'rust', label: 'Written in Rust', description: null };
    const item = { row, cells: [{ criterion, likelihood: null, passages: [sentence('It is in Rust.', 40)] }] };
    return sentencesOf(item as unknown as Item, 0).map(({ quote }) => quote);
  };

  expect(offered({ ...sentence('Written in Rust.', 0), pageId: 'own' })).toEqual(['Written in Rust.', 'It is in Rust.']);
  expect(offered({ ...sentence('Written in Rust.', 0), pageId: 'other' })).toEqual(['It is in Rust.']);
  expect(offered({ ...sentence('It is in Rust.', 40), pageId: 'own' })).toEqual(['It is in Rust.']);
  expect(offered(null)).toEqual(['It is in Rust.']);
});

test('each step of a run has a text in its feed', () => {
  expect(Object.keys(words.feed.steps).sort()).toEqual([...STEPS].sort());
});

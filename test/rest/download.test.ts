import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { Worker } from 'node:worker_threads';
import { readXlsx } from 'hucre/xlsx';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillRows } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  service = await openTestService({ onLog: (line) => lines.push(line) });
});
afterAll(() => service[Symbol.asyncDispose]());

const path = (id: string, query: string) => `/api/websets/${id}/download?${query}`;
const download = (id: string, query: string, headers?: Record<string, string>) => service.get(path(id, query), headers);

async function openFilled() {
  const sessionId = await service.createSession('databases');
  const { criterion } = (await service.rpc('addCriterion', { sessionId, label: 'in Rust' })).body;
  const { enrichment: stars } = (await service.rpc('addEnrichment', { sessionId, label: 'Stars', format: 'number' })).body;
  const { enrichment: since } = (await service.rpc('addEnrichment', { sessionId, label: 'Since', format: 'date' })).body;
  await fillRows(service.db, sessionId, [
    {
      url: 'https://a.org/',
      title: '=cmd()',
      matchVerdict: 'match',
      verdicts: { [criterion.id]: 'match' },
      values: { [stars.id]: '-5', [since.id]: '2016-04-01' },
    },
    {
      url: 'https://b.org/',
      title: 'B',
      matchVerdict: 'no_match',
      verdicts: { [criterion.id]: 'no_match' },
      values: { [since.id]: '2016' },
    },
  ]);
  return sessionId;
}

const QUOTE = 'Tikv is written in Rust.';

test('a CSV has, behind the columns of the export, the quote, the page and who decided of each column and criterion', async () => {
  const id = await openFilled();

  const response = await download(id, 'format=csv');
  const plain = await download(id, 'format=csv&proof=0');

  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=databases.csv');
  const [first, second] = await service.sql`select p.url from page p join row r on r.page_id = p.id where r.webset_id = ${id}`;
  const proof = `${QUOTE},${first?.url},rules`;
  const what = (label: string) => `${label}: quote,${label}: page,${label}: decided by`;
  expect(second?.url).toBe(first?.url);
  expect(await response.text()).toBe(
    `URL,Title,Stars,Since,in Rust,Overall,${['Stars', 'Since', 'in Rust'].map(what).join(',')}\r\n` +
      `https://a.org/,'=cmd(),-5,2016-04-01,match,match,${proof},${proof},${proof}\r\n` +
      `https://b.org/,B,,2016,no_match,no_match,,,,${proof},,,rules\r\n`,
  );
  expect(await plain.text()).toBe(await (await service.get(`/api/sessions/${id}/export?format=csv`)).text());
});

test('matches come first, then what is partly one, what needs review, what is none and what is not judged; a view has its own order', async () => {
  const id = await service.createSession();
  const verdicts = [null, 'no_match', 'match', 'needs_review', 'partial', 'match'] as const;
  await fillRows(
    service.db,
    id,
    verdicts.map((matchVerdict, i) => ({ title: `t${i}`, matchVerdict })),
  );
  const titlesOf = async (query: string) =>
    (await (await download(id, `format=csv&${query}`)).text())
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]);
  const made = (contents: object) =>
    service.graphql('mutation Make($input: CreateViewInput!) { createView(input: $input) { view { uuid } } }', {
      input: { websetId: id, ...contents },
    });
  const sorted = (await made({ name: 'v', contents: { sort: { field: 'title', descending: true } } })).body.data?.createView.view.uuid;
  const unsorted = (await made({ name: 'w', contents: { filter: { matchVerdict: ['no_match', 'match'] } } })).body.data?.createView.view
    .uuid;

  expect(await titlesOf('')).toEqual(['t2', 't5', 't4', 't3', 't1', 't0']);
  expect(await titlesOf('verdict=match')).toEqual(['t2', 't5']);
  expect(await titlesOf(`view=${sorted}`)).toEqual(['t5', 't4', 't3', 't2', 't1', 't0']);
  expect(await titlesOf(`view=${unsorted}`)).toEqual(['t2', 't5', 't1']);
});

test("what a person says stands under the person's name and quote, never under a quote for something else", async () => {
  const id = await openFilled();
  const [found] = await service.sql`
    select r.id as row, c.id as criterion, e.id as stars from row r join criterion c on c.webset_id = r.webset_id
    join enrichment e on e.webset_id = r.webset_id and e.label = 'Stars' where r.webset_id = ${id} and r.url = 'https://a.org/'`;
  const judge = async (verdict: string) => {
    await service.graphql('mutation Review($input: ReviewVerdictInput!) { reviewVerdict(input: $input) { row { id } } }', {
      input: { rowId: found?.row, criterionId: found?.criterion, verdict },
    });
    const records = await parquetReadObjects({ file: await (await download(id, 'format=parquet')).arrayBuffer() });
    return records.find(({ Title }) => Title === '=cmd()');
  };
  await service.graphql('mutation Review($input: ReviewValueInput!) { reviewValue(input: $input) { row { id } } }', {
    input: { rowId: found?.row, enrichmentId: found?.stars, value: '7' },
  });

  expect(await judge('match')).toMatchObject({
    'in Rust: quote': QUOTE,
    'in Rust: decided by': 'a person',
    Stars: 7,
    'Stars: quote': null,
    'Stars: decided by': 'a person',
  });
  expect(await judge('no_match')).toMatchObject({ 'in Rust': 'no_match', 'in Rust: quote': null, 'in Rust: decided by': 'a person' });
});

test('a file is named by the title, in any script, without what no name may have', async () => {
  const id = await service.createSession('q');
  const nameFor = async (title: string) => {
    await service.graphql('mutation Rename($input: RenameWebsetInput!) { renameWebset(input: $input) { webset { title } } }', {
      input: { websetId: id, title },
    });
    return (await download(id, 'format=xlsx')).headers.get('content-disposition');
  };

  expect(await nameFor('AC/DC: a "list"? 50%')).toBe('attachment; filename="AC DC a list 50%.xlsx"');
  expect(await nameFor('Größe 数据')).toBe(
    `attachment; filename="Gr??e ??.xlsx"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E6%95%B0%E6%8D%AE.xlsx`,
  );
  expect(await nameFor('con')).toBe('attachment; filename=_con.xlsx');
  expect(decodeURIComponent((await nameFor('😀'.repeat(100))) ?? '')).toContain(`UTF-8''${'😀'.repeat(37)}.xlsx`);
  expect(await nameFor('../..')).toBe(`attachment; filename=webset-${id.slice(0, 8)}.xlsx`);
});

test('a workbook has what the CSV has, with numbers, days and links', async () => {
  const id = await openFilled();

  const response = await download(id, 'format=xlsx');

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=databases.xlsx');
  const { sheets } = await readXlsx(await response.arrayBuffer());
  expect(sheets[0]?.rows.map((cells) => cells.slice(6))).toEqual([
    ['Stars', 'Since', 'in Rust'].flatMap((label) => [`${label}: quote`, `${label}: page`, `${label}: decided by`]),
    [1, 2, 3].flatMap(() => [QUOTE, expect.stringMatching(/^https:/), 'rules']),
    [null, null, null, QUOTE, expect.stringMatching(/^https:/), 'rules', null, null, 'rules'],
  ]);
  expect(sheets.map(({ rows }) => rows.map((cells) => cells.slice(0, 6)))).toEqual([
    [
      ['URL', 'Title', 'Stars', 'Since', 'in Rust', 'Overall'],
      ['https://a.org/', '=cmd()', -5, new Date('2016-04-01'), 'match', 'match'],
      ['https://b.org/', 'B', null, '2016', 'no_match', 'no_match'],
    ],
  ]);
  expect(sheets[0]?.cells?.get('1,0')?.hyperlink?.target).toBe('https://a.org/');
});

test('a Parquet file has it in typed columns', async () => {
  const id = await openFilled();

  const response = await download(id, 'format=parquet&proof=0');

  expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=databases.parquet');
  const common = { 'in Rust': 'match', Overall: 'match' };
  expect(await parquetReadObjects({ file: await response.arrayBuffer() })).toEqual([
    { URL: 'https://a.org/', Title: '=cmd()', Stars: -5, Since: new Date('2016-04-01'), 'Since (as found)': '2016-04-01', ...common },
    { URL: 'https://b.org/', Title: 'B', Stars: null, Since: null, 'Since (as found)': '2016', 'in Rust': 'no_match', Overall: 'no_match' },
  ]);
});

test('rows of one verdict, and of a webset that never ran', async () => {
  const id = await openFilled();
  const empty = await service.createSession();

  const matches = await parquetReadObjects({ file: await (await download(id, 'format=parquet&verdict=match')).arrayBuffer() });
  const { sheets } = await readXlsx(await (await download(empty, 'format=xlsx')).arrayBuffer());

  expect(matches.map(({ Title }) => Title)).toEqual(['=cmd()']);
  expect(sheets[0]?.rows).toEqual([['URL', 'Title', 'Overall']]);
  expect(await parquetReadObjects({ file: await (await download(empty, 'format=parquet')).arrayBuffer() })).toEqual([]);
});

test('all rows of a long webset are there, in the order found', async () => {
  const id = await service.createSession();
  const titles = Array.from({ length: 1001 }, (_, i) => `t${i}`);
  await fillRows(
    service.db,
    id,
    titles.map((title) => ({ title })),
  );

  const { sheets } = await readXlsx(await (await download(id, 'format=xlsx')).arrayBuffer());
  const records = await parquetReadObjects({ file: await (await download(id, 'format=parquet')).arrayBuffer() });

  expect(sheets[0]?.rows.slice(1).map(([, title]) => title)).toEqual(titles);
  expect(records.map(({ Title }) => Title)).toEqual(titles);
});

describe('refusals, as those of the export', () => {
  const error = async (answer: Response | Promise<Response>) => {
    const response = await answer;
    return { status: response.status, body: await response.json() };
  };

  test.each([
    ['', 'format must be csv, xlsx or parquet'],
    ['format=json', 'format must be csv, xlsx or parquet'],
    ['format=xlsx&format=xlsx', 'format must be csv, xlsx or parquet'],
    ['format=xlsx&bom=1', 'bom is for csv alone'],
    ['format=csv&proof=no', 'proof must be 0 or 1'],
    ['format=xlsx&verdict=', 'verdict must be one of match, partial, no_match, needs_review'],
  ])('%j is refused before the webset is looked up', async (query, message) => {
    expect(await error(download(randomUUID(), query))).toEqual({ status: 400, body: { error: message } });
  });

  test('a missing webset and an id that is none are 404', async () => {
    const missing = { status: 404, body: { error: 'Search session not found' } };

    expect(await error(download(randomUUID(), 'format=xlsx'))).toEqual(missing);
    expect(await error(download('x', 'format=xlsx'))).toEqual(missing);
    expect(await error(download('%ff', 'format=xlsx'))).toEqual(missing);
  });

  test("somebody else's webset is 403, one's own is not; an anonymous one opens to whoever has its id", async () => {
    const ann = await service.as('ann');
    const owned = await service.createSession('q', ann);
    const anonymous = await service.createSession();

    const forbidden = { status: 403, body: { error: 'This search session belongs to another user' } };
    expect(await error(download(owned, 'format=parquet'))).toEqual(forbidden);
    expect(await error(download(owned, 'format=parquet', await service.as('ben')))).toEqual(forbidden);
    expect((await download(owned, 'format=parquet', ann)).status).toBe(200);
    expect((await download(anonymous, 'format=parquet', ann)).status).toBe(200);
  });

  test('another method is 405, another path 404, a page of another origin 403, all in JSON', async () => {
    const id = await service.createSession();
    const post = await fetch(service.url + path(id, 'format=xlsx'), { method: 'POST' });

    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await error(service.get(`/api/websets/${id}/export`))).toEqual({ status: 404, body: { error: 'Not Found' } });
    expect(await error(download(id, 'format=xlsx', { origin: 'https://evil.example' }))).toMatchObject({ status: 403 });
  });

  test('a database that fails before the first byte is 500', async () => {
    await using own = await openTestService();
    const id = await own.createSession();
    await own.sql`alter table enrichment rename to gone`;

    expect(await error(own.get(path(id, 'format=xlsx')))).toEqual({ status: 500, body: { error: 'Internal server error' } });
  });
});

describe('threads', () => {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => threads.push(worker);
  let id: string;
  beforeAll(async () => {
    process.on('worker', onWorker);
    id = await service.createSession();
    await fillRows(service.db, id, [{}]);
    // more than the sockets hold, and not to be compressed
    await service.sql`
      insert into row (webset_id, key, page_id, url, title, status)
      select webset_id, n::text, page_id, url, array_to_string(array(select md5(n::text || m) from generate_series(1, 250) m), ''), status
      from row, generate_series(1, 1800) n where webset_id = ${id}`;
  });
  afterAll(() => process.off('worker', onWorker));

  const open = async (query: string) => {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    const asked = request(service.url + path(id, query), resolve);
    asked.on('error', () => {}).end();
    return { response: await promise, asked };
  };
  const alive = () => threads.filter(({ threadId }) => threadId !== -1).length;

  test('a client that reads nothing holds its one thread, and gives it back once it leaves', async () => {
    const begun = threads.length;

    const { response, asked } = await open('format=xlsx');
    response.pause();
    await expect.poll(() => threads.length).toBe(begun + 1);
    const others = [download(id, 'format=parquet'), download(id, 'format=parquet')]; // of the same caller: the turn of one comes later
    const refused = await Promise.race(others);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect([threads.length, alive()]).toEqual([begun + 1, 1]);
    asked.destroy();

    const answers = await Promise.all(others);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect(threads.length).toBe(begun + 2);
    await expect.poll(alive).toBe(0);
  });

  test('HEAD returns the headers alone and leaves no thread', async () => {
    const response = await fetch(service.url + path(id, 'format=xlsx'), { method: 'HEAD' });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('.xlsx');
    await expect.poll(alive).toBe(0);
  });

  test('a trouble on the way cuts the connection, so that a cut file never looks whole', async () => {
    const { response } = await open('format=xlsx');
    response.pause();
    await service.sql`alter table row rename column title to heading`;

    try {
      const end = (async () => {
        for await (const _ of response);
      })();

      await expect(end).rejects.toThrow('aborted');
      expect([response.statusCode, response.complete]).toEqual([200, false]);
      expect(lines.filter((line) => line.includes('unexpected error'))).toHaveLength(1);
      await expect.poll(alive).toBe(0);
    } finally {
      await service.sql`alter table row rename column heading to title`;
    }
  });
});

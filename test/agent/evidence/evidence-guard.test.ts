import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardValue, guardVerdict } from '../../../src/agent/evidence/evidence-guard.ts';
import { judgeGuarded } from '../../../src/agent/evidence/judge-guarded.ts';
import type { ColumnQuestion, Finding, JudgeInput, Reasoner, ValueFinding } from '../../../src/agent/judge/finding.ts';
import { holds } from '../../../src/domain/page/evidence.ts';
import { claims, VERDICTS } from '../../../src/domain/verdict.ts';
import { pageOf } from '../../support/page.ts';
import { turnsDuring } from '../../support/run/times.ts';

const page = pageOf(`
  h1> Acme – a small database
  Acme is written in Rust and stores rows. It was first released in March 2016 by 12 people in Berlin, Germany.
  It is not a cache. Acme “Core” does not support joins — it never will.
  dt> Licence
  dd> Apache-2.0
  dt> Employees
  dd> 1,200
  See [the website](https://acme.example/db) or github.com/acme/acme for the code.
  Revenue rose by 10² per cent, to $5 million, in 2019.
  Is Acme made for hospitals?
`);
const rust = { id: '1', label: 'Written in Rust', description: null };
const finding = (quote: string | null, verdict: Finding['verdict'] = 'match'): Finding => ({ verdict, reason: 'stated', quote, note: '' });
const column = (label: string, format: ColumnQuestion['format']): ColumnQuestion => ({ id: '1', label, description: null, format });
const value = (words: string | null, quote: string | null): ValueFinding => ({ value: words, reason: 'stated', quote, note: '' });
const released = { id: '2', label: 'First released after 2015', description: null };

describe('a quote is the page’s own words', () => {
  test.each([
    ['exactly', 'Acme is written in Rust'],
    ['in other case', 'ACME IS WRITTEN IN RUST'],
    ['with other white space', 'Acme  is\nwritten in Rust'],
    ['in quotation marks and dots', '“… is written in Rust and stores rows. …”'],
    ['with a slip', 'Acme is writen in Rust and stores rows'],
    ['with a loose word left out', 'Acme written in Rust and stores rows'],
  ])('and found when it is offered %s', (_, quote) => {
    const judged = guardVerdict(page, rust, finding(quote));

    expect(judged.verdict).toBe('match');
    expect(judged.evidence?.quote).toBe('Acme is written in Rust and stores rows.');
  });

  test.each([
    ['a changed number', 'It was first released in March 2018 by 12 people in Berlin, Germany.', released],
    ['another month', 'It was first released in May 2016 by 12 people in Berlin, Germany.', released],
    ['another count', 'It was first released in March 2016 by 120 people in Berlin, Germany.', released],
    ['a dropped “not”', 'It is a cache.', { id: '3', label: 'Is a cache', description: null }],
    ['the words after a “not”', 'a cache', { id: '3', label: 'Is a cache', description: null }],
    ['the words after a “does not”', 'support joins', { id: '3', label: 'Supports joins', description: null }],
    ['another word', 'Acme is written in Java and stores rows.', { id: '3', label: 'Written in Java', description: null }],
    ['a cut number', 'Revenue rose by 10', { id: '3', label: 'Revenue of 10', description: null }],
    ['a number that looks alike', 'Revenue rose by 102 per cent', { id: '3', label: 'Revenue rose', description: null }],
    ['a number without its scale', 'to $5', { id: '3', label: 'Revenue of $5', description: null }],
    ['two blocks run together', 'Apache-2.0 Employees 1,200', { id: '3', label: 'Licence', description: null }],
    ['nothing', '', rust],
    ['a question', 'Is Acme made for hospitals?', { id: '3', label: 'Made for hospitals', description: null }],
  ])('and %s proves nothing', (_, quote, question) => {
    const judged = guardVerdict(page, question, finding(quote));

    expect(judged).toMatchObject({ verdict: 'needs_review', reason: 'unproved', evidence: null });
  });

  test('a quote that shares no word with the question is accepted: the model decides whether it bears on it', () => {
    const judged = guardVerdict(page, { id: '3', label: 'Free software', description: null }, finding('apache-2.0'));

    expect(judged).toMatchObject({ verdict: 'match', proof: { quote: 'Apache-2.0', label: 'Licence', heading: '' } });
  });

  test('a long quote that breaks off within a word is extended to the whole word', () => {
    const judged = guardVerdict(
      page,
      rust,
      finding('Acme is written in Rust and stores rows. It was first released in March 2016 by 12 peo'),
    );

    expect(judged.evidence?.quote).toContain('by 12 people in Berlin, Germany.');
  });

  test.each([
    [
      'a number',
      'We sell lamps to shops all over the coast, in towns and in villages, 5000 of them.',
      'We sell lamps to shops all over the coast, in towns and in villages, 5',
    ],
    [
      'a denial',
      'We sell lamps to shops all over the coast, in towns and villages, to nobody else.',
      'We sell lamps to shops all over the coast, in towns and villages, to no',
    ],
  ])('unless the word is %s', (_, text, quote) => {
    expect(guardVerdict(pageOf(text), rust, finding(quote)).reason).toBe('unproved');
  });

  test('a denial in the sentence after an initial does not deny the one before', () => {
    const result = pageOf('It was founded by Jerry J. It is not hiring.');

    expect(guardVerdict(result, { id: '3', label: 'Solo founder', description: null }, finding('It was founded by Jerry J.')).verdict).toBe(
      'match',
    );
  });

  test('a cell is quoted whole, and its label counts for what it says', () => {
    const judged = guardVerdict(page, { id: '1', label: 'Licence', description: null }, finding('apache-2.0'));

    expect(judged.evidence?.quote).toBe('Apache-2.0');
  });

  test('a no_match keeps a quote that is found and loses one that is not', () => {
    expect(guardVerdict(page, rust, finding('It is not a cache.', 'no_match')).evidence?.quote).toBe('It is not a cache.');
    expect(guardVerdict(page, rust, finding('It is a teapot.', 'no_match'))).toMatchObject({ verdict: 'no_match', evidence: null });
  });

  test('a sentence without an end is cut to about 400 characters around the words', () => {
    const long = pageOf(`${'lorem ipsum dolor sit '.repeat(60)}acme is written in Rust ${'and more words follow '.repeat(60)}`);

    const judged = guardVerdict(long, rust, finding('is written in Rust'));

    expect(judged.evidence?.quote).toContain('is written in Rust');
    expect(judged.evidence?.quote.length).toBeLessThanOrEqual(400);
  });

  test('an abbreviation does not end a sentence', () => {
    const judged = guardVerdict(
      pageOf('Acme Inc. was founded by J. Doe in approx. 2014. It grew.'),
      { id: '1', label: 'Founded after 2010', description: null },
      finding('approx. 2014'),
    );

    expect(judged.evidence?.quote).toBe('Acme Inc. was founded by J. Doe in approx. 2014.');
  });
});

describe('a value can be derived from its quote', () => {
  test.each([
    ['number', '1200', '1,200', '1200'],
    ['number', '12', 'by 12 people in Berlin', '12'],
    ['number', '2016', 'first released in March 2016', '2016'],
    ['number', '5000000', 'to $5 million, in 2019', '5000000'],
    ['number', '1201', '1,200', null],
    ['number', 'twelve', 'by 12 people in Berlin', null],
    ['date', '2016-03', 'first released in March 2016', '2016-03'],
    ['date', '2016', 'first released in March 2016', '2016'],
    ['date', '2016-03-01', 'first released in March 2016', null],
    ['date', '2017', 'first released in March 2016', null],
    ['text', 'APACHE-2.0', 'Apache-2.0', 'Apache-2.0'],
    ['text', 'Berlin, Germany', 'by 12 people in Berlin, Germany', 'Berlin, Germany'],
    ['text', 'Rus', 'Acme is written in Rust', null],
    ['text', 'MIT', 'Apache-2.0', null],
    ['text', 'joins', 'does not support joins', null],
    ['url', 'https://acme.example/db', 'See the website', 'https://acme.example/db'],
    ['url', 'https://github.com/acme/acme', 'github.com/acme/acme for the code', 'https://github.com/acme/acme'],
    ['url', 'https://github.com/acme', 'github.com/acme/acme for the code', null],
    ['url', 'https://evil.example/', 'See the website', null],
    ['url', 'javascript:alert(1)', 'See the website', null],
  ] as const)('%s %s in “%s” gives %s', (format, words, quote, expected) => {
    const valued = guardValue(page, column('Anything', format), value(words, quote));

    expect(valued.value).toBe(expected);
    expect(valued.reason).toBe(expected === null ? 'unproved' : 'stated');
    expect(valued.evidence === null).toBe(expected === null);
  });

  test.each([
    ['It is -12.5 °C on average.', '-12.5', '12.5'],
    ['The valley lies at −430 m.', '-430', '430'],
    ['Net income: -$5 million', '-5000000', '5000000'],
    ['Revenue was $5 million.', '5000000', '5'],
    ['Funding: $5 M', null, '5'],
    ['Team size: 50-100', null, '50'],
    ['Team size: 50-100', null, '-100'],
    ['It has 1e6 users.', null, '1'],
    ['There are 3 × 10 million of them.', null, '3'],
    ['Its id is 9007199254740993.', null, '9007199254740994'],
    ['It runs on version 3 of the engine.', '3', '-3'],
    ['Acme – 40 people – is small.', '40', '-40'],
    ['The class of COVID-19 has 30 members.', '30', '-19'],
  ])('“%s” gives %s, never %s', (text, right, wrong) => {
    const result = pageOf(text);
    const give = (words: string) => guardValue(result, column('Anything', 'number'), value(words, text)).value;

    if (right !== null) expect(give(right)).toBe(right);
    expect(give(wrong)).toBeNull();
  });

  test.each([
    ['5 to 10 students', 'Maximum number of students', '10', true],
    ['5 to 10 students', 'Maximum number of students', '5', false],
    ['5 to 10 students', 'Number of students', '10', false],
    ['Rooms from €80 to €120', 'Lowest price', '80', true],
    ['Admission is free', 'Ticket price', '0', true],
    ['Admission is free', 'Number of employees', '0', false],
  ])('“%s” under “%s” gives %s: %s', (text, label, words, expected) => {
    expect(guardValue(pageOf(text), column(label, 'number'), value(words, text)).value).toBe(expected ? words : null);
  });

  test('a value without a quote is no value', () => {
    expect(guardValue(page, column('Licence', 'text'), value('Apache-2.0', null))).toMatchObject({
      value: null,
      reason: 'unproved',
      evidence: null,
    });
  });
});

/** Quotes of a careless or hostile reasoner: cut, garbled, joined over blocks, in another case. */
const quotes = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.tuple(fc.nat(page.text.length), fc.nat(200)).map(([at, length]) => page.text.slice(at, at + length)),
  fc.tuple(fc.nat(page.text.length), fc.nat(120), fc.nat(120), fc.string({ maxLength: 3 })).map(([at, length, cut, put]) => {
    const slice = page.text.slice(at, at + length);
    return slice.slice(0, cut) + put + slice.slice(cut + 1);
  }),
  fc.tuple(fc.nat(page.text.length), fc.nat(200)).map(([at, length]) =>
    page.text
      .slice(at, at + length)
      .toUpperCase()
      .replaceAll('\n', ' '),
  ),
);

describe('whatever the reasoner says', () => {
  test('all evidence is a slice of one block, and no claim is without evidence', () => {
    fc.assert(
      fc.property(quotes, fc.constantFrom(...VERDICTS), fc.constantFrom(rust, released), (quote, verdict, question) => {
        const judged = guardVerdict(page, question, finding(quote, verdict));

        if (judged.evidence) expect(holds(page.text, judged.evidence)).toBe(true);
        if (claims(judged.verdict)) expect(judged.evidence).not.toBeNull();
        if (!claims(verdict)) expect(judged.verdict).toBe(verdict);
      }),
      { numRuns: 500 },
    );
  });

  test('on any page, of any script', () => {
    const text = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(100), fc.boolean(), (lines, from, length, loud) => {
        const any = pageOf(lines.map((line) => line.replace(/\s+/g, ' ')).join('\n'));
        const at = any.text.length === 0 ? 0 : from % any.text.length;
        const slice = any.text.slice(at, at + length);

        const judged = guardVerdict(any, rust, finding(loud ? slice.toUpperCase() : slice, 'no_match'));

        if (judged.evidence) expect(holds(any.text, judged.evidence)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('no value is without valid evidence', () => {
    const words = fc.oneof(
      fc.constantFrom('1200', '12', '2016', 'Apache-2.0', 'Rust', 'https://acme.example/db', '2016-03'),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(quotes, words, fc.constantFrom('text', 'url', 'number', 'date'), (quote, said, format) => {
        const valued = guardValue(page, column('Anything', format), value(said, quote));

        expect(valued.value === null).toBe(valued.evidence === null);
        if (valued.evidence) expect(holds(page.text, valued.evidence)).toBe(true);
        if (valued.evidence && format === 'text') expect(valued.evidence.quote).toContain(valued.value);
      }),
      { numRuns: 500 },
    );
  });

  test('a quote with a changed number is never accepted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 99_999 }), fc.integer({ min: 2, max: 99_999 }), (said, changed) => {
        fc.pre(said !== changed);
        const counted = pageOf(`Acme employs ${said} people in its three offices.`);

        const judged = guardVerdict(
          counted,
          { id: '1', label: 'Employs people', description: null },
          finding(`Acme employs ${changed} people in its three offices.`),
        );

        expect(judged.evidence).toBeNull();
      }),
    );
  });

  test('a quote whose “not” was dropped is never accepted', () => {
    const verbs = fc.constantFrom(
      'does not support',
      'is not based on',
      'never offered',
      'cannot use',
      'isn’t made with',
      'is no longer sold with',
    );
    fc.assert(
      fc.property(verbs, fc.constantFrom('transactions', 'Rust', 'a REST API', 'joins over many tables'), (verb, thing) => {
        const denied = pageOf(`After years of work Acme ${verb} ${thing} in its main product.`);
        const positive = verb.replace(/not |n’t|no longer |never |not$/g, '').replace('cannot', 'can');

        for (const quote of [`After years of work Acme ${positive} ${thing} in its main product.`, `${thing} in its main product.`]) {
          const judged = guardVerdict(denied, { id: '1', label: `Supports ${thing}`, description: null }, finding(quote));
          expect(judged.evidence).toBeNull();
        }
      }),
    );
  });

  const prose = 'Acme makes small databases. It was founded in 2014 by Ann Lee, and has 120 employees! '.repeat(1_000);

  test('an inexact quote is found on a long page with many similar sentences', () => {
    const long = pageOf(`${prose}\nThe Lyon office of Acme is written up in the 2014 register.\n${prose}`);

    const judged = guardVerdict(
      long,
      { id: '1', label: 'Office in Lyon', description: null },
      finding('the Lyon offise of Acme is written up in 2014 register'),
    );

    expect(judged.evidence?.quote).toBe('The Lyon office of Acme is written up in the 2014 register.');
  });
});

test('other work proceeds between many inexact quotes, and an abort ends it', async () => {
  const page = pageOf(`h1> Oxidb\n${'“written in Rust” '.repeat(100).trim()}`);
  const criteria = Array.from({ length: 25 }, (_, i) => ({
    id: String(i),
    label: `Written in Rust ${i}`,
    description: null,
    required: true,
  }));
  const quote = page.text.slice(100, 690).replace('Rust', 'Rvst');
  const reasoner: Reasoner = {
    name: 'llm',
    judge: async () => ({ verdicts: new Map(criteria.map(({ id }) => [id, finding(quote)])), values: new Map() }),
  };
  const input: JudgeInput = { page, request: 'databases', criteria, columns: [] };
  const { turns } = await turnsDuring(() => judgeGuarded(reasoner, input, null, new AbortController().signal));
  const stop = new AbortController();
  const aborted = judgeGuarded(reasoner, input, null, stop.signal);
  setImmediate(() => stop.abort(new Error('cancelled')));

  await expect(aborted).rejects.toThrow('cancelled');
  expect(turns).toBeGreaterThanOrEqual(criteria.length);
});

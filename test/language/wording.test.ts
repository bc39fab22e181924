import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordingOf } from '../../src/language/asks/wording.ts';
import { times } from '../support/run/times.ts';

const readAs = (label: string) => wordingOf(label, false).join(' · ');
const kindReadAs = (label: string) => wordingOf(label, true).join(' · ');

describe('the wording names the wanted thing and its qualities', () => {
  test.each([
    ['Hotel', 'kind: hotel'],
    ['Flat or house', 'kind: flat or house'],
    ['Is a database', 'kind: database'],
    ['Part-time job', 'kind: job · words: part-time'],
    ['Course for beginners', 'kind: course · words: beginners'],
    ['Hacker News post about Rust', 'kind: post · words: hacker, news, rust'],
    ['Dutch company', 'kind: company · place: in the Netherlands (country)'],
    ['JavaScript framework', 'kind: framework · programming language: JavaScript'],
    ['Hotel in Germany', 'kind: hotel · words: Germany'],
  ])('%s: %s', (label, wording) => expect(kindReadAs(label)).toBe(wording));
});

describe('the wording names a place and how it was understood', () => {
  test.each([
    ['In Germany', 'place: in Germany (country)'],
    ['In Georgia', 'place: in Georgia (country)'],
    ['In the UK or Switzerland', 'place: in the United Kingdom or Switzerland (countries)'],
    ['In Paris', 'place: in Paris (France)'],
    ['In Stockholm, Copenhagen or Oslo', 'place: in Stockholm (Sweden), Copenhagen (Denmark) or Oslo (Norway)'],
    ['In Vancouver', 'place: in Vancouver (United States or Canada)'],
    ['In northern England', 'place: in North England (United Kingdom)'],
    ['In Scandinavia', 'place: in Scandinavia (3 countries)'],
    ['Danish', 'place: in Denmark (country)'],
    ['Born in New Orleans', 'place: born in New Orleans (United States)'],
    ['Based in the EU', 'place: based in the EU (27 countries)'],
    ['Office in Germany', 'place: office in Germany (country)'],
    ['No US office', 'place: no office in the United States (country)'],
    ['Outside the US', 'place: not in the United States (country)'],
  ])('%s: %s', (label, wording) => expect(readAs(label)).toBe(wording));
});

describe('the wording names what a number measures, and its unit', () => {
  test.each([
    ['At least 20 rooms', 'number of rooms: at least 20'],
    ['More than 10k GitHub stars', 'number of stars (GitHub): more than 10,000'],
    ['10-50 employees', 'number of employees: 10 to 50'],
    ['Fewer than 10 or more than 500 employees', 'number of employees: less than 10 or more than 500'],
    ['For 8 people', 'number of people: at least 8'],
    ['At least four awarded a year', 'number: at least 4 per year'],
    ['Certified to ISO 27001', 'number of ISO (certified): 27,001'],
    ['At least 50% recycled', 'number: at least 50%'],
    ['Under 150 euros a night', 'price: less than 150 EUR per night'],
    ['Samples under 10 euros', 'price of samples: less than 10 EUR'],
    ['Over 30k a year', 'price: more than 30,000 per year'],
    ['Pays at least 20 EUR an hour', 'pays: at least 20 EUR per hour'],
    ['Raised at least $50 million', 'raised: at least 50,000,000 USD'],
    ['At most 3 months', 'time: at most 3 months'],
    ['Takes less than 30 minutes', 'time (takes): less than 30 minutes'],
    ['20 to 40 hours a week', 'time: 20 to 40 hours per week'],
    ['At most 20 m long', 'length: at most 20 m'],
    ['Range over 300 miles', 'length (range): more than 482.8 km'],
    ['More than 2 hectares', 'area: more than 2 ha'],
    ['At least 80 square metres', 'area: at least 80 m²'],
    ['More than 0.5 kg', 'mass: more than 500 g'],
    ['Has 32GB RAM', 'data: 32 GB'],
  ])('%s: %s', (label, wording) => expect(readAs(label)).toBe(wording));
});

describe('the wording gives days as dates, with the event', () => {
  test.each([
    ['Founded in 2016 or later', 'day: founded from 2016-01-01 on'],
    ['Published between 2015 and 2020', 'day: published from 2015-01-01 to 2020-12-31'],
    ['Founded in 2015 or in 2018', 'day: founded from 2015-01-01 to 2015-12-31 or from 2018-01-01 to 2018-12-31'],
    ['Before 1930', 'day: up to 1929-12-31'],
    ['On 5 May 2024', 'day: on 2024-05-05'],
    ['Open on Monday', 'weekday: open on Monday'],
    ['Closed on Sundays', 'weekday: closed on Sunday'],
  ])('%s: %s', (label, wording) => expect(readAs(label)).toBe(wording));
});

describe('the wording has a term of its own for licences, languages, absences and words', () => {
  test.each([
    ['Permissive licence', 'licence: permissive'],
    ['Copyleft licence', 'licence: copyleft'],
    ['Open source', 'licence: open source'],
    ['MIT or Apache 2.0 licence', 'licence: MIT or Apache'],
    ['Written in Python', 'programming language: Python'],
    ['In Rust', 'programming language: Rust'],
    ['Written in Rust or Go', 'programming language: Rust or Go'],
    ['Not written in Java', 'programming language: not Java'],
    ['Not open source', 'licence: not open source'],
    ['Is a database', 'kind: database'],
    ['Without dependencies', 'without: dependencies'],
    ['No showers', 'without: showers'],
    ['Takes dogs', 'words: takes dogs'],
    ['By Japanese authors', 'words: Japanese authors'],
    ['Accepts NHS patients', 'words: accepts NHS patients'],
    ['In NYC or London', 'words: NYC London'],
    ['Not Salesforce', 'not: Salesforce'],
    ["Doesn't sell meat", 'not: sell meat'],
  ])('%s: %s', (label, wording) => expect(readAs(label)).toBe(wording));
});

test.each(['Only vegan', 'Supports both SQL and vector search', 'Without any', '  ', ''])(
  '“%s” is not read as a question: pages are searched for its words',
  (label) => expect(readAs(label)).toBe('its words'),
);

test('for any label there is a wording, in words only', () => {
  const word = fc.constantFrom(
    ...'in not office born Germany the US at least most under 20 1.5 -3 m km days a night per € % or without no open on Monday 2015 before MIT licence written Rust for people hotel doesn’t 1e30 ½'.split(
      ' ',
    ),
  );
  const label = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.array(word, { maxLength: 9 }).map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(label, fc.boolean(), (text, isKind) => {
      const wording = wordingOf(text, isKind);

      expect(wording.length).toBeGreaterThan(0);
      for (const one of wording) expect(one).toMatch(/^(?:its words|[a-z][^:]*: .*\S.*)$/su);
    }),
    { numRuns: times(500, 20_000) },
  );
});

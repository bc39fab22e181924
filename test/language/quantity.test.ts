import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedDate, findDates } from '../../src/language/dates.ts';
import { findQuantities } from '../../src/language/quantity.ts';

test.each([
  ['a low of -12.5 °C', '-12.5', null],
  ['Depth: −430 m', '-430', null],
  ['Net income: -$5 million', '-5000000', 'USD'],
  ['raised $5 M', '5000000', 'USD'],
  ['raised C$5 million', '5000000', 'CAD'],
  ['raised $5mm', '5000000', 'USD'],
  ['35mm film', '35', null],
  ['raised HK$20', '20', 'HKD'],
  ['CHF 30', '30', 'CHF'],
  ['about 1e6 rows', '1000000', null],
  ['12,00 points', '12', null],
  ['12,5 points', null, null],
  ['1.234.567,89 €', '1234567.89', 'EUR'],
  ['2 349,00 zł', '2349', 'PLN'],
  ['CHF 1’049,95', '1049.95', 'CHF'],
  ['₹1,25,00,000', '12500000', 'INR'],
  ['Rs. 85 lakh', '8500000', 'INR'],
  ['3 crore', '30000000', null],
  ['2 Mrd. €', '2000000000', 'EUR'],
  ['1,2 Mio. €', '1200000', 'EUR'],
  ['5 M€', '5000000', 'EUR'],
  ['$3.2T', '3200000000000', 'USD'],
  ['3.500,- €', '3500', 'EUR'],
  ['$.99', '0.99', 'USD'],
  ['(1,250)', null, null],
  ['($1,250)', '-1250', 'USD'],
  ['85 ft tall', '85', null],
  ['Maximum: 20 guests', '20', null],
  ['Try 14 days', '14', null],
  ['Rooms 12,14', null, null],
  ['7.5t', '7.5', null],
  ['$1.234 billion', '1234000000', 'USD'],
  ['$1 ½ million', '1500000', 'USD'],
  ['12,000원', '12000', 'KRW'],
  ['at 192.168.100.200', null, null],
  ['id 9007199254740993', '9007199254740993', null],
  ['one hundred and fifty people', '150', null],
  ['two hundred thousand users', '200000', null],
  ['two thousand and fifty users', '2050', null],
  ['state-of-the-art -- 12 people', '12', null],
] as const)('“%s” is %s', (text, plain, currency) => {
  const quantities = findQuantities(text, []);

  expect(quantities.map((one) => [one.plain, one.currency])).toEqual([[plain, currency]]);
});

test.each([
  'the Twenty-first Congress',
  'Fifty-second and Fifty-third Congresses',
  'the One Hundred Third Congress',
  'One Hundred and Tenth',
])('“%s” is no quantity', (text) => {
  expect(findQuantities(text, [])).toEqual([]);
});

test.each([
  ['10-20 people', 10, 20],
  ['one or two screens', 1, 2],
  ['10 - 20 people', 10, 20],
  ['no more than 50 people', 0, 50],
  ['no fewer than 50 people', 50, Infinity],
] as const)('“%s” is a range', (text, low, high) => {
  expect(findQuantities(text)).toEqual([expect.objectContaining({ low, high })]);
});

test.each([
  ['founded before 2014', '0001-01-01', '2013-12-31', null],
  ['founded after 2014', '2015-01-01', '9999-12-31', null],
  ['founded in 2014', '2014-01-01', '2014-12-31', '2014'],
  ['founded circa 2014', '2012-01-02', '2016-12-30', null],
])('“%s” is between %s and %s', (text, low, high, iso) => {
  expect(findDates(text).map((date) => boundedDate(text, date))).toEqual([expect.objectContaining({ low, high, iso })]);
});

test.each(['opened on Boxing Day 1921', 'since Easter 1921', 'on Christmas Eve 1921'])('“%s” names a year', (text) => {
  expect(findDates(text)).toEqual([expect.objectContaining({ iso: '1921' })]);
});

test('a year BC is not read as a year', () => {
  expect(findDates('in 1500 BC')).toEqual([]);
});

test('for any combination of digits, signs and marks, a number is finite or unclear, and is at its stated position', () => {
  const piece = fc.constantFrom(
    ...'0123456789.,’ \u00a0-–€$£%()½kMBT+e:'.split(''),
    '12',
    '345',
    '000',
    ' million',
    ' lakh',
    ' Mrd.',
    ' Cr',
    'Rs',
    'one or two',
    ' to ',
    'a ',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      let last = 0;
      for (const { start, end, low, high, plain, bound } of findQuantities(text)) {
        expect(Number.isNaN(low) || Number.isNaN(high)).toBe(false);
        expect(low).toBeLessThanOrEqual(high);
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeLessThanOrEqual(text.length);
        if (bound === 'unclear' || bound === 'range') expect(plain).toBeNull();
        else expect(Number.isFinite(Number(plain))).toBe(true);
        last = end;
      }
    }),
    { numRuns: 2000 },
  );
});

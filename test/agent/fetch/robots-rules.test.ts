import fc from 'fast-check';
import { expect, test } from 'vitest';
import { robotsRules } from '../../../src/agent/fetch/robots-rules.ts';

const isAllowed = (robots: string, path: string, agent = 'webset') => robotsRules(robots, agent).isAllowed(`https://site.example${path}`);

test.each([
  ['nothing', '', '/a', true],
  ['a path', 'User-agent: *\nDisallow: /a', '/a/b', false],
  ['another path', 'User-agent: *\nDisallow: /a', '/b', true],
  ['no path', 'User-agent: *\nDisallow:', '/a', true],
  ['a path in capitals', 'User-agent: *\nDisallow: /A', '/a', true],
  ['a path but for what is longer', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['what is as long as what is allowed', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
  ['a query', 'User-agent: *\nDisallow: /*?print=', '/a?print=1', false],
  ['what ends so', 'User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
  ['what ends so, and more follows', 'User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf?x', true],
  ['one path alone', 'User-agent: *\nDisallow: /a$', '/a', false],
  ['one path alone, and more follows', 'User-agent: *\nDisallow: /a$', '/ab', true],
  ['parts in their order', 'User-agent: *\nDisallow: /a*b*c', '/xa/c/b', true],
  ['parts that may not share a letter', 'User-agent: *\nDisallow: /*aba*ba$', '/aba', true],
  ['lines without a colon', 'user-agent webset\ndisallow /', '/', false],
  ['lines in capitals, with comments', 'USER-AGENT: *  # all\nDISALLOW: /a # this', '/a', false],
  ['lines that end as an old Macintosh ends them', 'User-agent: *\rDisallow: /a\r', '/a', false],
  ['rules that stand before any agent', 'Disallow: /\nUser-agent: *\nDisallow: /a', '/b', true],
  ['us by name, and everybody otherwise', 'User-agent: *\nDisallow: /\nUser-agent: webset\nDisallow: /a', '/b', true],
  ['us by name with a version', 'User-agent: WebSet/1.0\nDisallow: /a', '/a', false],
  ['us by name twice', 'User-agent: webset\nDisallow: /a\nUser-agent: other\nDisallow: /\nUser-agent: webset\nDisallow: /b', '/b', false],
  ['us among others, a sitemap between', 'User-agent: webset\nSitemap: /s.xml\nUser-agent: other\nDisallow: /', '/a', false],
  ['one whose name begins like ours', 'User-agent: websets\nDisallow: /', '/a', true],
  ['letters beyond ASCII', 'User-agent: *\nDisallow: /café', '/caf%C3%A9', false],
  ['letters beyond ASCII, escaped in small letters', 'User-agent: *\nDisallow: /caf%c3%a9', '/café', false],
  ['what is escaped without need', 'User-agent: *\nDisallow: /%7Eann', '/~ann', false],
  ['what the address escapes without need', 'User-agent: *\nDisallow: /~ann', '/%7Eann', false],
  ['an escaped star', 'User-agent: *\nDisallow: /a%2Ab', '/axb', true],
])('robots.txt forbids %s', (_, robots, path, expected) => {
  expect(isAllowed(robots, path)).toBe(expected);
});

test('text that is not an address is not allowed', () => {
  expect(robotsRules('User-agent: *\nDisallow: /', 'webset').isAllowed('not an address')).toBe(false);
});

test('the pause is that of the applicable group', () => {
  const robots =
    'User-agent: *\nCrawl-delay: 9\n\nUser-agent: webset\nCrawl-delay: 2.5\nDisallow: /a\n\nUser-agent: other\nCrawl-delay: never';

  expect(robotsRules(robots, 'webset').crawlDelay).toBe(2.5);
  expect(robotsRules(robots, 'stranger').crawlDelay).toBe(9);
  expect(robotsRules(robots, 'other').crawlDelay).toBe(null);
});

test('a pattern matches like the equivalent regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 8 });
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
  fc.assert(
    fc.property(letters, fc.boolean(), path, (pattern, isWhole, rest) => {
      const expression = new RegExp(`^/${pattern.replaceAll('*', '.*')}${isWhole ? '$' : ''}`);
      const robots = `User-agent: *\nDisallow: /${pattern}${isWhole ? '$' : ''}`;
      expect(isAllowed(robots, `/${rest}`)).toBe(!expression.test(`/${rest}`));
    }),
    { numRuns: 1000 },
  );
});

test('any text can be parsed as robots.txt', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }), (text, url) => {
      expect(typeof robotsRules(text, 'webset').isAllowed(url)).toBe('boolean');
      expect(typeof robotsRules(`User-agent: *\nDisallow: /${text}`, 'webset').isAllowed(url)).toBe('boolean');
    }),
  );
});

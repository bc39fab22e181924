import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { robotsRules } from '../../src/agent/fetch/robots-rules.ts';

// google/robotstxt's own checks (robots_test.cc), asked of our rules.

export interface RobotsScore {
  checks: number;
  right: number;
  /** Every check that fails, with the reason where one is known. */
  wrong: { test: string; agent: string; url: string; expected: boolean; reason: string | null }[];
}

interface Check {
  test: string;
  robots: string;
  agent: string;
  url: string;
  expected: boolean;
}

/** Where we differ from Google's crawler on purpose. */
function reasonFor({ test, url }: Check): string | null {
  if (test === 'GoogleOnly_IndexHTMLisDirectory') return 'RFC 9309 does not take index.html for its folder';
  if (test === 'GoogleOnly_LineTooLong') return 'RFC 9309 cuts no line; the file is cut after 500 KB';
  return /[^\0-\u007f]/.test(url)
    ? 'an address is percent-encoded before it is asked for, and a raw one is taken for its encoded form'
    : null;
}

/** Scores our matcher by the checks that name an agent and an address. `folder`: a checkout of google/robotstxt. */
export function scoreRobots(folder: string): RobotsScore {
  const checks = checksIn(readFileSync(join(folder, 'robots_test.cc'), 'utf8')).filter(({ agent, url }) => agent !== '' && url !== '');
  const failing = checks.filter(({ robots, agent, url, expected }) => robotsRules(robots, agent).isAllowed(url) !== expected);
  return {
    checks: checks.length,
    right: checks.length - failing.length,
    wrong: failing.map((check) => ({
      test: check.test,
      agent: check.agent,
      url: check.url.slice(0, 80),
      expected: check.expected,
      reason: reasonFor(check),
    })),
  };
}

const LITERALS = String.raw`(?:"(?:[^"\\]|\\.)*"\s*)+`;
const STATEMENT = new RegExp(
  [
    String.raw`TEST\(RobotsUnittest, (?<test>\w+)\)`,
    String.raw`(?:absl::string_view|std::string) (?<name>\w+)\s*=\s*(?<literals>${LITERALS});`,
    String.raw`size_t \w+\s*=\s*kMaxLineLen(?<terms>[^;]*);`,
    String.raw`while \([^{]*\{(?<loop>[^}]*)\}`,
    String.raw`absl::StrAppend\(&(?<into>\w+), (?<parts>[^;]*)\);`,
    String.raw`EXPECT_(?<expected>TRUE|FALSE)\(\s*IsUserAgentAllowed\((?<args>(?:"(?:[^"\\]|\\.)*"|[^";])*)\)\);`,
  ].join('|'),
  'g',
);

const LINE_MAX = 2083 * 8;

/** The checks of a C++ test file: its variables are followed as far as these tests use any. */
function checksIn(source: string): Check[] {
  const checks: Check[] = [];
  const variables = new Map<string, string>();
  let test = '';
  let space = 0;
  const evaluate = (expression: string): string => {
    const call = /^absl::StrCat\((.*)\)$/s.exec(expression);
    if (call)
      return argumentsIn(call[1] ?? '')
        .map(evaluate)
        .join('');
    return expression.startsWith('"') ? unquoted(expression) : (variables.get(expression) ?? '');
  };
  for (const { groups: found = {} } of source.replaceAll(/^\s*\/\/.*$/gm, '').matchAll(STATEMENT)) {
    if (found.test) test = found.test;
    else if (found.name) variables.set(found.name, unquoted(found.literals ?? ''));
    else if (found.terms) {
      const taken = [...found.terms.matchAll(/- (\w+)\.length\(\)/g)].reduce((sum, [, name = '']) => sum + evaluate(name).length, 0);
      space = LINE_MAX - taken + 1;
    } else if (found.loop)
      for (const [, name = '', letter = ''] of found.loop.matchAll(/StrAppend\(&(\w+), "(.)"\)/g))
        variables.set(name, evaluate(name).padEnd(space, letter));
    else if (found.into)
      variables.set(
        found.into,
        evaluate(found.into) +
          argumentsIn(found.parts ?? '')
            .map(evaluate)
            .join(''),
      );
    else {
      const [robots = '', agent = '', url = ''] = argumentsIn(found.args ?? '').map(evaluate);
      checks.push({ test, robots, agent, url, expected: found.expected === 'TRUE' });
    }
  }
  return checks;
}

/** The arguments of a call, those of calls within it left together. */
const argumentsIn = (text: string): string[] =>
  (text.match(/(?:"(?:[^"\\]|\\.)*"\s*)+|[\w:]+\([^()]*\)|\w+/g) ?? []).map((one) => one.trim());

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** The text of adjacent string literals. */
const unquoted = (literals: string): string =>
  [...literals.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = '']) => text.replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char))
    .join('');

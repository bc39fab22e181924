import { expect, test } from 'vitest';
import { guardVerdict } from '../../../../src/agent/evidence/evidence-guard.ts';
import { judgeByRules } from '../../../../src/agent/judge/rules/lexical.ts';
import { pageOf } from '../../../support/page.ts';

function verdictOf(lines: string, label: string): string {
  const page = pageOf(`h1> Acme\nAcme makes tools for people who work with data.\n${lines}`);
  const question = { id: 'c', label, description: null };
  const finding = judgeByRules({ page, request: 'companies', criteria: [question], columns: [] }).verdicts.get('c');
  return finding ? guardVerdict(page, question, finding).verdict : 'left out';
}

test.each([
  ['Our investors are based in Germany.', 'Based in Germany'],
  ['Our parent company is headquartered in Munich, Germany.', 'Based in Germany'],
  ['The team that audits us is based in Germany.', 'Based in Germany'],
  ['Data centre location: Frankfurt, Germany', 'Based in Germany'],
  ['Our mother company was founded in 2014.', 'Founded after 2010'],
  ['The city was founded in 1824.', 'Founded before 1900'],
  ['Acme laid off 500 employees.', 'More than 100 employees'],
  ['Acme had 500 employees.', 'More than 100 employees'],
  ['Acme failed to raise $5 million.', 'Raised more than $1 million'],
  ['Acme raised prices by $5 million.', 'Raised more than $1 million'],
  ['It is a myth that Acme is open source.', 'Open source'],
  ['Acme compiles programs written in Rust.', 'Written in Rust'],
  ['The client of Acme is written in Rust.', 'Written in Rust'],
  ['Includes jQuery, licensed under the MIT licence.', 'Open source'],
  ['The logo is licensed under Apache-2.0.', 'Open source'],
  ['p*> Text under the MIT licence.', 'Open source'],
  ['Acme loves open source.', 'Open source'],
  ['Feel free to contact us.', 'Free'],
  ['Acme sells sugar-free sweets.', 'Free'],
])('%s does not prove “%s”', (lines, label) => {
  expect(verdictOf(lines, label)).not.toBe('match');
});

test.each([
  ['Our company is headquartered in Munich, Germany.', 'Based in Germany'],
  ['Our team is based in Germany.', 'Based in Germany'],
  ['The company was founded in 2014.', 'Founded after 2010'],
  ['Acme has 500 employees.', 'More than 100 employees'],
  ['Acme raised $5 million.', 'Raised more than $1 million'],
  ['Acme is a set of tools written in Rust.', 'Written in Rust'],
  ['Acme is licensed under Apache-2.0.', 'Open source'],
])('%s proves “%s”', (lines, label) => {
  expect(verdictOf(lines, label)).toBe('match');
});

test.each([
  ['Acme is anything but written in Rust.', 'Written in Rust'],
  ['Acme is far from being written in Rust.', 'Written in Rust'],
])('%s denies “%s”', (lines, label) => {
  expect(verdictOf(lines, label)).toBe('no_match');
});

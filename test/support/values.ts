import { guardValue } from '../../src/agent/evidence/evidence-guard.ts';
import type { ColumnQuestion } from '../../src/agent/judge/finding.ts';
import { judgeByRules } from '../../src/agent/judge/rules/lexical.ts';
import { pageOf } from './page.ts';

/** The value that a page gives a column, after the guard. Lines without a heading are under “Acme”. */
export function readValue(lines: string, label: string, format: ColumnQuestion['format'], request = 'open-source databases') {
  const page = pageOf(lines.startsWith('h1>') ? lines : `h1> Acme\n${lines}`);
  const column = { id: 'c', label, description: null, format };
  const finding = judgeByRules({ page, request, criteria: [], columns: [column] }).values.get('c');
  if (!finding) throw new Error('The column was not read');
  return guardValue(page, column, finding);
}

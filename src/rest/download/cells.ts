import { csvRecord } from '../../domain/export.ts';
import type { Decider, SheetQuote } from '../../services/sheet.ts';
import type { Session, SheetRow } from '../rows.ts';
import type { TableColumn, TableRow } from './table.ts';

const DECIDERS: Record<Decider, string> = {
  lexical: 'rules',
  learned: 'learned from answers',
  llm: 'language model',
  imported: 'a list',
  person: 'a person',
};
const BYTE_ORDER_MARK = '\uFEFF';

const text = (label: string): TableColumn => ({ label, format: 'text' });

/**
 * The columns of the CSV export (spec section 2); with `proof`, three more for each column and criterion:
 * the quote, the address of its page and who decided.
 */
export const columnsOf = ({ enrichments, criteria }: Session, proof: boolean): TableColumn[] => [
  { label: 'URL', format: 'url' },
  text('Title'),
  ...enrichments.map(({ label, format }) => ({ label, format })),
  ...criteria.map(({ label }) => text(label)),
  text('Overall'),
  ...(proof ? [...enrichments, ...criteria] : []).flatMap(({ label }) =>
    ['quote', 'page', 'decided by'].map((what) => text(`${label}: ${what}`)),
  ),
];

const proofOf = (quotes: readonly (SheetQuote | null)[], deciders: readonly (Decider | null)[]) =>
  quotes.flatMap((found, i) => {
    const decider = deciders[i];
    return [found?.quote ?? null, found?.page.url ?? null, decider ? DECIDERS[decider] : null];
  });

/** The cells of those columns. Rows that were read without details have no proof. */
export const cellsOf = ({ url, title, values, verdicts, matchVerdict, details }: SheetRow): TableRow => [
  url,
  title,
  ...values,
  ...verdicts.map((cell) => cell?.verdict ?? null),
  matchVerdict,
  ...(details ? [...proofOf(details.values, details.valuesBy), ...proofOf(details.verdicts, details.verdictsBy)] : []),
];

/** As CSV, a piece a page. With a byte order mark, Excel takes it for UTF-8. */
export async function* csvOf(columns: readonly TableColumn[], pages: AsyncIterable<readonly TableRow[]>, bom: boolean) {
  yield (bom ? BYTE_ORDER_MARK : '') + csvRecord(columns.map(({ label }) => label));
  for await (const rows of pages) yield rows.map(csvRecord).join('');
}

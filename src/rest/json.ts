import { cellsOf, type Session, type SessionRow } from './rows.ts';

/** A JSON object of labels: written as text, because as a JavaScript object a label such as `__proto__` would be lost. */
const labelled = (columns: readonly { label: string }[], cells: readonly unknown[]) =>
  `{${columns.map(({ label }, i) => `${JSON.stringify(label)}:${JSON.stringify(cells[i] ?? null)}`).join(',')}}`;

/** A row as getSession (`withId`) and the JSON export show it. */
export function rowJson(session: Session, row: SessionRow, withId: boolean): string {
  const { id, url, title, status, matchVerdict } = row;
  const { values, verdicts } = cellsOf(session, row);
  const fields = JSON.stringify(withId ? { id, url, title, status, matchVerdict } : { url, title, status, matchVerdict });
  return `${fields.slice(0, -1)},"enrichments":${labelled(session.enrichments, values)},"criteria":${labelled(session.criteria, verdicts)}}`;
}

/** A JSON object that ends in a list of rows, a page at a time: `head` with `name` added as its last member. */
export async function* documentJson(
  head: object,
  name: string,
  pages: AsyncIterable<readonly SessionRow[]>,
  toJson: (row: SessionRow) => string,
) {
  let text = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  let comma = '';
  for await (const rows of pages) {
    for (const row of rows) {
      text += comma + toJson(row);
      comma = ',';
    }
    yield text;
    text = '';
  }
  yield `${text}]}`;
}

import type { Session, SheetRow } from './rows.ts';

/** A JSON object of labels: written as text, because as a JavaScript object a label such as `__proto__` would be lost. */
const labelled = (keys: readonly string[], cells: readonly unknown[]) =>
  `{${keys.map((key, i) => key + JSON.stringify(cells[i] ?? null)).join(',')}}`;

const keysOf = (columns: readonly { label: string }[]) => columns.map(({ label }) => `${JSON.stringify(label)}:`);

/** Rows as getSession (`withId`) and the JSON export show them. */
export function rowJson({ criteria, enrichments }: Session, withId: boolean): (row: SheetRow) => string {
  const [values, verdicts] = [keysOf(enrichments), keysOf(criteria)];
  return ({ id, url, title, status, matchVerdict, ...cells }) => {
    const fields = JSON.stringify(withId ? { id, url, title, status, matchVerdict } : { url, title, status, matchVerdict });
    return `${fields.slice(0, -1)},"enrichments":${labelled(values, cells.values)},"criteria":${labelled(verdicts, cells.verdicts)}}`;
  };
}

/** A JSON object that ends in a list of rows, a page at a time: `head` with `name` added as its last member. */
export async function* documentJson(
  head: object,
  name: string,
  pages: AsyncIterable<readonly SheetRow[]>,
  toJson: (row: SheetRow) => string,
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

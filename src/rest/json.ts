import type { Session, SheetRow } from './rows.ts';

/** A JSON object of labels: written as text, because as a JavaScript object a label such as `__proto__` would be lost. */
const labelled = (keys: readonly string[], cells: readonly unknown[]) =>
  `{${keys.map((key, i) => key + JSON.stringify(cells[i] ?? null)).join(',')}}`;

const keysOf = (columns: readonly { label: string }[]) => columns.map(({ label }) => `${JSON.stringify(label)}:`);

/** Rows as getSession (`withId`) and the JSON export show them; with their proof where they come with details. */
export function rowJson({ criteria, enrichments }: Session, withId: boolean): (row: SheetRow) => string {
  const [values, verdicts] = [keysOf(enrichments), keysOf(criteria)];
  const cellsJson = (cells: { values: readonly unknown[]; verdicts: readonly unknown[] }) =>
    `"enrichments":${labelled(values, cells.values)},"criteria":${labelled(verdicts, cells.verdicts)}`;
  return ({ id, url, title, status, matchVerdict, details, ...cells }) => {
    const fields = { ...(withId && { id }), url, title, status, matchVerdict, ...(details && { likelihood: details.likelihood }) };
    const decidedBy = details && cellsJson({ values: details.valuesBy, verdicts: details.verdictsBy });
    const evidence = details ? `,"evidence":{${cellsJson(details)}},"decidedBy":{${decidedBy}}` : '';
    return `${JSON.stringify(fields).slice(0, -1)},${cellsJson(cells)}${evidence}}`;
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

import type { openLab } from '../../support/lab.ts';
import { htmlPage } from '../../support/web.ts';

export const RUSTY = htmlPage('Ferrodb', 'Ferrodb is an open-source database written in Rust.', 'It was first released in 2019.');
export const GOPHER = htmlPage('Gopherbase', 'Gopherbase is an open-source database written in Go.', 'It was first released in 2011.');

type Lab = Awaited<ReturnType<typeof openLab>>;

/** A webset with a criterion that RUSTY alone meets, and a column. */
export async function openRequest(lab: Lab) {
  const sessionId = await lab.createSession('open-source databases written in Rust');
  await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  await lab.rpc('addEnrichment', { sessionId, label: 'First release year', format: 'number' });
  return sessionId;
}

/** So many pages, of which those named match. */
export const mostly = (count: number, ...matching: number[]) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `/db${i}`,
      matching.includes(i) ? RUSTY.replaceAll('Ferrodb', `Ferro${i}`) : GOPHER.replaceAll('Gopherbase', `Gopher${i}`),
    ]),
  );

/** Has search answer so many pages at a time, of so many. */
export function searchBy(lab: Lab, count: number, all: number): void {
  lab.web.search = (req, res) => {
    const page = Number(new URL(req.url ?? '/', lab.web.url).searchParams.get('pageno'));
    const found = Array.from({ length: all }, (_, i) => ({ url: `${lab.web.url}/db${i}`, title: '', content: '' }));
    const results = found.slice((page - 1) * count, page * count);
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
}

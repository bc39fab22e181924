import type { openLab } from '../../support/lab.ts';
import { htmlPage, type Serve } from '../../support/web.ts';

export const RUSTY = htmlPage('Ferrodb', 'Ferrodb is an open-source database written in Rust.', 'It was first released in 2019.');
export const GOPHER = htmlPage('Gopherbase', 'Gopherbase is an open-source database written in Go.', 'It was first released in 2011.');

type Lab = Awaited<ReturnType<typeof openLab>>;

/** A webset with one column and a criterion that only RUSTY meets. */
export async function openRequest(lab: Lab) {
  const sessionId = await lab.createSession('open-source databases written in Rust');
  await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  await lab.rpc('addEnrichment', { sessionId, label: 'First release year', format: 'number' });
  return sessionId;
}

/** Publishes these pages on a lab's web, where every search finds them, and resets its visits: the tests of a file share a lab. */
export function publish(lab: Lab, pages: Record<string, string | Serve>): void {
  for (const [path, page] of Object.entries(pages)) lab.web.put(path, page);
  lab.web.hits.clear();
  lab.web.search = (req, res) => {
    const isFirst = new URL(req.url ?? '/', lab.web.url).searchParams.get('pageno') === '1';
    const results = isFirst ? Object.keys(pages).map((path) => ({ url: lab.web.url + path, title: path, content: '' })) : [];
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
}

/** `count` pages, of which the `matching` ones match. */
export const mostly = (count: number, ...matching: number[]) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `/db${i}`,
      matching.includes(i) ? RUSTY.replaceAll('Ferrodb', `Ferro${i}`) : GOPHER.replaceAll('Gopherbase', `Gopher${i}`),
    ]),
  );

/** Makes search return `count` pages at a time, of `all`. */
export function searchBy(lab: Lab, count: number, all: number): void {
  lab.web.search = (req, res) => {
    const page = Number(new URL(req.url ?? '/', lab.web.url).searchParams.get('pageno'));
    const found = Array.from({ length: all }, (_, i) => ({ url: `${lab.web.url}/db${i}`, title: '', content: '' }));
    const results = found.slice((page - 1) * count, page * count);
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
}

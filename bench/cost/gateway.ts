import { getIntrospectionQuery } from 'graphql';
import { ANONYMOUS } from '../../src/domain/access.ts';
import type { Context } from '../../src/graphql/builder.ts';
import { createGateway } from '../../src/graphql/yoga.ts';
import { writtenInThread } from '../../src/rest/download/in-thread.ts';
import { writeParquet } from '../../src/rest/download/parquet.ts';
import type { TableRow } from '../../src/rest/download/table.ts';
import { STRANGE_DOCUMENTS } from '../../test/support/strange-documents.ts';
import type { Bar } from './bar.ts';

const TRIES = 20;
/** How much of the processor refusing a document may take, as a multiple of answering the introspection query of tools. */
const REFUSAL_MOST = 2;
/** The share of writing a file that stays with the event loop when a thread writes it. */
const BESIDE_MOST = 0.5;

/** Milliseconds of this thread's processor that some tries take together: of one, the clock may see nothing. */
async function processorOf(work: () => Promise<unknown>, tries = TRIES): Promise<number> {
  const before = process.threadCpuUsage();
  for (let i = 0; i < tries; i++) await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const refusals: Bar = {
  name: `a strange GraphQL document is refused for at most ${REFUSAL_MOST} times what answering introspection takes`,
  async run() {
    const gateway = createGateway({ bodyLimit: 1_000_000, streamSeconds: 1, report: () => {} });
    const enter = async () => ({ viewer: ANONYMOUS, client: null }) as Context;
    const post = async (query: string) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
        body: JSON.stringify({ query }),
      };
      const response = await gateway.fetch('http://127.0.0.1/graphql', init, { enter });
      await response.text();
      return response.status;
    };
    let asked = 0;
    const introspection = await processorOf(() => post(`${getIntrospectionQuery()} # ${asked++}`)); // none is known from before

    let [dearest, most] = ['', 0];
    for (const [what, document] of STRANGE_DOCUMENTS) {
      const refused = await processorOf(async () => {
        if ((await post(`${document} # ${asked++}`)) !== 400) throw new Error(`answered: ${what}`);
      });
      if (refused > most) [dearest, most] = [what, refused];
    }

    const times = most / introspection;
    return { figure: `${times.toFixed(1)} times, ${dearest}`, pass: times <= REFUSAL_MOST };
  },
};

const download: Bar = {
  name: `a file that a thread writes takes at most ${BESIDE_MOST} of the processor that writing it takes from the event loop`,
  async run() {
    const columns = Array.from({ length: 200 }, (_, i) => ({ label: `c${i}`, format: 'text' as const }));
    const rows: TableRow[] = Array.from({ length: 1000 }, (_, row) => columns.map((_, i) => `v${(row * i) % 77}`));
    async function* pages() {
      for (let at = 0; at < rows.length; at += 50) yield rows.slice(at, at + 50);
    }

    const here = await processorOf(() => writeParquet(columns, pages(), () => {}), 3);
    const beside = await processorOf(() => Array.fromAsync(writtenInThread({ format: 'parquet', columns }, pages())), 3);

    const share = beside / here;
    return { figure: `${share.toFixed(2)} of it`, pass: share <= BESIDE_MOST };
  },
};

export const bars: Bar[] = [refusals, download];

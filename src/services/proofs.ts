import type { CellValue, CellVerdict } from '../db/cell.ts';
import { listPageHeads, listPageTexts, type PageHead } from '../db/page.ts';
import type { Evidence } from '../domain/evidence.ts';
import { type Passage, passageAt } from '../domain/passage.ts';
import type { Call } from './call.ts';
import { once } from './once.ts';

type Proved = Pick<CellVerdict | CellValue, 'evidence'>;

/** Evidence, and what stands around it: read once for all the cells it came with, when somebody asks. */
export interface Proof extends Evidence {
  pageId: string;
  passage(): Promise<Passage>;
  page(): Promise<PageHead>;
}

/** Texts read at a time: a page's may be long, and only the words around its quotes are kept. */
const TEXTS = 16;

/** The cells with their evidence opened. */
export function withProofs<C extends Proved>(call: Call, cells: C[]): (Omit<C, 'evidence'> & { evidence: Proof | null })[] {
  const evidence = cells.flatMap((cell) => cell.evidence ?? []);
  const ids = [...new Set(evidence.map(({ pageId }) => pageId))];
  const heads = once(async () => new Map((await listPageHeads(call.db, ids)).map((page) => [page.id, page])));
  const passages = once(async () => {
    const found = new Map<object, Passage>();
    const byPage = Map.groupBy(evidence, ({ pageId }) => pageId);
    for (let i = 0; i < ids.length; i += TEXTS)
      for (const { id, text } of await listPageTexts(call.db, ids.slice(i, i + TEXTS)))
        for (const quote of byPage.get(id) ?? []) found.set(quote, passageAt(text, quote));
    return found;
  });
  return cells.map((cell) => ({
    ...cell,
    evidence: cell.evidence && {
      ...cell.evidence,
      // the schema lets no quote be without its page
      passage: async () => (await passages()).get(cell.evidence as object) as Passage,
      page: async () => (await heads()).get(cell.evidence?.pageId as string) as PageHead,
    },
  }));
}

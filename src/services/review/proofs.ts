import type { Quoted } from '../../db/queries/rows/cell-head.ts';
import { listPageHeads, listPageTexts, type PageHead } from '../../db/queries/shared/page.ts';
import type { Evidence } from '../../domain/page/evidence.ts';
import { type Passage, passageAt } from '../../domain/page/passage.ts';
import type { Call } from '../call.ts';
import { once } from '../once.ts';

/** Evidence, and where more of it can be read: once for all the cells it came with, when somebody asks. */
export interface Proof extends Evidence {
  pageId: string;
  source: ProofSource;
}

export interface ProofSource {
  /** The words around a quote. */
  passage(proof: Proof): Promise<Passage>;
  /** The page of the quote. */
  page(proof: Proof): Promise<PageHead>;
}

/** A cell that is its own evidence, if it has any. */
export type Proven<C extends Quoted> = C & { source: ProofSource };

/** Texts read at a time: a page's may be long, and only the words around its quotes are kept. */
const TEXTS = 16;

/** The cells, with where their evidence can be read. */
export function withProofs<C extends Quoted>(call: Call, cells: C[]): Proven<C>[] {
  const ids = once(async () => [...new Set(proofs().map(({ pageId }) => pageId))]);
  const heads = once(async () => new Map((await listPageHeads(call.db, await ids())).map((page) => [page.id, page])));
  const passages = once(async () => {
    const found = new Map<Proof, Passage>();
    const byPage = Map.groupBy(proofs(), ({ pageId }) => pageId);
    for (let i = 0, all = await ids(); i < all.length; i += TEXTS)
      for (const { id, text } of await listPageTexts(call.db, all.slice(i, i + TEXTS)))
        for (const proof of byPage.get(id) ?? []) found.set(proof, passageAt(text, proof));
    return found;
  });
  const source: ProofSource = {
    // the schema lets no quote be without its page
    passage: async (proof) => (await passages()).get(proof) as Passage,
    page: async ({ pageId }) => (await heads()).get(pageId) as PageHead,
  };
  const proven = cells as Proven<C>[];
  for (const cell of proven) cell.source = source; // in place: there may be thousands
  const proofs = () => proven.flatMap((cell) => proofOf(cell) ?? []);
  return proven;
}

/** A cell's evidence: the cell itself; null where silence or no proof decided. */
export const proofOf = (cell: (Quoted & { source: ProofSource }) | undefined): Proof | null =>
  cell && cell.pageId !== null ? (cell as Proof) : null;

import { listLastReviews, listReviews, type Review } from '../../db/queries/rows/review.ts';
import { listTitleReviews } from '../../db/queries/rows/title-review.ts';
import { listLastValueReviews, listValueReviews, type ValueReviewEntry } from '../../db/queries/rows/value-review.ts';
import { calledBy, type TitleReview, type ValueReview, type VerdictReview } from '../../domain/review/review-input.ts';
import { reading } from '../answers/reading.ts';
import type { Call } from '../call.ts';
import { once } from '../once.ts';
import { type Proven, withProofs } from '../review/proofs.ts';
import { byRow, criterionOf, enrichmentOf, rowOf } from './by-row.ts';

type Signed<E> = Omit<E, 'reviewer'> & { reviewer: string | null };
export type StandingReview = Proven<Signed<Review>>;
export type StandingValue = Proven<Signed<ValueReviewEntry>>;

export interface LoadedReviews {
  /** People's verdicts by criterion: the one that counts, with the sentence chosen, and the whole history, newest first. */
  reviews: {
    standing(): Promise<ReadonlyMap<string, StandingReview>>;
    history(): Promise<ReadonlyMap<string, VerdictReview[]>>;
  };
  /** People's values by column: the one that counts, and the whole history, newest first. */
  valueReviews: {
    standing(): Promise<ReadonlyMap<string, StandingValue>>;
    history(): Promise<ReadonlyMap<string, ValueReview[]>>;
  };
  /** People's titles, newest first. */
  titleReviews(): Promise<TitleReview[]>;
}

const quoteAnd =
  <K extends string>(text: K) =>
  (entry: { quote: string | null } & Record<K, string | null>): string =>
    (entry.quote ?? '') + (entry[text] ?? '');

/** What people said of rows, each kind read once for all of them on first use. */
export function reviewsOf(call: Call, ids: readonly string[]): (rowId: string) => LoadedReviews {
  const signed = <E extends Pick<Review, 'reviewer'>>({ reviewer, ...entry }: E) => ({
    ...entry,
    reviewer: reviewer && calledBy(reviewer, call.viewer),
  });
  const standing = once(async () => {
    const last = await reading(call, () => listLastReviews(call.db, ids), quoteAnd('note'));
    return byRow(withProofs(call, last.filter(({ verdict }) => verdict !== null).map(signed)), criterionOf);
  });
  const history = once(async () => {
    const found = await reading(
      call,
      () => listReviews(call.db, ids),
      ({ note }) => note,
    );
    return Map.groupBy(found.map(signed), rowOf);
  });
  const valueHistory = once(async () => {
    const found = await reading(
      call,
      () => listValueReviews(call.db, ids),
      ({ value }) => value,
    );
    return Map.groupBy(found.map(signed), rowOf);
  });
  const standingValues = once(async () => {
    const last = await reading(call, () => listLastValueReviews(call.db, ids), quoteAnd('value'));
    return byRow(withProofs(call, last.filter(({ withdrawn }) => !withdrawn).map(signed)), enrichmentOf);
  });
  const titles = once(async () => Map.groupBy((await listTitleReviews(call.db, ids)).map(signed), rowOf));
  return (rowId) => ({
    reviews: {
      standing: async () => (await standing()).get(rowId) ?? new Map(),
      history: async () => Map.groupBy((await history()).get(rowId) ?? [], criterionOf),
    },
    valueReviews: {
      standing: async () => (await standingValues()).get(rowId) ?? new Map(),
      history: async () => Map.groupBy((await valueHistory()).get(rowId) ?? [], enrichmentOf),
    },
    titleReviews: async () => (await titles()).get(rowId) ?? [],
  });
}

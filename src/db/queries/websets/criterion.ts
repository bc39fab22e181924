import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { rightOf, type Viewer } from '../../../domain/access.ts';
import { CRITERIA_MAX, type Criterion, type CriterionChange, type CriterionInput } from '../../../domain/criterion.ts';
import type { Tx } from '../../connection/client.ts';
import { criterion } from '../../tables/webset.ts';
import type { Allowance } from '../shared/rate-limit.ts';
import { addingTo } from './add-column.ts';

const columns = {
  id: criterion.id,
  websetId: criterion.websetId,
  label: criterion.label,
  description: criterion.description,
  derived: criterion.derived,
  required: criterion.required,
  changedAt: criterion.changedAt,
};

/** A criterion and the webset it belongs to. */
export type PlacedCriterion = Criterion & { websetId: string; changedAt: Date };

export const listCriteriaByIds = (tx: Tx, ids: string[]): Promise<PlacedCriterion[]> =>
  tx.select(columns).from(criterion).where(inArray(criterion.id, ids)).orderBy(asc(criterion.position));

export async function findCriterion(tx: Tx, id: string): Promise<PlacedCriterion | null> {
  const [found] = await tx.select(columns).from(criterion).where(eq(criterion.id, id));
  return found ?? null;
}

const insertCriterionSql = addingTo(
  'criterion',
  CRITERIA_MAX,
  sql`label, description, required`,
  sql`${sql.placeholder('label')}, ${sql.placeholder('description')}, ${sql.placeholder('required')}::boolean`,
);

type NewCriterion = Omit<CriterionInput, 'description'> & { description?: string | null | undefined };

/**
 * Adds a criterion and marks its webset as changed in one statement, which counts what is written. Null when the webset is gone or full, or
 * not the viewer's; the seconds to wait when the allowance is used up. Throws a unique violation when the label is taken (faults.ts).
 */
export async function insertCriterionWithin(
  tx: Tx,
  viewer: Viewer,
  websetId: string,
  { label, description = null, required = true }: NewCriterion,
  bytes: Allowance | null,
): Promise<PlacedCriterion | { wait: number } | null> {
  const values = { websetId, label, description, required };
  const made = await insertCriterionSql(tx, { ...values, userId: rightOf(viewer, websetId) }, bytes);
  return made && ('wait' in made ? made : { ...values, derived: false, ...made });
}

/** The same without an allowance. */
export const insertCriterion = (tx: Tx, viewer: Viewer, websetId: string, input: NewCriterion) =>
  insertCriterionWithin(tx, viewer, websetId, input, null) as Promise<PlacedCriterion | null>;

/** Adds criteria that the agent made from the request; labels in use are skipped. Answers those added. */
export async function insertDerived(
  tx: Tx,
  websetId: string,
  inputs: readonly Pick<Criterion, 'label' | 'description'>[],
): Promise<PlacedCriterion[]> {
  if (inputs.length === 0) return [];
  const rows = inputs.map(({ label, description }) => ({ websetId, label, description, derived: true }));
  return tx.insert(criterion).values(rows).onConflictDoNothing().returning(columns);
}

export const countCriteria = (tx: Tx, websetId: string): Promise<number> => tx.$count(criterion, eq(criterion.websetId, websetId));

/** Gives a webset the criteria of another one, in the same order. */
export const copyCriteria = (tx: Tx, from: string, to: string) =>
  tx.execute(sql`
    insert into ${criterion} (webset_id, label, description, derived, required)
    select ${to}::uuid, label, description, derived, required from ${criterion} where webset_id = ${from} order by position`);

/** Changes what is given. Throws a unique violation when the label is taken. Null when the criterion is gone. */
export async function updateCriterion(tx: Tx, id: string, change: CriterionChange): Promise<PlacedCriterion | null> {
  const set = {
    ...(change.label !== undefined && { label: change.label }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.required !== undefined && { required: change.required }),
  };
  if (Object.keys(set).length === 0) return findCriterion(tx, id);
  const [changed] = await tx.update(criterion).set(set).where(eq(criterion.id, id)).returning(columns);
  return changed ?? null;
}

export async function deleteCriterion(tx: Tx, websetId: string, id: string): Promise<boolean> {
  const done = await tx
    .delete(criterion)
    .where(and(eq(criterion.id, id), eq(criterion.websetId, websetId)))
    .returning({ id: criterion.id });
  return done.length > 0;
}

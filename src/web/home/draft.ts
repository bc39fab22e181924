import { ask } from '../api/client.ts';
import { kept } from '../api/kept.ts';
import { remember } from '../api/mine.ts';
import { asTrouble } from '../api/trouble.ts';
import {
  AddCriterionDocument,
  AddEnrichmentDocument,
  type Category,
  CreateWebsetDocument,
  type Format,
  StartRunDocument,
} from '../generated/documents.ts';
import { words } from '../texts.ts';

export interface PlannedCriterion {
  key: string;
  label: string;
  description: string;
}
export interface PlannedColumn extends PlannedCriterion {
  format: Format;
}
export interface Plan {
  criteria: PlannedCriterion[];
  enrichments: PlannedColumn[];
}

/**
 * A request as it is being written. `edited`: the plan is the person's own, and no suggestion replaces it; else it was made for the request
 * and category of `plannedFor`.
 */
export interface Draft {
  request: string;
  category: Category | '';
  plan: Plan;
  edited: boolean;
  plannedFor: string | null;
}

export const EMPTY: Draft = { request: '', category: '', plan: { criteria: [], enrichments: [] }, edited: false, plannedFor: null };

/** What somebody writes outlives a reload, and signing in. */
export const draftKept = kept<Draft>('draft', EMPTY, 'session');

export const subjectOf = ({ request, category }: Pick<Draft, 'request' | 'category'>) => `${category} ${request.trim()}`;

/** What is wrong with a plan, in words; null: nothing. */
export function wrongWith({ criteria, enrichments }: Plan): string | null {
  for (const list of [criteria, enrichments]) {
    const labels = list.map(({ label }) => label.trim());
    if (labels.includes('')) return words.homePage.labelEmpty;
    if (new Set(labels).size < labels.length) return words.homePage.labelTaken;
  }
  return null;
}

/**
 * Makes the webset with its plan and starts the run. Once the webset is there, what fails after is told by `onTrouble`: it can be added on its
 * own page. Throws Trouble when nothing was made. Answers its UUID.
 */
export async function begin({ request, category, plan }: Draft, signedIn: boolean, onTrouble: (what: string) => void): Promise<string> {
  const { createWebset } = await ask(CreateWebsetDocument, { input: { originalQuery: request.trim(), ...(category && { category }) } });
  const { id, uuid } = createWebset.webset;
  if (!signedIn) remember({ id, uuid });
  try {
    for (const { label, description } of plan.criteria)
      await ask(AddCriterionDocument, {
        input: { websetId: uuid, label: label.trim(), ...(description.trim() && { description: description.trim() }) },
      });
    for (const { label, description, format } of plan.enrichments)
      await ask(AddEnrichmentDocument, {
        input: { websetId: uuid, label: label.trim(), format, ...(description.trim() && { description: description.trim() }) },
      });
    await ask(StartRunDocument, { input: { websetId: uuid } });
  } catch (error) {
    onTrouble(asTrouble(error).message);
  }
  return uuid;
}

import { ask } from '../api/client.ts';
import { kept } from '../api/kept.ts';
import { remember } from '../api/mine.ts';
import { PREVIEW_PAGES } from '../api/run-words.ts';
import { asTrouble } from '../api/trouble.ts';
import {
  AddCriterionDocument,
  AddEnrichmentDocument,
  type Category,
  CreateWebsetDocument,
  type Format,
  StartRunDocument,
  type StartRunInput,
} from '../generated/documents.ts';
import { words } from '../texts/texts.ts';

export interface PlannedCriterion {
  key: string;
  label: string;
  description: string;
}
export interface PlannedColumn extends PlannedCriterion {
  format: Format;
}
export interface Plan {
  /** How many results the request names. */
  target: number | null;
  criteria: PlannedCriterion[];
  enrichments: PlannedColumn[];
  /** Why the request is one criterion; null where it was parted, or edited. */
  whole?: 'language' | 'unclear' | null;
}
/** What a request searches, as the person chose it. */
export interface Sources {
  collectionIds: string[];
  searchWeb: boolean;
}
/** Where the run stops, as the person set it; what is left out is the service's to set. */
export type Limits = { [name in 'target' | 'maxPages' | 'maxMinutes' | 'maxCost']?: number | undefined };

/**
 * A request as it is being written. `plannedFor`: the request and category that the plan was made or last edited for. `edited`: the plan is the
 * person's own, and no suggestion replaces it.
 */
export interface Draft {
  request: string;
  category: Category | '';
  plan: Plan;
  limits: Limits;
  /** Absent: whatever the service searches for a request that names nothing. */
  sources?: Sources | undefined;
  edited: boolean;
  /** The plan came with an example: no model plans in its place. */
  isExample?: boolean | undefined;
  plannedFor: string | null;
}

export const EMPTY: Draft = {
  request: '',
  category: '',
  plan: { target: null, criteria: [], enrichments: [] },
  limits: {},
  edited: false,
  plannedFor: null,
};

/** What somebody writes outlives a reload, and signing in. */
export const draftKept = kept<Draft>('draft.2', EMPTY, 'session');

export const subjectOf = ({ request, category }: Pick<Draft, 'request' | 'category'>) => `${category} ${request.trim()}`;

/** Whether the model plans in place of the rules when the run starts: a plan that the person did not touch. */
export const isPlannedAtStart = ({ edited, isExample }: Pick<Draft, 'edited' | 'isExample'>, hasModel: boolean) =>
  hasModel && !edited && !isExample;

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
 * Makes the webset with its plan, its criteria left out where the model is to plan them, and starts the run, or a preview of it. Once the webset is there, what fails after is told by `onTrouble`: it can be added on its
 * own page. Throws Trouble when nothing was made. Answers its UUID.
 */
export async function begin(
  { request, category, plan, limits, sources, edited, isExample }: Draft,
  { signedIn, preview, hasModel, onTrouble }: { signedIn: boolean; preview: boolean; hasModel: boolean; onTrouble: (what: string) => void },
): Promise<string> {
  const { createWebset } = await ask(CreateWebsetDocument, {
    input: { originalQuery: request.trim(), ...(category && { category }), ...sources },
  });
  const { id, uuid } = createWebset.webset;
  if (!signedIn) remember({ id, uuid });
  try {
    // without criteria the run has the model plan, once
    for (const { label, description } of isPlannedAtStart({ edited, isExample }, hasModel) ? [] : plan.criteria)
      await ask(AddCriterionDocument, {
        input: { websetId: uuid, label: label.trim(), ...(description.trim() && { description: description.trim() }) },
      });
    for (const { label, description, format } of plan.enrichments)
      await ask(AddEnrichmentDocument, {
        input: { websetId: uuid, label: label.trim(), format, ...(description.trim() && { description: description.trim() }) },
      });
    const input: StartRunInput = { websetId: uuid };
    for (const [name, limit] of Object.entries(limits)) if (limit !== undefined) input[name as keyof Limits] = limit;
    if (preview) input.maxPages = Math.min(PREVIEW_PAGES, limits.maxPages ?? PREVIEW_PAGES);
    await ask(StartRunDocument, { input });
  } catch (error) {
    onTrouble(asTrouble(error).message);
  }
  return uuid;
}

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

/** Who makes a webset. `onTrouble` hears of what fails once it is there: it can be added on its own page. */
interface Maker {
  signedIn: boolean;
  onTrouble: (what: string) => void;
}

/**
 * Makes the webset with its plan, its criteria left out where the model is to plan them, and starts the run, or a preview of it. Throws Trouble when nothing was made.
 * Answers its UUID.
 */
export async function begin(
  draft: Draft,
  { preview, hasModel, ...maker }: Maker & { preview: boolean; hasModel: boolean },
): Promise<string> {
  const { plan, limits, edited, isExample } = draft;
  // without criteria the run has the model plan, once
  const criteria = isPlannedAtStart({ edited, isExample }, hasModel) ? [] : plan.criteria;
  return prepare({ ...draft, plan: { ...plan, criteria } }, maker, async (websetId) => {
    const input: StartRunInput = { websetId };
    for (const [name, limit] of Object.entries(limits)) if (limit !== undefined) input[name as keyof Limits] = limit;
    if (preview) input.maxPages = Math.min(PREVIEW_PAGES, limits.maxPages ?? PREVIEW_PAGES);
    await ask(StartRunDocument, { input });
  });
}

/** Makes a webset with its criteria and columns, without a run. Throws Trouble when nothing was made. Answers its UUID. */
export async function prepare(
  { request, category, plan, sources }: Draft,
  { signedIn, onTrouble }: Maker,
  then?: (websetId: string) => Promise<void>,
): Promise<string> {
  const { createWebset } = await ask(CreateWebsetDocument, {
    input: { originalQuery: request.trim(), ...(category && { category }), ...sources },
  });
  const { id, uuid } = createWebset.webset;
  if (!signedIn) remember({ id, uuid });
  const said = ({ label, description }: PlannedCriterion) => ({
    websetId: uuid,
    label: label.trim(),
    ...(description.trim() && { description: description.trim() }),
  });
  try {
    for (const criterion of plan.criteria) await ask(AddCriterionDocument, { input: said(criterion) });
    for (const column of plan.enrichments) await ask(AddEnrichmentDocument, { input: { ...said(column), format: column.format } });
    await then?.(uuid);
  } catch (error) {
    onTrouble(asTrouble(error).message);
  }
  return uuid;
}

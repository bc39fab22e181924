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
  /** The number of results that the request names. */
  target: number | null;
  criteria: PlannedCriterion[];
  enrichments: PlannedColumn[];
  /** Why the request is a single criterion; null where it was split or edited. */
  whole?: 'language' | 'unclear' | null;
}
/** The sources that the person chose. */
export interface Sources {
  collectionIds: string[];
  searchWeb: boolean;
}
/** The limits that the person set; the service sets the others. */
export type Limits = { [name in 'target' | 'maxPages' | 'maxMinutes' | 'maxCost']?: number | undefined };

/**
 * A request that is being written. `plannedFor`: the request and category of the plan. `edited`: the person changed the plan, and no
 * suggestion replaces it.
 */
export interface Draft {
  request: string;
  category: Category | '';
  plan: Plan;
  limits: Limits;
  /** Absent: the service's default. */
  sources?: Sources | undefined;
  edited: boolean;
  /** The plan came with an example: no model replaces it. */
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

/** A draft survives a reload and signing in. */
export const draftKept = kept<Draft>('draft.2', EMPTY, 'session');

export const subjectOf = ({ request, category }: Pick<Draft, 'request' | 'category'>) => `${category} ${request.trim()}`;

/** Whether the model plans when the run starts, instead of the rules: the person did not edit the plan. */
export const isPlannedAtStart = ({ edited, isExample }: Pick<Draft, 'edited' | 'isExample'>, hasModel: boolean) =>
  hasModel && !edited && !isExample;

/** The error of a plan as text; null: none. */
export function wrongWith({ criteria, enrichments }: Plan): string | null {
  for (const list of [criteria, enrichments]) {
    const labels = list.map(({ label }) => label.trim());
    if (labels.includes('')) return words.homePage.labelEmpty;
    if (new Set(labels).size < labels.length) return words.homePage.labelTaken;
  }
  return null;
}

/** Who makes a webset. `onTrouble` is called for failures after it was made: the rest can be added on its page. */
interface Maker {
  signedIn: boolean;
  onTrouble: (what: string) => void;
}

/**
 * Makes the webset with its plan, without criteria where the model is to plan them, and starts the run or a preview. Throws Trouble when
 * nothing was made. Returns its UUID.
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

/** Makes a webset with its criteria and columns, without a run. Throws Trouble when nothing was made. Returns its UUID. */
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

import { DESCRIPTION_MAX, LABEL_MAX } from '../../domain/criterion.ts';
import { withSoftwareNames } from '../software-names.ts';
import { released } from './asked/asides.ts';
import { withoutLead } from './asked/lead.ts';
import { readRequest, targetIn } from './asked/read.ts';
import { withoutBounded } from './bounded.ts';
import { isDateWords } from './classes.ts';
import { labelOf } from './labels.ts';
import { withoutQualities } from './qualities.ts';
import { type Segment, segmentsOf } from './segments/segments.ts';
import { endedLabel, shorten } from './text.ts';

/** The most criteria of a request. */
const MOST = 5;

/** Conditions that no page can answer: "jobs at companies with …". */
const ASKS_NOTHING =
  /^(?:at|by|from|in|for|of)\s(?:the\s)?(?:companies|firms|businesses|employers|organi[sz]ations|people|places|things)$|^any\s\p{L}+$|^(?:ideally|preferably|obviously|please|anywhere|somewhere)$/iu;

/** Above the maximum, qualities return to the wanted thing, and the last conditions become one. */
function bounded(segments: Segment[]): Segment[] {
  const all = [...segments];
  while (all.length > MOST) {
    const quality = all.findLastIndex(({ kind }) => kind === 'quality');
    const [thing] = all;
    if (quality > 0 && thing) {
      thing.words = [...(all[quality]?.words ?? []), ...thing.words];
      all.splice(quality, 1);
    } else {
      const last = all.pop();
      const before = all.at(-1);
      if (before && last)
        all[all.length - 1] = {
          ...before,
          words: [...before.words.slice(0, -1), ...before.words.slice(-1).map((word) => ({ ...word, after: ',' })), ...last.words],
        };
    }
  }
  return all;
}

/** The words of a request; "can" with any subject is the same: "that I can get to without a car". */
const said = (request: string) =>
  request
    .replace(/(?<=\b(?:that|which|where|what) )I(?= (?:can|could|may|need|want|have|get)\b)/giu, 'you')
    .replace(
      /(?<=\p{L} )(?<!\b(?:that|which|where|what|who|and|or|but|than|as|if|when|things?) )(?:I|you|we) can (?=\p{L})/giu,
      'that you can ',
    )
    .replace(
      /\b(?:(?:where|that|which) )?(?:you|i|we) (?:do not|don['’]?t) (?:need|have to have) (?!to\b)(?:an? )?(?<what>[^,.]+?)(?=$|[,.]| and | but )/giu,
      'no $<what> needed',
    )
    .trim();

/** A criterion in the words of a request; the description has the full text when the label is cut. */
export interface PlannedCriterion {
  label: string;
  description: string;
}

/**
 * The criteria of a request. `whole`: why it is one criterion (another language than English, or not safely divisible); null: it was
 * divided.
 */
export interface RequestPlan {
  target: number | null;
  criteria: PlannedCriterion[];
  whole: 'language' | 'unclear' | null;
}

/** More parts than this are fragments that the rules do not understand. */
const PARTS_MAX = 8;

function criterionOf(text: string): PlannedCriterion {
  const words = released(text).trim();
  const cut = shorten(words, LABEL_MAX);
  const label = endedLabel(cut).trim();
  return { label, description: cut === words ? '' : shorten(words, DESCRIPTION_MAX) };
}

/** A date of its own bounds the words before it (“Conference on AI, 2026”); the date of the request bounds nothing. */
function datesJoined(criteria: readonly PlannedCriterion[]): PlannedCriterion[] {
  const joined: PlannedCriterion[] = [];
  for (const criterion of criteria) {
    const before = joined.at(-1);
    const isAsking = /^as of\s/iu.test(criterion.label) && isDateWords(criterion.label.slice(6));
    if (isAsking || (!before && isDateWords(criterion.label) && criteria.length > 1)) continue;
    const both = `${before?.label}, ${criterion.label}`;
    if (before && isDateWords(criterion.label) && [...both].length <= LABEL_MAX) joined[joined.length - 1] = { ...before, label: both };
    else joined.push(criterion);
  }
  return joined;
}

/** The number of results and at most five criteria, the wanted thing first. By rule only; accepts any string. */
export function planRequest(request: string): RequestPlan {
  const asked = readRequest(request);
  if (!asked.isEnglish) return { target: targetIn(asked.text), criteria: [criterionOf(asked.text)], whole: 'language' };
  const { text, target } = withoutLead(said(withSoftwareNames(asked.text)));
  const [first, ...conditions] = segmentsOf(text);
  if (!first) return { target, criteria: [], whole: null };
  const telling = conditions.filter(({ words }) => !ASKS_NOTHING.test(words.map(({ text }) => text).join(' ')));
  const parts = withoutBounded([...withoutQualities(first), ...telling]);
  if (parts.length > PARTS_MAX) return { target, criteria: [criterionOf(text.replaceAll(';', ','))], whole: 'unclear' };
  const criteria = new Map<string, PlannedCriterion>();
  for (const segment of bounded(parts)) {
    const criterion = criterionOf(labelOf(segment));
    const key = criterion.label.toLowerCase();
    if (/[\p{L}\p{N}\p{S}]/u.test(key) && !criteria.has(key)) criteria.set(key, criterion);
  }
  const all = [...criteria.values()];
  const undated = datesJoined(all);
  const asItIs = { label: shorten(request.toWellFormed().replace(/\s+/gu, ' ').trim(), LABEL_MAX), description: '' };
  return { target, criteria: undated.length > 0 ? undated : all.length > 0 ? all.slice(0, 1) : [asItIs], whole: null };
}

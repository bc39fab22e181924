import { LABEL_MAX } from '../../domain/criterion.ts';
import { LONGEST_REQUEST } from '../constraint.ts';
import { takeWanted } from '../wanted.ts';
import { withoutBounded } from './bounded.ts';
import { labelOf } from './labels.ts';
import { withoutLead } from './lead.ts';
import { withoutQualities } from './qualities.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { shorten } from './text.ts';

/** The most criteria that a request implies. */
const MOST = 5;

/** It asks nothing that a page answers: "jobs at companies with …". */
const ASKS_NOTHING =
  /^(?:at|by|from|in|for|of)\s(?:the\s)?(?:companies|firms|businesses|employers|organi[sz]ations|people|places|things)$/iu;

/** Beyond the most there can be, qualities go back to what is looked for and the last conditions are one. */
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

/** The words of a request; what one can do is what anybody can: "that I can get to without a car". */
const said = (request: string) =>
  request
    .slice(0, LONGEST_REQUEST)
    .toWellFormed()
    .replace(/\s+/gu, ' ')
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

/** What a request implies: the number of results that it names and at most five criteria, what is looked for first. By rule alone; any string will do. */
export function planRequest(request: string): { target: number | null; criteria: { label: string }[] } {
  const { text, target } = withoutLead(takeWanted(said(request)).text);
  const [first, ...conditions] = segmentsOf(text);
  if (!first) return { target, criteria: [] };
  const telling = conditions.filter(({ words }) => !ASKS_NOTHING.test(words.map(({ text }) => text).join(' ')));
  const segments = bounded(withoutBounded([...withoutQualities(first), ...telling]));
  const labels = new Map<string, string>();
  for (const segment of segments) {
    const label = shorten(labelOf(segment), LABEL_MAX).trim();
    if (/[\p{L}\p{N}\p{S}]/u.test(label) && !labels.has(label.toLowerCase())) labels.set(label.toLowerCase(), label);
  }
  return { target, criteria: [...labels.values()].map((label) => ({ label })) };
}

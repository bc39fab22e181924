import { contentStems } from '../../../../language/english/lexicon.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import type { Reading } from '../../text/reading.ts';

const NAMED = /^(?:(?:the|its)\s)?(?:(?<kind>[\p{L}-]+(?:\s[\p{L}-]+)?)\s)?(?:name|title|headline)$/iu;
/** What follows the kind of thing in a request: “rules | that can be fixed”, “databases | written in Rust”. */
const AFTER =
  /\s(?:that|which|who|whose|where|with|without|in|from|by|of|for|on|at|about|under|to|are|is|and|or|written|made|built|born|\p{L}+ed)\b|[,;:.(]/iu;

/** Whether a column asks for the subject's own name: “Name”, “Title”, or “Recipe name” in a request for recipes. */
export function asksOwnName({ label }: Pick<ColumnQuestion, 'label'>, request: string): boolean {
  const named = NAMED.exec(label.trim());
  if (!named) return false;
  const kind = contentStems(named.groups?.kind ?? '');
  const looked = contentStems(request.trim().split(AFTER)[0] ?? '').at(-1);
  return kind.length === 0 || (looked !== undefined && kind.at(-1) === looked);
}

/** The page's title, if its text contains it. */
export function ownName({ page, views }: Reading, { label }: Pick<ColumnQuestion, 'label'>): ValueFinding | null {
  const title = page.title?.trim();
  const line = title ? views.find(({ text, boilerplate }) => !boilerplate && text.includes(title)) : undefined;
  if (!title || !line) return null;
  return { value: title, reason: 'stated', quote: line.text, note: `The page gives ${title} for “${label}”.` };
}

/** Cuts a text to at most `length` code points, at a space if possible. */
export function shorten(text: string, length: number): string {
  const points = [...text];
  if (points.length <= length) return text;
  const cut = points.slice(0, length).join('');
  return /^(.{20,})\s/su.exec(cut)?.[1] ?? cut;
}

/** Conjunctions, articles and prepositions: at the end of a label they show that it was cut. */
const HOLDING =
  /(?:^|\s)(?:the|an?|and|or|but|of|in|at|on|by|for|from|to|with|without|than|that|which|who|whose|as|into|per|between|over|under|about|is|are|was|were|has|have|their|its|no|not|both|either)$/u;
const ALONE = /^(?:in|at|on|by|for|from|to|with|without|has|have|is|are|that|which|who|the|an?|of|and|or)$/iu;

/** A label without trailing commas, open brackets and function words; '' if nothing is left. */
export function endedLabel(text: string): string {
  let label = text;
  for (let before = ''; before !== label; ) {
    before = label;
    label = label.replace(/[\s,;:.!?([–—-]+$/u, '');
    if (label.split('(').length > label.split(')').length) label = label.slice(0, label.lastIndexOf('('));
    label = label.replace(HOLDING, '');
  }
  return /[\p{L}\p{N}\p{S}]/u.test(label) && !ALONE.test(label) ? label : '';
}

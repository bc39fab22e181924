import { contentStems } from '../../../../language/english/lexicon.ts';
import type { Passage, Reading } from '../../text/reading.ts';
import { assertionAt, type Statement } from '../../text/statements.ts';
import type { Claim } from '../claims/claim.ts';
import { factsOf, headOf } from '../facts/facts.ts';

/** Whether a text says the words side by side, in any order. */
const holds = (stems: readonly string[], wanted: readonly string[]) =>
  stems.some((_, i) => wanted.every((stem) => stems.slice(i, i + wanted.length).includes(stem)));

/** What a page is about shows in its topic labels, its title and its first sentences; a word further down is no topic. */
export function judgeAbout(reading: Reading, claim: Extract<Claim, { kind: 'about' }>): Statement[] {
  const speaks = (text: string) => {
    const stems = contentStems(text);
    if (claim.any.some((wanted) => holds(stems, wanted)) || claim.core.some((stem) => stems.includes(stem))) return true;
    // one word of the description may be of anything; two of them are the topic
    return claim.beside.filter((wanted) => holds(stems, wanted)).length > 1;
  };
  const filed = factsOf(reading, 'topic').filter(({ value }) => value.length < 200 && speaks(value));
  if (filed.length > 0) return filed.map(({ passage, assertion }) => ({ passage, assertion }));
  const title = reading.views.filter(({ tag }) => tag === 'h1').slice(0, 1);
  const named = title.flatMap((view) => reading.passages(view)).filter(({ text }) => speaks(text));
  if (named.length > 0) return named.map((passage) => ({ passage, assertion: 'yes' }));
  const lead = leadOf(reading);
  const stated = lead.filter((passage) => speaks(passage.text));
  const firm = stated.filter((passage) => {
    const token = passage.tokens.find(({ stem }) => claim.core.includes(stem) || claim.any.some((stems) => stems.includes(stem)));
    return token && assertionAt(reading, passage, token.start, token.end) === 'yes';
  });
  if (firm.length >= 2 || (firm.length === 1 && lead.indexOf(firm[0] as Passage) < 2))
    return firm.map((passage) => ({ passage, assertion: 'yes' }));
  const stems = [...claim.core, ...claim.any.filter((one) => one.length === 1).flat()];
  const often = stems.some((stem) => (reading.index.get(stem)?.filter(({ boilerplate }) => !boilerplate).length ?? 0) >= 4);
  const [near] = stated;
  if (near) return [{ passage: near, assertion: 'unsure' }];
  const [view] = often ? stems.flatMap((stem) => reading.index.get(stem) ?? []) : [];
  const passage = view && reading.passages(view)[0];
  return passage ? [{ passage, assertion: 'unsure' }] : [];
}

/** The first sentences that say what a page is about: those of its first prose blocks. */
const leadOf = (reading: Reading): Passage[] =>
  headOf(reading)
    .filter(({ tag, tokens }) => (tag === 'p' || tag === 'quote' || tag === 'li') && tokens.length > 7)
    .slice(0, 4)
    .flatMap((view) => reading.passages(view))
    .slice(0, 6);

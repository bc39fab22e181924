import type { Claim } from './claims.ts';
import { factsOf, headOf } from './facts.ts';
import { contentStems } from './lexicon.ts';
import { isOpenList } from './names.ts';
import type { Passage, Reading } from './reading.ts';
import { off } from './rules.ts';
import { moodAt, type Statement } from './statements.ts';

const holds = (stems: readonly string[], wanted: readonly string[]) => wanted.every((stem) => stems.includes(stem));

/** What a page is about shows in its topic labels, its title and its first sentences; a word further down is no topic. */
export function judgeAbout(reading: Reading, claim: Extract<Claim, { kind: 'about' }>): Statement[] {
  const speaks = (text: string) => {
    const stems = contentStems(text);
    if (claim.any.some((wanted) => holds(stems, wanted)) || claim.core.some((stem) => stems.includes(stem))) return true;
    // one word of the description may be of anything; two of them are the topic
    return claim.beside.filter((wanted) => holds(stems, wanted)).length > 1;
  };
  const filed = factsOf(reading, 'topic').filter(({ value }) => value.length < 200 && speaks(value));
  if (filed.length > 0) return filed.map(({ passage, mood }) => ({ passage, mood }));
  const title = reading.views.filter(({ tag }) => tag === 'h1').slice(0, 1);
  const named = title.flatMap((view) => reading.passages(view)).filter(({ text }) => speaks(text));
  if (named.length > 0) return named.map((passage) => ({ passage, mood: 'yes' }));
  const lead = leadOf(reading);
  const told = lead.filter((passage) => speaks(passage.text));
  const firm = told.filter((passage) => {
    const token = passage.tokens.find(({ stem }) => claim.core.includes(stem) || claim.any.some((stems) => stems.includes(stem)));
    return token && moodAt(reading, passage, token.start, token.end) === 'yes';
  });
  if (firm.length >= 2 || (firm.length === 1 && lead.indexOf(firm[0] as Passage) < 2))
    return firm.map((passage) => ({ passage, mood: 'yes' }));
  const stems = [...claim.core, ...claim.any.filter((one) => one.length === 1).flat()];
  const often = stems.some((stem) => (reading.index.get(stem)?.filter(({ boilerplate }) => !boilerplate).length ?? 0) >= 4);
  const [near] = told;
  if (near) return [{ passage: near, mood: 'unsure' }];
  const [view] = often ? stems.flatMap((stem) => reading.index.get(stem) ?? []) : [];
  const passage = view && reading.passages(view)[0];
  return passage ? [{ passage, mood: 'unsure' }] : [];
}

/** The first sentences that say what a page is about: those of its first prose blocks. */
const leadOf = (reading: Reading): Passage[] =>
  headOf(reading)
    .filter(({ tag, tokens }) => (tag === 'p' || tag === 'quote' || tag === 'li') && tokens.length > 7)
    .slice(0, 4)
    .flatMap((view) => reading.passages(view))
    .slice(0, 6);

/** A list is whole: what a page does not name among its technologies it does not use. */
export function judgeLacks(reading: Reading, claim: Extract<Claim, { kind: 'lacks' }>): Statement[] {
  const facts = factsOf(reading, claim.concept).filter(({ how }) => how !== 'said');
  const names = (text: string) => contentStems(text);
  const asked = claim.any.flatMap((name) => contentStems(name));
  const held = facts.find(({ value }) => names(value).some((stem) => asked.includes(stem)));
  if (held) return [{ passage: held.passage, mood: 'no' }];
  const elsewhere = asked.flatMap((stem) => reading.index.get(stem) ?? []).find(({ boilerplate }) => !boilerplate);
  if (off.has('whole-lists')) return [];
  const [list] = [...facts].sort((a, b) => b.value.length - a.value.length);
  if (!list) return [];
  return [{ passage: list.passage, mood: elsewhere || isOpenList(list.value) ? 'unsure' : 'yes' }];
}

const SELF = /^(?:document|proposal|paper|article|post|report|record|page|item|standard|specification|bill|act|book|work)s?$/iu;

/** "Process PEP" on a page that labels its kind: it is of that kind, or of another. Only where the noun names what the page is anyway. */
export function judgeKind(reading: Reading, claim: Extract<Claim, { kind: 'is' | 'text' }>): Statement[] {
  const words = claim.words.trim().split(/\s+/u);
  const noun = words.at(-1)?.toLowerCase() ?? '';
  const title = reading.views.find(({ tag }) => tag === 'h1')?.text ?? '';
  const numbered = new RegExp(String.raw`\b${noun.replace(/[^\p{L}]/gu, '')}\s\d`, 'iu').test(title);
  if (words.length < 2 || words.length > 3 || !(SELF.test(noun) || numbered)) return [];
  const asked = contentStems(words.slice(0, -1).join(' '));
  if (asked.length === 0) return [];
  return factsOf(reading, 'kind')
    .filter(({ value }) => value.length < 60)
    .map(({ value, passage, mood }) => ({ passage, mood: mood !== 'yes' ? 'unsure' : holds(contentStems(value), asked) ? 'yes' : 'no' }));
}

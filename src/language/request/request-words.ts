import nlp from 'compromise';
import { meanings } from '../../knowledge/wordnet.ts';

/** A word of a request, delimited by blanks. */
export interface Word {
  /** Without surrounding punctuation. */
  text: string;
  before: string;
  after: string;
  start: number;
  end: number;
  tags: ReadonlySet<string>;
}

interface Term {
  text: string;
  pre: string;
  post: string;
  tags: string[];
}

/** The words of a text with the parts of speech from compromise; a compound has those of its last part. */
export function wordsOf(text: string): Word[] {
  const terms: Term[] = nlp(text)
    .json()
    .flatMap((sentence: { terms: Term[] }) => sentence.terms);
  const ends: { end: number; tags: string[] }[] = [];
  let at = 0;
  for (const term of terms) {
    const found = term.text === '' ? at : text.indexOf(term.text, at);
    if (found < 0) continue;
    at = found + term.text.length;
    ends.push({ end: at, tags: term.tags });
  }
  let next = 0;
  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: whole, index }) => {
    const bare = /^(?<before>[("“'‘[{]*)(?<text>.*?)(?<after>[)\]}"”'’,;:.?!]*)$/su.exec(whole)?.groups;
    const open = bare?.text?.includes('(') && bare.after?.startsWith(')') ? 1 : 0;
    const word = bare?.text ? bare.text + (bare.after ?? '').slice(0, open) : whole;
    const start = index + (bare?.text ? (bare.before ?? '').length : 0);
    let tags: string[] = [];
    while (next < ends.length && (ends[next]?.end ?? 0) <= index + whole.length) tags = ends[next++]?.tags ?? tags;
    return [
      {
        text: word,
        before: text.slice(index, start),
        after: text.slice(start + word.length, index + whole.length),
        start,
        end: start + word.length,
        tags: new Set(tags),
      },
    ];
  });
}

/** "make" and "making" in the third person singular: "makes"; past forms are unchanged. */
export function thirdPerson(verb: string): string {
  const lower = verb.toLowerCase();
  if (lower === 'have' || lower === 'having') return 'has';
  if (lower === 'do' || lower === 'doing') return 'does';
  const [as] = nlp(lower).verbs().conjugate() as { PastTense?: string; Infinitive?: string }[];
  if (as?.PastTense === lower && as.Infinitive !== lower) return verb;
  const tagged = nlp(lower).tag(lower.endsWith('ing') ? 'Gerund' : 'Infinitive') as ReturnType<typeof nlp>;
  const [forms] = tagged.verbs().conjugate() as { PresentTense?: string }[];
  const present = forms?.PresentTense || verb;
  // “fining” is not a noun here
  const base = /^(?<base>.+)ings$/u.exec(present)?.groups?.base;
  return base !== undefined && meanings(lower, 'verb').length === 0 && lower === `${base}ing`
    ? thirdPerson(meanings(`${base}e`, 'verb').length > 0 ? `${base}e` : base)
    : present;
}

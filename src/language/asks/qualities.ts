import { remembered } from '../../domain/text.ts';
import { qualityLines } from '../../knowledge/qualities.ts';
import { stemOf } from '../english/lexicon.ts';
import { isNegation } from '../english/negation.ts';
import { LIGHT } from './content-words.ts';
import { type Phrase, phraseOf, type Sign, signsOf } from './phrases.ts';

/** A form of asking: all content words are in `allowed`, and all words of one of the `keys` are present. */
interface Form {
  allowed: ReadonlySet<string>;
  keys: readonly (readonly string[])[];
}

/** A common quality, with the phrases that state it on a page and those that state the contrary. */
export interface Quality {
  asks: readonly Form[];
  /** Forms that ask for its absence. */
  nots: readonly Form[];
  yes: readonly Phrase[];
  no: readonly Phrase[];
}

let compiled: Quality[] | undefined;
function all(): readonly Quality[] {
  compiled ??= qualityLines().map(({ ask, not, yes, no }) => {
    let [so, contrary]: (readonly Phrase[] | undefined)[] = [];
    return {
      asks: ask.map(formOf),
      nots: not.map(formOf),
      // parsed lazily: few qualities are ever requested
      get yes() {
        so ??= yes.map(phraseOf);
        return so;
      },
      get no() {
        contrary ??= no.map(phraseOf);
        return contrary;
      },
    };
  });
  return compiled;
}

const formed = (word: string) => stemOf(word) || word;

function formOf(line: string): Form {
  const words = line.split(/\s+/u);
  const parts = (word: string) => word.replace('!', '').split(/[+-]/u).map(formed);
  return { allowed: new Set(words.flatMap(parts)), keys: words.filter((word) => word.endsWith('!')).map(parts) };
}

const DENIES = /^(?:free|off|zero|lacks?)$/u;
/** Function words that change the question: “weekends off” is not “at weekends”. */
const TURNS = /^(?:off|out|only|alone|except|against|until|over|under)$/u;

/** Whether words ask exactly for what a form is about. `isDenied`: for its absence. */
function isAsked({ allowed, keys }: Form, signs: readonly Sign[], isDenied: boolean): boolean {
  const said = signs.map(({ word }) => formed(word));
  if (!keys.some((key) => key.every((word) => said.includes(word)))) return false;
  const isFree = (word: string) =>
    isDenied && (isNegation(word) || DENIES.test(word) || /^(?:needs?|needed|required|necessary)$/u.test(word));
  return signs.every(
    ({ word, stem }) =>
      allowed.has(formed(word)) || isFree(word) || ((stem === '' || LIGHT.has(word)) && !isNegation(word) && !TURNS.test(word)),
  );
}

/** The qualities that a text asks for: “takes dogs”, “no experience needed”. */
export const qualitiesAsked = remembered((text: string): readonly Quality[] => {
  const signs = signsOf(text);
  const isDenied = signs.some(({ word }) => isNegation(word) || DENIES.test(word));
  return all().filter(
    ({ asks, nots }) => asks.some((form) => isAsked(form, signs, false)) || (isDenied && nots.some((form) => isAsked(form, signs, true))),
  );
});

const DENYING = /^(?:no|without|not|never|does not|doesn['’]t|do not|is not|isn['’]t)\s|\s(?:is |are )?not(?=\s)/iu;
/** The qualities whose contrary a text asks for: “no pets allowed”, “doesn’t take dogs”. */
export const contrariesAsked = remembered((text: string): readonly Quality[] =>
  DENYING.test(text) ? qualitiesAsked(text.replace(DENYING, '')) : [],
);

/** Whether a label names the subject of a quality: “Dogs”, “Parking”. */
export const isNamedBy = ({ asks, nots }: Quality, label: string): 'ask' | 'not' | null => {
  const signs = signsOf(label);
  if (signs.length === 0) return null;
  if (asks.some((form) => isAsked(form, signs, false))) return 'ask';
  return nots.some((form) => isAsked(form, signs, true)) ? 'not' : null;
};

import { placeNamed } from '../../../knowledge/places/named.ts';
import { languageNamed } from '../../../knowledge/software.ts';
import { meanings } from '../../../knowledge/wordnet.ts';
import { contentStems } from '../../english/lexicon.ts';

/** A request with this share of words unknown to English is in another language. */
const UNKNOWN = 0.5;
const WORDS_MIN = 4;

/** English function words that no other language has. */
const ENGLISH =
  /^(?:the|of|and|with|that|which|who|whose|where|when|are|is|have|has|from|for|by|not|find|show|list|give|their|its|than|at|without|under|over|near|all|every|each|any|open|this)$/u;
/**
 * Function words of German, French, Spanish, Italian, Portuguese, Dutch, the Nordic languages, Polish, Czech and Turkish that are not
 * English words.
 */
const FOREIGN = new RegExp(
  `^(?:${[
    'und|der|das|dem|den|des|die|für|mit|ohne|nicht|oder|auf|bei|zum|zur|aus|von|vom|eine|einen|einem|welche|alle|sind|im|nach|über|unter|mindestens',
    'le|les|des|du|une|et|qui|que|dans|avec|sans|pour|sur|aux|ou|où|par|sont|au|en|plus',
    'el|los|las|del|con|sin|para|por|una|y|o|cerca|más|de|la|al|que',
    'il|lo|gli|della|dei|delle|di|e|che|vicino|nel|nella|senza|più',
    'os|as|do|da|dos|das|com|sem|em|ou|não|perto|ao|na|no',
    'het|een|met|zonder|voor|van|bij|aan|niet|naar|de',
    'och|som|med|utan|för|på|ett|og|til|uten|uden|av|är|er|i|eller',
    've|ile|olan|için|bir|ve|w|we|z|ze|nad|oraz|dla|bez|któr\\p{L}+|lub|v|se|pro|nebo|kter\\p{L}+',
  ].join('|')})$`,
  'u',
);
/** Those that also occur in English texts, alone or in names. */
const SHARED = /^(?:as|do|no|i|we|pro|e|o|die|den|er|plus|y|w|z|v|na|al|la|de|le|en|du|el|em)$/u;

const isKnown = (word: string): boolean =>
  ENGLISH.test(word) ||
  contentStems(word).length === 0 ||
  languageNamed(word) !== null ||
  [word, word.replace(/s$/u, ''), word.replace(/(?:es|ed|ing)$/u, ''), word.replace(/(?:ed|ing)$/u, 'e')].some((form) =>
    (['noun', 'verb', 'adjective', 'adverb'] as const).some((part) => meanings(form, part).length > 0),
  );

/** The most words of a place. */
const PLACE_WORDS = 5;
const capital = (text: string) => text.replace(/(?<!\p{L})\p{L}(?!\p{L}{0,2}\s)/gu, (letter) => letter.toUpperCase());

/** A request without the places that it names: “escape rooms las vegas”. */
function withoutPlaces(request: string): string {
  const words = request.split(/\s+/u).slice(0, 300);
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    let taken = 0;
    for (let length = PLACE_WORDS; length > 1 && taken === 0; length--) {
      const name = words
        .slice(i, i + length)
        .join(' ')
        .replace(/[,.;:?!]+$/u, '');
      if (i + length <= words.length && name.split(' ').some((word) => FOREIGN.test(word)) && isPlace(name)) taken = length;
    }
    if (taken === 0) kept.push(words[i] ?? '');
    i += Math.max(0, taken - 1);
  }
  return kept.join(' ');
}
const isPlace = (name: string): boolean =>
  placeNamed(capital(name)) !== null || placeNamed(name.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase())) !== null;

/** Whether a request is in English. Names, and words that many languages share, do not count. */
export function isEnglish(request: string): boolean {
  const letters = request.match(/\p{L}/gu)?.length ?? 0;
  const latin = request.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < letters) return false;
  const words = (withoutPlaces(request).match(/(?<![\p{L}\p{N}'’-])\p{Ll}+(?![\p{L}\p{N}'’-])/gu) ?? []).slice(0, 300);
  const english = words.filter((word) => ENGLISH.test(word)).length;
  const foreign = words.filter((word) => FOREIGN.test(word) && !SHARED.test(word)).length;
  const shared = words.filter((word) => FOREIGN.test(word)).length;
  if (english > 0 && english >= foreign) return true;
  const known = words.filter((word) => isKnown(word) && !FOREIGN.test(word)).length;
  if (foreign > 0 && known < foreign + shared + 1) return false;
  if (foreign === 0 && shared > 1 && known < shared) return false;
  const unknown = words.filter((word) => !isKnown(word)).length;
  // “Unternehmen, die Drohnen bauen”
  return (shared === 0 && words.length < WORDS_MIN) || unknown < UNKNOWN * words.length;
}

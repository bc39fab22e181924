import { placeNamed } from '../../knowledge/places/named.ts';
import { familyOf, isCopyleft, isOpenSource, isPermissive, languageNamed, licencesIn } from '../../knowledge/software.ts';
import { isWord } from '../../knowledge/wordnet.ts';
import type { Ask } from './ask.ts';
import { tellingWords } from './content-words.ts';

const WRITTEN =
  /(?:^in|(?:^|\s)(?:(?:that|which)\s)?(?:is\s)?(?<not>not\s)?(?:written|implemented|coded|programmed|developed|built)\s(?:\p{L}+ly\s)?(?:in|with|using))\s(?:pure\s)?(?<names>\S.*)$/iu;
const LICENCE =
  /(?<not>\bnot\s|\bnon-)?(?:(?:released|licen[sc]ed|available|distributed|published)\s)*(?:under\s(?:an?\s|the\s)?[^;]+$|(?:(?:fully|truly|free and|osi[- ]approved)\s)*(?:open[- ]sourced?(?!-|\s(?:contrib|maintain|sponsor|communit|cultur|work))|foss|free software)(?:\s(?:software\s)?licen[sc]es?)?\b|\b(?:in\s)?the\spublic\sdomain\b|^public[- ]domain$|^(?:permissive|copyleft)$|(?:GNU\s)?(?:\S+,\s){0,3}(?:\S+\s(?:\d\S*\s)?(?:or|and)\s)?\S+(?:\s\d[\d.]*)?[- ](?:public\s)?licen[sc]ed?\b|licen[sc]ed?(?:\sis|:)?\s\p{Lu}.*$)/iu;
/** “About open source”, “uses open source”: the thing itself need not be open source. */
const OF_OTHERS = /\b(?:about|on|for|to|of|us(?:es?|ing)|supports?|likes?|loves?|covers?|offers?|driving|no)\s(?:an?\s|the\s)?$/iu;

/**
 * The questions about licences and programming languages, and the rest of the text: “database” in “open-source database written in Rust”.
 */
export function softwareAsks(text: string): { asks: Ask[]; rest: string } {
  const asks: Ask[] = [];
  let rest = text;
  const written = WRITTEN.exec(rest);
  const [name, ...or] = languagesNamed(written?.groups?.names ?? '');
  if (written && name) {
    asks.push({ type: 'language', name, or, isDenied: written.groups?.not !== undefined });
    rest = rest.slice(0, written.index);
  }
  const found = LICENCE.exec(rest);
  const licence = found && !OF_OTHERS.test(rest.slice(0, found.index)) ? licenceNamed(found[0]) : null;
  if (found && licence) {
    asks.push({ ...licence, isDenied: found.groups?.not !== undefined });
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
  }
  return { asks, rest: tellingWords(rest).length > 0 ? rest.trim().replace(/^(?:is|are)\s(?:an?|the)\s+/iu, '') : '' };
}

type LicenceAsk = Extract<Ask, { type: 'licence' }>;

/** The licences in “permissive licence” or “MIT or BSD licence”; null if none. */
export function licenceNamed(words: string): LicenceAsk | null {
  const asked = (name: string, is: LicenceAsk['is'], isOpen = false): LicenceAsk => ({
    type: 'licence',
    name,
    is,
    isOpen,
    isDenied: false,
  });
  if (/permissive/iu.test(words)) return asked('permissive', isPermissive);
  if (/copyleft/iu.test(words)) return asked('copyleft', isCopyleft);
  const families = [...new Set(licencesIn(words).map(({ id }) => familyOf(id)))];
  if (families.length > 0) return asked(families.join(' or '), (id) => families.includes(familyOf(id)));
  return /\b(?:open|foss|free software|osi)\b/iu.test(words) ? asked('open source', isOpenSource, true) : null;
}

/** The languages in “Rust” or “Rust or Go”; none if any word is not a language. */
function languagesNamed(words: string): string[] {
  const names = words.split(/,?\s(?:or|and\/or)\s|,\s|\s?\/\s?/u);
  const languages = names.map((name) =>
    (/\p{Lu}/u.test(name) || !isWord(name)) && !placeNamed(name)?.isWhole ? languageNamed(name) : null,
  );
  return languages.every((one) => one !== null) ? languages : [];
}

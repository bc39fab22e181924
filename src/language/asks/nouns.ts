import { remembered, wordTable } from '../../domain/text.ts';
import { FIELD, fieldOf, isName, kindsBelow, kindsOf, meanings, namesOf } from '../../knowledge/wordnet.ts';
import { stemOf } from '../english/lexicon.ts';

/** A kind of thing, as a noun names it. */
export interface Kind {
  noun: string;
  /** The first three meanings of the noun; none for unknown words. */
  meanings: readonly number[];
  /** Whether it is software, under any of its many names. */
  isSoftware: boolean;
  /** Whether it is so general that pages rarely use the word for their subject: “company”, “place”, “tool”. */
  isGeneric: boolean;
  isPerson: boolean;
  /** A noun before it names its data model: “graph database”. */
  isDatabase: boolean;
  /** Whether other kinds rule it out: a hotel is not a restaurant, but a chemist may be a woman. */
  isExclusive: boolean;
}

const SOFTWARE = /^(?:software|program|programme|tool|utility|library|package|module|application|app|plugin|framework|project|crate|cli)$/u;
/** Words for firms of any kind, and for things that are not firms. */
const BUSINESS = /^(?:company|firm|business|startup|start-up|manufacturer|supplier|producer|maker|employer)$/u;
const NO_BUSINESS =
  /^(?:museum|association|charity|foundation|club|society|non-?profit|university|college|municipality|church|government|ministry|council|library|choir|orchestra|union|party|noticeboard)$/u;

/** Kinds of lodging that are called by each other's names. */
const LODGING =
  /^(?:hotel|inn|guest ?house|pension|lodge|bed and breakfast|holiday (?:home|house|flat|apartment)|apartment|flat|cottage|house|home)$/u;

/** English equivalents of words on foreign pages: “Gasthof zum Hirschen”, “Clinique vétérinaire”. */
const FOREIGN = wordTable<string>({
  gasthof: 'inn', pension: 'guesthouse', albergo: 'hotel', locanda: 'inn', hostal: 'guesthouse', posada: 'inn', auberge: 'inn', ferienwohnung: 'apartment', ferienhaus: 'cottage',
  'bäckerei': 'bakery', boulangerie: 'bakery', panificio: 'bakery', 'panadería': 'bakery', padaria: 'bakery', konditorei: 'pastry shop', 'pâtisserie': 'pastry shop', pasticceria: 'pastry shop',
  gelateria: 'ice-cream parlor', 'eiscafé': 'ice-cream parlor', eisdiele: 'ice-cream parlor', 'musée': 'museum', museo: 'museum', museu: 'museum', muzeum: 'museum', schloss: 'castle', burg: 'castle',
  'château': 'castle', castello: 'castle', castelo: 'castle', castillo: 'castle', hrad: 'castle', zamek: 'castle', tierarzt: 'vet', tierarztpraxis: 'vet', brauerei: 'brewery', brasserie: 'brewery',
  birrificio: 'brewery', weingut: 'winery', ristorante: 'restaurant', restaurante: 'restaurant', trattoria: 'restaurant', osteria: 'restaurant', 'gaststätte': 'restaurant',
  campingplatz: 'campsite', rifugio: 'hut', 'hütte': 'hut', schule: 'school', 'école': 'school', scuola: 'school', escuela: 'school', verein: 'association', gmbh: 'company', ltd: 'company', inc: 'company',
  llc: 'company', sarl: 'company', veterinary: 'vet', 'vétérinaire': 'vet', cafe: 'café',
}); // biome-ignore format: a table
const inEnglish = (word: string): string => FOREIGN[word.toLowerCase()] ?? word;
/** Databases that the word lists do not know. */
const DATABASE =
  /^(?:r?dbms|data ?store|(?:key[- ]value|document|graph|vector|object|time[- ]series|column|wide-column) store|data warehouse|database (?:engine|system|server))$/u;

/** Whether it is a noun here, in English or as foreign pages use it. */
export const isNounHere = (word: string): boolean =>
  meanings(word, 'noun').length > 0 || DATABASE.test(word) || FOREIGN[word.toLowerCase()] !== undefined;

/** Nouns for traders: their pages speak as firms do. */
const TRADE =
  /(?:^|\s)(?:\p{L}*maker|manufacturer|supplier|producer|dealer|seller|retailer|vendor|provider|distributor|breeder|grower|brewer|baker|roaster|butcher|builder|vet|veterinarian|dentist|plumber|electrician|tailor|florist|optician|farmer|importer|exporter|wholesaler|contractor|publisher|printer|caterer)$/u;
const GENERIC =
  /^(?:place|company|business|firm|organi[sz]ation|product|thing|tool|gadget|gear|equipment|accessory|device|attraction|activity|service|practice|venue|sight|souvenir|gift|present|stuff|program|software|package|library|project|job|work|system|site|page|item|person|people|event|club|group|association|society)$/u;
/** Numbers of subordinate kinds: above `generic` a kind is generic, above `wide` it excludes no other kind. */
const MANY = { generic: 300, wide: 200, narrow: 40 };
const EXCLUSIVE: readonly number[] = [FIELD.artifact, FIELD.food, FIELD.plant, FIELD.animal, FIELD.location];

const WRITING =
  /^(?:(?:blog |news )?posts?|articles?|announcements?|news|stor(?:y|ies)|papers?|reports?|release notes?|interviews?|proposals?|documents?|essays?|stud(?:y|ies))$/iu;

/** Whether it is a piece of writing, which a list or an article may also be. */
export const isWritingKind = (noun: string): boolean => {
  if (WRITING.test(noun)) return true;
  const own = kindNamed(noun).meanings;
  return own.length > 0 && own.every((one) => fieldOf(one) === FIELD.communication);
};

export const singular = (word: string): string => word.toLowerCase().replace(/(?<=[^s])s$/u, '');

export const kindNamed = remembered((noun: string): Kind => {
  const plain = singular(noun);
  const found = meanings(noun, 'noun')
    .filter((one) => !isName(one))
    .slice(0, 3);
  const [first] = found;
  return {
    noun,
    meanings: found,
    isSoftware: SOFTWARE.test(plain) || found.some(isSoftwareMeaning),
    isPerson: /^(?:person|people)$/u.test(plain) || (first !== undefined && fieldOf(first) === FIELD.person && !TRADE.test(plain)),
    isDatabase: plain === 'database',
    isGeneric: first === undefined || GENERIC.test(plain) || kindsBelow(first, 12, MANY.generic + 1).length > MANY.generic,
    isExclusive: first !== undefined && EXCLUSIVE.includes(fieldOf(first)),
  };
});

const isSoftwareMeaning = (meaning: number) => [...kindsOf(meaning).keys()].some((above) => namesOf(above).includes('software'));

/** Names for software in general, and for components for programmers. */
const ALIKE = [
  { names: /^(?:software|program|programme|tool|utility|application|app|cli)$/u, others: /./u },
  // programs are no libraries: “a search engine”
  {
    names: /^(?:library|package|module|framework|crate)$/u,
    others: /^(?!.*(?:engine|editor|browser|program|system|app|application|game|suite|platform|server)$)/u,
  },
];

/** Whether a noun names the kind or a subordinate kind. */
export function fits(kind: Kind, said: string): boolean {
  const word = inEnglish(said);
  if (stemOf(word.toLowerCase()) === stemOf(kind.noun.toLowerCase())) return true;
  if (kind.isDatabase && DATABASE.test(singular(word))) return true;
  const all = new Set(kind.meanings);
  // a name is not its kind: “Google described Bigtable” introduces no search engine
  const own = meanings(word, 'noun')
    .filter((one) => !isName(one))
    .slice(0, kind.isDatabase ? 1 : 3);
  if (own.some((meaning) => [...kindsOf(meaning).keys()].some((above) => all.has(above)))) return true;
  // “a program” is a tool and “a package” a library, but neither is a text editor
  const one = singular(word);
  return ALIKE.some(
    ({ names, others }) =>
      names.test(singular(kind.noun)) && (names.test(one) || (own.slice(0, 1).some(isSoftwareMeaning) && others.test(one))),
  );
}

/**
 * Whether a noun has few kinds, so that a phrase starting with it hardly names another thing: “a restaurant in Passau”, but not “a stone
 * house”.
 */
export const isNarrow = (word: string): boolean => {
  const [first] = meanings(word, 'noun');
  return first !== undefined && kindsBelow(first, 12, MANY.narrow + 1).length <= MANY.narrow;
};

/** Semantic fields that name no kind of thing: qualities, quantities. */
const NO_KINDS: readonly number[] = [FIELD.attribute, FIELD.state, FIELD.cognition, FIELD.relation, FIELD.quantity];

/** Parts that many things have and few things are: “Thali House”, “Vietnamese Kitchen”, “the room”. */
const PARTS = /^(?:house|kitchen|room|floor|bed|ceiling|wall|courtyard|loft|stand|show|hill|round|stone|sitting room|skin|shell|wheel)$/u;

/** Whether a noun rules the kind out: it is in the same field, on another branch. */
export function excludes(kind: Kind, said: string): boolean {
  const word = inEnglish(said);
  if (PARTS.test(singular(word))) return false;
  if (BUSINESS.test(singular(kind.noun)) && NO_BUSINESS.test(singular(word))) return true;
  if (!kind.isExclusive || kind.isGeneric || (LODGING.test(singular(kind.noun)) && LODGING.test(singular(word)))) return false;
  const own = meanings(word, 'noun')
    .filter((one) => !isName(one))
    .slice(0, 2);
  const [first] = own;
  if (first === undefined || NO_KINDS.includes(fieldOf(first)) || kindsBelow(first, 12, MANY.wide + 1).length > MANY.wide) return false;
  const fields = new Set(kind.meanings.map(fieldOf));
  // one program is often several kinds of software
  if (kind.isSoftware || own.some(isSoftwareMeaning)) return false;
  // a campsite is a place, and a hotel is not a kind of campsite
  const isLodging = LODGING.test(singular(word));
  const isSite = (one: number, other: number) => one === FIELD.location && other === FIELD.artifact;
  const isNear = own.some((one) =>
    [...fields].some((of) => of === fieldOf(one) || isSite(fieldOf(one), of) || (isLodging && isSite(of, fieldOf(one)))),
  );
  const above = (of: readonly number[]) => new Set(of.flatMap((one) => [...kindsOf(one).keys()]));
  const [ofOwn, ofKind] = [above(own), above(kind.meanings)];
  return isNear && !kind.meanings.some((one) => ofOwn.has(one)) && !own.some((one) => ofKind.has(one));
}

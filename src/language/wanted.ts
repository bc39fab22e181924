import { DESCRIPTION_MAX, LABEL_MAX } from '../domain/criterion.ts';
import type { Format } from '../domain/enrichment.ts';

/** A column to propose. */
export interface Column {
  label: string;
  description: string;
  format: Format;
}

/** Columns that requests ask for, with format and description; the first pattern that matches all the words counts. */
const FIELDS: readonly [names: RegExp, label: string, format: Format, description: string][] = [
  [
    /^(?:official |personal |company )?(?:web ?sites?|home ?pages?|web ?pages?|sites?|urls?|links?|web address(?:es)?)$/u,
    'Website',
    'url',
    'The official website.',
  ],
  [
    /^(?:(?:source )?(?:repository|repositories|repos?)|(?:github|gitlab) (?:page|link|repo|repository|url)s?|source code)$/u,
    'Source code',
    'url',
    'Where the source code is kept.',
  ],
  [/^(?:documentation|docs|manual)(?: link| url)?s?$/u, 'Documentation', 'url', 'Where the documentation is.'],
  [/^(?:careers?|jobs?)(?: page| link| url)?s?$/u, 'Careers page', 'url', 'The page with open positions.'],
  [
    /^(?:(?:founding|foundation|incorporation) (?:years?|dates?)|years? (?:founded|of (?:founding|foundation))|date founded|when (?:it|they) (?:was|were) founded)$/u,
    'Founded',
    'date',
    'When it was founded.',
  ],
  [
    /^(?:first|initial|original) releases?(?: (?:date|year)s?)?$|^(?:year|date) of (?:the )?first release$/u,
    'First released',
    'date',
    'When it was first released.',
  ],
  [/^(?:latest |last |current )?release (?:date|year)s?$/u, 'Released', 'date', 'When it was released.'],
  [/^(?:last|latest) update(?:s|d)?(?: date)?s?$/u, 'Last updated', 'date', 'When it was last updated.'],
  [
    /^(?:(?:publication|publishing|posting) (?:years?|dates?)|(?:year|date) (?:published|of publication)|dates?|years?)$/u,
    'Published',
    'date',
    'When it was published.',
  ],
  [/^(?:birth ?dates?|dates? of birth|birth ?days?|years? of birth)$/u, 'Born', 'date', 'The date of birth.'],
  [
    /^(?:(?:latest|current|newest|stable) )?(?:version|release)s?(?: number)?s?$/u,
    'Latest version',
    'text',
    'The number of the latest version.',
  ],
  [
    /^(?:(?:number of )?(?:employees|staff|team members|people)|head ?counts?|(?:team|company|staff) sizes?|employee (?:count|number)s?)$/u,
    'Employees',
    'number',
    'The number of employees.',
  ],
  [/^(?:total )?(?:funding|money raised|amounts? raised|investment)(?: raised)?s?$/u, 'Funding', 'number', 'The money raised in all.'],
  [/^(?:annual )?(?:revenues?|turnover)$/u, 'Revenue', 'number', 'The annual revenue.'],
  [/^(?:prices?|pricing|costs?|fees?)$/u, 'Price', 'number', 'What it costs.'],
  [/^(?:head ?quarters?(?: location)?|hqs?|head offices?|(?:company )?locations?)$/u, 'Location', 'text', 'Where it is based.'],
  [/^(?:cit(?:y|ies)|towns?)$/u, 'City', 'text', 'The city it is in.'],
  [/^countr(?:y|ies)$/u, 'Country', 'text', 'The country it is in.'],
  [/^(?:postal |street )?address(?:es)?$/u, 'Address', 'text', 'The address.'],
  [/^(?:offices?|office locations?)$/u, 'Offices', 'text', 'Where the offices are.'],
  [/^(?:co-?)?founders?(?: names?)?$/u, 'Founders', 'text', 'Who founded it.'],
  [/^(?:lead |main |first )?authors?(?: names?)?$|^writers?$/u, 'Authors', 'text', 'Who wrote it.'],
  [/^maintainers?$|^developers?$|^vendors?$/u, 'Maintainer', 'text', 'Who develops and maintains it.'],
  [/^licen[sc]es?$|^licensing$/u, 'Licence', 'text', 'The licence it is published under.'],
  [/^(?:programming|implementation) languages?$/u, 'Programming language', 'text', 'The language it is written in.'],
  [/^languages?$/u, 'Language', 'text', 'The language it is in.'],
  [/^(?:tech(?:nology)? ?)?stacks?$|^technolog(?:y|ies)$/u, 'Technologies', 'text', 'The technologies used.'],
  [/^(?:job titles?|roles?|positions?)$/u, 'Role', 'text', 'The position held.'],
  [/^(?:current )?(?:employers?|affiliations?|institutions?)$/u, 'Affiliation', 'text', 'For whom they work.'],
  [/^dois?$/u, 'DOI', 'text', 'The digital object identifier.'],
  [/^(?:journals?|venues?|conferences?)$/u, 'Published in', 'text', 'The journal or conference.'],
  [/^(?:e-?mails?(?: address(?:es)?)?|contacts?(?: details)?)$/u, 'Contact', 'text', 'How to get in touch.'],
  [/^(?:status|state)$/u, 'Status', 'text', 'The current status.'],
  [/^abstracts?$|^summar(?:y|ies)$|^descriptions?$/u, 'Summary', 'text', 'What it is about.'],
];

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const cut = (text: string, length: number) => [...text].slice(0, length).join('').trim();

/** The usual column of that name; null if there is none. */
function knownColumn(name: string): Column | null {
  const field = FIELDS.find(([names]) => names.test(name.toLowerCase().trim()));
  return field ? { label: field[1], format: field[2], description: field[3] } : null;
}

export const isKnownColumn = (name: string): boolean => knownColumn(name) !== null;

/** The column that a request's words name, usual or not. */
export function columnNamed(name: string): Column {
  const count = /^(?:the )?(?:number|count|amount|total) of (.+)$/iu.exec(name)?.[1];
  const own = {
    label: cut(capital(count ?? name), LABEL_MAX),
    description: cut(`${capital(name)}, as the page gives it.`, DESCRIPTION_MAX),
  };
  return knownColumn(name) ?? { ...own, format: count ? 'number' : /\b(?:dates?|year)$/iu.test(name) ? 'date' : 'text' };
}

const LIST = String.raw`(?<list>[\p{L}\d][^.;:?!()\n]{1,200}?)`;
const END = String.raw`(?=\s*(?:[.;?!]|$))`;
const OF = "(?:the|their|its|his or her|each one['’]s|each)";
/** Words that always introduce columns; the others do so only before usual names: in “and their dogs” the dogs are wanted things. */
const PLAIN = new RegExp(
  String.raw`[,;:.]?\s(?:and\s)?(?:along with|together with|as well as|including|plus|(?:please\s)?(?:list|show|give|include|add|tell me|note)(?:\sme)?(?:\salso)?)\s${OF}\s${LIST}${END}|` +
    String.raw`[,;:.]?\s(?:and\s|with\s)?for each(?:\s(?:one|of them|company|person|paper|project|article|post|result))?[,:]?\s(?:(?:please\s)?(?:list|show|give|include|add|get|find|note)\s)?(?:me\s)?(?:${OF}\s|an?\s)?${LIST.replace('<list>', '<each>')}${END}`,
  'iu',
);
const LOOSE = new RegExp(String.raw`,?\s(?:with|and)\s${OF}\s${LIST}${END}`, 'iu');
const NO_NAME =
  /\b(?:in|from|under|over|at|on|based|that|which|who|whose|own|is|are|was|has|have|not|no|than|by|for|to|with|since|after|before|where|when|how)\b|\p{Sc}/iu;

const itemsOf = (list: string) =>
  list
    .split(/,\s*(?:and\s|or\s)?|\s(?:and|&)\s/iu)
    .map((item) => item.replace(/^(?:also\s)?(?:(?:the|their|its|his or her|an?)\s)?/iu, '').trim())
    .filter(Boolean);
const isName = (item: string) => item.split(/\s/u).length <= 5 && item.length <= LABEL_MAX && !NO_NAME.test(item);

/**
 * Removes the columns from a request: "databases in Rust with their licence and website" gives "databases in Rust" and two columns.
 * Constraints ("with their headquarters in Berlin") stay.
 */
export function takeWanted(text: string): { text: string; wanted: Column[] } {
  for (const [form, isPlain] of [
    [PLAIN, true],
    [LOOSE, false],
  ] as const) {
    const match = form.exec(text);
    const items = itemsOf(match?.groups?.list ?? match?.groups?.each ?? '');
    if (!match || items.length === 0 || items.length > 12) continue;
    if (!items.every((item) => isName(item) && (isPlain || knownColumn(item) !== null))) continue;
    const rest = `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`.trim();
    if (/\p{L}/u.test(rest)) return { text: rest, wanted: items.map(columnNamed) };
  }
  return { text, wanted: [] };
}

import { arraysOf } from './open.ts';
import { isWord } from './wordnet.ts';

// Software licences from SPDX and the Blue Oak Council, programming languages from GitHub's linguist.

interface Software {
  licences: Record<string, [name: string, classes: number]>;
  languages: Record<string, string>;
}
const CLASS = { permissive: 1, copyleft: 2, open: 4 };

let opened: (Software & { byId: Map<string, string>; byName: [name: string, id: string][] }) | undefined;
function open() {
  if (opened) return opened;
  const json = arraysOf('software').json as Uint8Array;
  const read = JSON.parse(Buffer.from(json).toString()) as Software;
  const ids = Object.keys(read.licences);
  opened = {
    ...read,
    byId: new Map(ids.map((id) => [id.toLowerCase(), id])),
    byName: ids
      .flatMap((id): [string, string][] => [[(read.licences[id]?.[0] ?? '').toLowerCase(), id]])
      .filter(([name]) => name.length > 12),
  };
  return opened;
}

const is = (id: string, what: keyof typeof CLASS) => ((open().licences[id]?.[1] ?? 0) & CLASS[what]) > 0;
export const isPermissive = (id: string): boolean => is(id, 'permissive');
export const isCopyleft = (id: string): boolean => is(id, 'copyleft') || /GPL/u.test(id);
export const isOpenSource = (id: string): boolean => is(id, 'open');
/** The family of a licence, without its version: MIT, Apache, GPL. */
export const familyOf = (id: string): string => id.split('-')[0] ?? id;

/** Represents licences that SPDX does not list. */
export const PROPRIETARY = 'proprietary';

/** “GNU GPL, version 2 or later”, “AGPLv3+”, “Affero General Public License”. */
function gnu(short: string, word: string): RegExp {
  const own = word === '' ? '(?<!Affero\\s|Lesser\\s)' : '';
  const name = word === '' ? 'General\\sPublic\\sLicen[cs]e' : `${word}\\s(?:General\\sPublic(?:\\sLicen[cs]e)?|GPL)`;
  const version = '(?:,?\\s(?:v(?:ersion)?\\.?\\s?)?|v|-)?[1-3](?:\\.[01])?(?![\\d.]*[\\p{L}\\d])';
  const later = '\\+|,?\\sor\\s(?:any\\s)?(?:later|newer)(?:\\sversion)?';
  return new RegExp(`(?:\\bGNU\\s)?${own}(?:\\b${short}|\\b${name})(?:${version}(?:${later})?|\\b)`, 'gu');
}

/** Common names of licences, with the SPDX id that they mean. */
const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/\bMIT\b(?!\s(?:Press|Media|Technology|researchers?|professor|students?))|\bExpat licen[cs]e/gu, 'MIT'],
  [
    /\bApache(?:[- ](?:Software )?(?:Licen[sc]e)?,?\s?(?:version |v)?2(?:\.0)?\b|[- ]2(?:\.0)?\b|\s(?:Software\s)?Licen[sc]ed?\b)/giu,
    'Apache-2.0',
  ],
  [/\bISC\b/gu, 'ISC'],
  [
    /\b(?:(?:new |modified |simplified |(?:[0-4]|two|three|four)[- ]clause )BSD\b|BSD(?:[- ](?:(?:two|three|four)[- ]Clause|[0-4](?:[- ]Clause)?|style)| with (?:two|three) clauses| licen[cs]e[ds]?| terms)\b|(?<=licen[cs]e[^.;]{1,30}\s)BSD\b)/giu,
    'BSD-3-Clause',
  ],
  [gnu('AGPL', 'Affero'), 'AGPL-3.0-only'],
  [gnu('LGPL', 'Lesser'), 'LGPL-3.0-only'],
  [gnu('GPL', ''), 'GPL-3.0-only'],
  [/\bMPL\b|Mozilla Public/gu, 'MPL-2.0'],
  [/\bUnlicense\b/gu, 'Unlicense'],
  [/\bpublic domain\b|\bCC0\b/giu, 'CC0-1.0'],
  [/\bzlib licen[cs]e/giu, 'Zlib'],
  [/\bEclipse Public\b|\bEPL\b/gu, 'EPL-2.0'],
  [/\bBusiness Source\b(?: Licen[cs]e(?:,? (?:v|version )?\d(?:\.\d)?)?)?|\bBU?SL\b(?![-\s]1\.0)/gu, 'BUSL-1.1'],
  [/\bSSPL\b|\bServer[- ]Side Public(?: Licen[cs]e)?/gu, 'SSPL-1.0'],
  [/\bElastic Licen[cs]e/gu, 'Elastic-2.0'],
  [/\bCommons Clause|\bFunctional Source|\bConfluent Community|\bPolyForm\b/gu, PROPRIETARY],
  [/\b(?:proprietary|closed[- ]source|commercial licen[cs]e)\b/giu, PROPRIETARY],
];

/** Ids that mean nothing else; “JSON”, “Ruby” and “curl” do. */
const PLAIN_IDS = new Set(['MIT', 'ISC', 'Zlib', 'Unlicense']);

/** The licences that a text names, in its order, as SPDX ids with positions. */
export function licencesIn(text: string): { id: string; at: number; end: number }[] {
  const { byId, byName } = open();
  const found: { id: string; at: number; end: number }[] = [];
  const add = (id: string, at: number, length: number) => {
    if (!found.some((one) => at < one.end && at + length > one.at)) found.push({ id, at, end: at + length });
  };
  for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9][\w.+-]*[\w+]/gu)) {
    const id = byId.get(word.toLowerCase());
    if (id && (id.includes('-') || PLAIN_IDS.has(word))) add(id, index, word.length);
  }
  const lower = text.toLowerCase().replaceAll('licence', 'license');
  if (/licen/u.test(lower)) for (const [name, id] of byName) if (lower.includes(name)) add(id, lower.indexOf(name), name.length);
  for (const [form, id] of SPOKEN) for (const { 0: words, index } of text.matchAll(form)) add(id, index, words.length);
  return found.sort((a, b) => a.at - b.at);
}

const WORDS = new Set(['c', 'd', 'r', 'go', 'v']);
/** The programming languages that a text names, with positions. Single letters and Go count only when capitalised. */
export function languagesIn(text: string): { name: string; at: number; end: number }[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])(?:\.NET|[\p{L}][\p{L}\p{N}+#.]*[\p{L}\p{N}+#]|[\p{Lu}])(?![\p{L}\p{N}])/gu)].flatMap(
    ({ 0: word, index }) => {
      const name = languageNamed(word);
      // lower case counts only if the word has no other meaning: not “shell”, “basic”
      return name && (/\p{Lu}/u.test(word) || (!WORDS.has(word) && !isWord(word))) ? [{ name, at: index, end: index + word.length }] : [];
    },
  );
}

/** The programming language that a word names; null if none. */
export const languageNamed = (word: string): string | null => {
  const { languages } = open();
  return Object.hasOwn(languages, word.toLowerCase()) ? (languages[word.toLowerCase()] ?? null) : null;
};

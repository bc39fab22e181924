import type { Page } from '../../domain/page/page.ts';
import { wordTable } from '../../domain/text.ts';
import { englishness } from '../../language/english/englishness.ts';
import { holdsSentence } from '../../language/sentence.ts';

/** Characters that are classified, in pieces from the whole page: its head may be a warning in another language. */
const SAMPLE = 1000;
const PIECE = 100;
/** A shorter block is more often a name or a menu entry than a sentence. */
const MIN_BLOCK = 40;
/** With fewer letters the declared language is more reliable. */
const MIN_LETTERS = 60;

/** The share of English function words, which no other language reaches; half of it suffices where the page declares English. */
const PLAINLY_ENGLISH = 0.2;
const DECLARED_ENGLISH = 0.1;

/**
 * The declared language is accepted at this share of the best score: the text alone hardly distinguishes close languages (Norwegian,
 * Danish).
 */
const NEARLY = 0.97;

/** The supported languages: ISO 639-3 of the library, ISO 639-1 of pages. */
const TAGS = wordTable<string>({
  eng: 'en', deu: 'de', fra: 'fr', spa: 'es', ita: 'it', nld: 'nl', pol: 'pl', por: 'pt', rus: 'ru', ell: 'el', cmn: 'zh', jpn: 'ja', kor: 'ko',
  ces: 'cs', dan: 'da', swe: 'sv', fin: 'fi', hun: 'hu', tur: 'tr', ukr: 'uk', arb: 'ar', vie: 'vi', ind: 'id', ron: 'ro', cat: 'ca', bul: 'bg',
  nob: 'no', ben: 'bn', hrv: 'hr', slv: 'sl', slk: 'sk', lit: 'lt', lav: 'lv', est: 'et', heb: 'he', tha: 'th', hin: 'hi', pes: 'fa', isl: 'is',
  eus: 'eu', glg: 'gl', srp: 'sr', mkd: 'mk', als: 'sq', bel: 'be', kat: 'ka', hye: 'hy', tam: 'ta', tel: 'te', urd: 'ur', mar: 'mr', zlm: 'ms',
  tgl: 'tl', afr: 'af', swh: 'sw', cym: 'cy', gle: 'ga', epo: 'eo', azj: 'az', kaz: 'kk',
}); // biome-ignore format: a table
const ALL = Object.keys(TAGS);
/** Characters that suffice to confirm the declared language. */
const PROBE = 500;
/** Tried first, with the declared one: each language costs time. */
const COMMON = ['eng', 'deu', 'fra', 'spa', 'ita', 'nld', 'por', 'pol'];

let franc: Promise<typeof import('franc')> | undefined;

/** The ISO 639-1 code of a page's language by its text; the declared one where the text is too short. */
export async function languageOf({ text, blocks, language: declared }: Pick<Page, 'text' | 'blocks' | 'language'>): Promise<string | null> {
  const sample = sampleOf(text.split('\n'), blocks);
  if (sample.replace(/\P{L}+/gu, '').length < MIN_LETTERS) return declared;
  if ((englishness(sample) ?? 0) >= (declared === 'en' ? DECLARED_ENGLISH : PLAINLY_ENGLISH)) return 'en';
  franc ??= import('franc'); // loaded on demand: most pages do without, and a thread starts faster
  const { francAll } = await franc;
  const code = ALL.find((one) => TAGS[one] === declared);
  if (code !== undefined && !holdsSentence(sample)) return declared; // names and signatures resemble any language
  if (code !== undefined && francAll(sample.slice(0, PROBE), { only: [code, ...COMMON] })[0]?.[0] === code) return declared;
  const ranked = francAll(sample, { only: ALL });
  const near = ranked.find(([code, score]) => TAGS[code] === declared && score >= NEARLY);
  return (near && declared) ?? TAGS[ranked[0]?.[0] ?? ''] ?? declared;
}

function sampleOf(lines: readonly string[], blocks: Page['blocks']): string {
  const main = lines.filter((_, i) => !blocks[i]?.boilerplate);
  const beginnings = new Set<string>();
  const sentences = main.filter((line) => {
    const beginning = line.slice(0, PIECE / 6);
    const isNew = line.length >= MIN_BLOCK && !beginnings.has(beginning);
    if (isNew) beginnings.add(beginning);
    return isNew;
  });
  return spread([sentences, main].find((some) => lengthOf(some) >= SAMPLE / 10) ?? lines);
}

const lengthOf = (lines: readonly string[]) => lines.reduce((sum, { length }) => sum + length, 0);

/** Beginnings of lines at even distances. */
function spread(lines: readonly string[]): string {
  const step = Math.max(1, lines.length / (SAMPLE / PIECE));
  const most = Math.max(PIECE, SAMPLE / lines.length); // a page of few lines is read further
  const pieces: string[] = [];
  let length = 0;
  for (let at = 0; at < lines.length && length < SAMPLE; at += step) {
    const piece = (lines[Math.floor(at)] ?? '').slice(0, most);
    pieces.push(piece);
    length += piece.length + 1;
  }
  return pieces.join('\n').toWellFormed();
}

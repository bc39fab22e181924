import { PERSON } from '../../../../language/english/proper-names.ts';
import { isOwnName } from '../../text/subject.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { assertedAt } from '../said.ts';

/** Other names of some roles. */
const ALSO: readonly (readonly [form: RegExp, called: string])[] = [
  [/^ceo$|^chief executive/iu, 'CEO|[Cc]hief [Ee]xecutive(?: [Oo]fficer)?|[Mm]anaging [Dd]irector'],
  [/^cto$|^chief techn/iu, 'CTO|[Cc]hief [Tt]echn(?:ology|ical) [Oo]fficer'],
  [/^cfo$|^chief fin/iu, 'CFO|[Cc]hief [Ff]inancial [Oo]fficer'],
  [/^coo$|^chief oper/iu, 'COO|[Cc]hief [Oo]perating [Oo]fficer'],
  [/^managing director$/iu, '[Mm]anaging [Dd]irector|CEO'],
  [/^chair/iu, '[Cc]hair(?:man|woman|person)?'],
  [/^owner$/iu, '[Oo]wner|[Pp]roprietor'],
];
const NOT_NOW = /\b(?:former|previous|ex|first|late|retired|deputy|vice|assistant|then)[\s-]$/iu;
const GONE = /\b(?:former\w*|left|retired|resigned|stepped down|died|vacant|until (?:19|20)\d\d)\b/iu;
const OF_OTHER = /^,?\s(?:of|at)\s(?:the\s)?\p{L}/u;
const NAME_MAX = 40;
/** First words of a sentence that are no name. */
const NO_NAME = /^(?:The|Our|Its|His|Her|Their|My|In|On|At|By|And|As|We|It|He|She|They|Today|Since|Meet|Ask|Contact|Call|Write)\b/u;

/** The people who hold a role of the page's subject: “CEO Ann Lee”, “Ann Lee, our director”, “Ann Lee is the director”. */
export function holdersOf(read: FactPage, role: string): { unit: FactUnit; name: string }[] {
  const called = ALSO.find(([form]) => form.test(role))?.[1] ?? eitherCase(role);
  const own = String.raw`(?:the |our |its |current |an? )?(?:\p{L}+ and )?(?:co-)?(?:${called})(?: and \p{L}[\p{L}-]*)?`;
  const forms = [
    String.raw`(?<=^|[.:;(]\s|\b(?:[Tt]he|[Oo]ur|[Ii]ts|[Bb]y|[Aa]nd|[Ww]ith|[Ii]s|[Tt]o|[Aa]sk|[Cc]all|[Mm]eet|[Cc]ontact)\s)(?:(?:${called})(?: and \p{L}[\p{L}-]*)?)(?:,| is| was|:)?\s(?<name>${PERSON})`,
    String.raw`(?<name>${PERSON})(?:, | is (?:now )?| \()${own}(?![\p{L}-])`,
    `(?:led|run|headed|managed|directed) by (?:${own}, )(?<name>${PERSON})`,
  ].map((form) => new RegExp(form, 'gu'));
  return read.units.flatMap((unit) =>
    forms.flatMap((form) =>
      [...unit.text.matchAll(form)].flatMap((match) => {
        const name = (match.groups?.name ?? '').replace(/[.,]$/u, '');
        const at = match.index + match[0].indexOf(name);
        const isPerson = /\s/u.test(name) && !NO_NAME.test(name);
        const behind = unit.text.slice(match.index + match[0].length);
        // “director of the aquarium”, “CEO at Lux”
        const isElsewhere = OF_OTHER.test(behind) && !isOwnName(read.reading, behind.slice(0, NAME_MAX));
        if (!isPerson || isElsewhere || GONE.test(unit.text) || NOT_NOW.test(unit.text.slice(0, match.index))) return [];
        const said = assertedAt(read, unit, at, at + name.length);
        return said === 'no' || said === 'past' || said === 'maybe' ? [] : [{ unit, name }];
      }),
    ),
  );
}

const eitherCase = (words: string) => words.replace(/(?<=^|\s)\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);

import { licencesIn } from '../../../../knowledge/software.ts';
import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import type { Assertion } from '../../../../language/english/negation.ts';
import { predicated, wasOnly } from '../../text/predicate.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { answeredBy, assertedAt, passageAt } from '../said.ts';

/** A licence that a page names, and its assertion status. Offsets are in the unit's text. */
export interface LicenceFact {
  unit: FactUnit;
  id: string;
  at: number;
  end: number;
  said: Assertion | null;
}

const UNDER_LICENCE = /\blicen[cs]|\bunder (?:the|an?)\s|\bterms\b|\bin the public domain\b/iu;
const LICENCE_OVER = /licen[cs]|^(?:terms|legal|copying)$/iu;
/** A line of fewer words that names a licence is about it. */
const BARE = 8;
const OF_OTHERS =
  /\b(?:dependenc|third[- ]party|bundl|includes?|ships with|uses|logo|docs|documentation|icons?|fonts?|artwork|photos?|other (?:tools|software|projects))/iu;

/** “Until the end of 2024 it was offered under the AGPL”, “for long the AGPL v3”. */
const UNTIL = /\bfor (?:long|years)\s(?:the\s|an?\s)?$|\b(?:until|till|up to)\b[^.;]*\b(?:was|were|had)\b[^.;]*$/iu;

/** “Akin to BSD and MIT”: other licences, to which its own is compared. */
const COMPARED =
  /\b(?:(?:akin|similar|close|comparable|equivalent) to|(?:compatible|compared) with|(?:much|just|not un|un)like)\s(?:[^,;.]*\s)?$/iu;

/** “Converts to Apache 2.0”, “with Apache 2.0 as the licence to which each version changes”: a future licence. */
const isOfLater = (text: string, { at, end }: { at: number; end: number }) =>
  /\b(?:changes|converts|switches|reverts|turns|becomes|will (?:change|convert|switch|turn|become))\s(?:\S+\s){0,2}(?:(?:in)?to\s)?(?:the\s)?$/iu.test(
    text.slice(0, at),
  ) || /^\s(?:\S+\s){0,4}(?:in)?to which (?:\S+\s){1,4}(?:changes|converts|switches|turns)\b/iu.test(text.slice(end));

/** The licences that a page names, in page order. */
export function licencesOf(read: FactPage): LicenceFact[] {
  const ofUnits = licencesOfUnits(read, read.units, null);
  return ofUnits.length > 0
    ? ofUnits
    : licencesOfUnits(
        read,
        read.foot.filter(({ text }) => !OF_SITE.test(text)),
        'yes',
      );
}

/** In the footer: the licence of the site, not of the page's subject. */
const OF_SITE =
  /\b(?:site|theme|content|text|images?|by|powered|built|made|generated|runs?|based|with|on|not|wordpress|sphinx|docusaurus|hugo|jekyll)\b/iu;

function licencesOfUnits(read: FactPage, units: readonly FactUnit[], said: Assertion | null): LicenceFact[] {
  return units.flatMap((unit) => {
    const { text, label, heading } = unit;
    const isMeant = LICENCE_OVER.test(label) || LICENCE_OVER.test(heading) || UNDER_LICENCE.test(text) || unit.tokens.length < BARE;
    return licencesIn(text)
      .filter(({ at }) => {
        const before = text.slice(text.lastIndexOf(';', at) + 1, at);
        return (isMeant || /\bunder\s$/iu.test(before)) && (label !== '' || !OF_OTHERS.test(before)) && !COMPARED.test(before);
      })
      .map((one) => ({
        unit,
        ...one,
        said:
          said ?? (isOfLater(text, one) ? 'maybe' : UNTIL.test(text.slice(0, one.at)) ? 'past' : assertedAt(read, unit, one.at, one.end)),
      }));
  });
}

const OPEN_SOURCE = /\bopen[- ]sourced?\b|\b(?:free software|foss)\b|\b(?<closed>closed[- ]source|proprietary|source-available)\b/giu;

/** “Programs whose source can be read are called source-available”: says what such things are. */
const OF_KIND = /^(?:\p{Lu}\p{Ll}+\s)?\p{L}+s\s(?:whose|that|which|with|are)\b/u;

/** The units that say whether the page's subject is open source, in words or as the value of such a label. */
function openness(read: FactPage): { unit: FactUnit; said: Assertion | null; isOpen: boolean }[] {
  return read.units.flatMap((unit) => {
    if (unit.isHeading) return [];
    if (/^(?:is it\s)?open[- ]source\??$/iu.test(unit.label)) return [{ unit, said: answeredBy(unit), isOpen: true }];
    if (OF_KIND.test(unit.text)) return [];
    return [...unit.text.matchAll(OPEN_SOURCE)].map(({ 0: words, index, groups }) => {
      const start = unit.start + index;
      const sentence = passageAt(read.reading, start);
      const isIt = sentence !== null && predicated(read.reading, sentence, start);
      const said = isIt ? assertedAt(read, unit, index, index + words.length) : null;
      return { unit, said: said === 'yes' && sentence && wasOnly(sentence, start) ? 'past' : said, isOpen: !groups?.closed };
    });
  });
}

/** Judges whether the licence is one of those asked. One of several alternatives suffices: “MIT or Apache-2.0”. */
export function answerLicence(read: FactPage, { is, isOpen }: Extract<Ask, { type: 'licence' }>): Answer {
  const all = [
    ...licencesOf(read).map((one) => ({ ...one, isAsked: is(one.id) })),
    ...(isOpen ? openness(read).map((one) => ({ ...one, isAsked: one.isOpen })) : []),
  ];
  const yes = all.find(({ said, isAsked }) => said === 'yes' && isAsked)?.unit;
  const others = all.filter(({ said, isAsked }) => (isAsked ? said === 'no' : said === 'yes'));
  // an additional commercial licence contradicts nothing
  const no = others.find(({ unit }) => !yes || (unit !== yes && !/\bcommercial\b/iu.test(unit.text)))?.unit;
  if (yes && no) return { says: 'both', unit: yes, why: `the page also says: “${no.text.slice(0, 120)}”` };
  if (yes) return { says: 'yes', unit: yes, why: 'its licence is one of them' };
  const near = all.find(({ isAsked }) => isAsked)?.unit ?? null;
  return no ? { says: 'no', unit: no, why: 'its licence is another' } : { ...OPEN, unit: near };
}

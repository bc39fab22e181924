import type { Page } from '../../../domain/page/page.ts';
import { type Token, tokenize } from '../../../language/english/lexicon.ts';
import { type Unit, unitsOf } from '../score/units.ts';
import type { Reading } from '../text/reading.ts';
import { namedBlocks } from './named-blocks.ts';
import { formOf, type PageForm, withoutEntries } from './page-form.ts';

/** A sentence, cell or list item of a page, with what facts are read from. */
export interface FactUnit extends Unit {
  index: number;
  /** Its words; their offsets are in `text`. */
  readonly tokens: Token[];
  /** Its label and the words of the label. */
  readonly over: { text: string; readonly tokens: Token[] };
  /** Whether it is a short heading or a column header, which names what follows and asserts nothing. */
  isHeading: boolean;
  /** Whether its label is taken from the heading above it. */
  isUnderName: boolean;
  /** Whether it is one of the first sentences of the page. */
  isLead: boolean;
  /** How plainly it speaks of the page's subject: under a label (0), in the title or the first sentences (1), elsewhere (2). */
  rank: 0 | 1 | 2;
}

/** A page prepared for reading facts. */
export interface FactPage {
  page: Page;
  reading: Reading;
  units: FactUnit[];
  /** The first heading, or else the first line. */
  heading: FactUnit;
  /** The title element, or else the page's title, without the name of the site. */
  title: string;
  form: PageForm;
  /** Boilerplate lines, as in the footer. Only addresses, founding dates and licences are read from them. */
  foot: FactUnit[];
  /** Whether the page is so short that everything on it is about its subject. */
  isShort: boolean;
}

const LEAD = 3;
/** Text before the first heading is boilerplate if that heading is one of the first units. */
const HEADING_WITHIN = 12;
const MENU = /^[^|·•]{1,40}(?:\s[|·•-]\s[^|·•]{1,40}){2,}$|^[^/›»>]{1,40}(?:\s?[/›»>]\s?[^/›»>.]{1,40})+$|\bcookies?\b/iu;
const HEADING_WORDS = 6;
const UNITS_MAX = 1500;
const SHORT = 25;

const known = new WeakMap<Reading, FactPage | null>();
/** Prepares a page once; null if it has no text. */
export function factPageOf(reading: Reading): FactPage | null {
  let read = known.get(reading);
  if (read === undefined) {
    read = factPage(reading);
    known.set(reading, read);
  }
  return read;
}

function factPage(reading: Reading): FactPage | null {
  const { page } = reading;
  let prose = 0;
  const all = withoutRemarks(
    page,
    unitsOf(page).units.filter(({ tag }) => tag !== 'pre'),
  );
  const first = all.slice(0, HEADING_WITHIN).findIndex(({ tag }) => /^h[1-6]$/u.test(tag));
  const under = namedBlocks(all.slice(0, UNITS_MAX));
  const units = all.slice(0, UNITS_MAX).map((unit, index): FactUnit => {
    const label = unit.label || (under.get(unit) ?? '');
    const isTitle = unit.tag === 'h1' || (index === 0 && /^h\d$/u.test(unit.tag));
    const isHeading = (/^h[1-6]$/u.test(unit.tag) && unit.text.split(/\s+/u).length <= HEADING_WORDS) || /^(?:th|dt)$/u.test(unit.tag);
    const isProse = index > first && !isHeading && !isTitle && label === '' && !MENU.test(unit.text);
    const isLead = isProse && prose < LEAD;
    if (isProse) prose++;
    return withTokens({
      ...unit,
      label,
      isUnderName: under.has(unit),
      index,
      isHeading: isHeading && !isTitle,
      isLead,
      rank: label ? 0 : isLead || isTitle ? 1 : 2,
    });
  });
  const heading = units.find(({ tag }) => tag === 'h1') ?? units.find(({ tag }) => /^h\d$/u.test(tag)) ?? units[0];
  if (!heading) return null;
  const title = withoutSite(page.hints.find(({ source }) => source === 'title')?.value ?? page.title, page.title);
  const read: FactPage = {
    page,
    reading,
    units: withoutEntries(page, units, heading.text),
    heading,
    title,
    form: { form: 'thing' },
    foot: footOf(reading, units.length),
    isShort: units.length < SHORT,
  };
  read.form = formOf(read, units);
  return read;
}

const FOOT_MAX = 40;
const footOf = ({ views }: Reading, index: number): FactUnit[] =>
  views
    .filter(({ boilerplate, text }) => boilerplate && /\d|licen[cs]/iu.test(text))
    .slice(-FOOT_MAX)
    .map(({ start, end, text, tag }) =>
      withTokens({
        ...{ start, end, text, tag, label: '', heading: '', links: 0, index },
        ...{ isHeading: false, isUnderName: false, isLead: false, rank: 2 as const },
      }),
    );

/** A title without its site's name: keeps parts in lower case or with the page's name (“Casa da Lagoa – a small hotel in the Alentejo”). */
function withoutSite(whole: string, name: string): string {
  const [first = whole, ...parts] = whole.split(/\s[|–—·-]\s/u);
  const own = parts.filter((part) => /^(?:\p{Ll}|(?:An?|The)\s\p{Ll})/u.test(part) || (name !== '' && part.includes(name)));
  return [first, ...own].join(' – ');
}

/** The first sentence of a cell or definition is its value. Those after it are remarks, to which the label does not apply. */
function withoutRemarks(page: Page, units: readonly Unit[]): Unit[] {
  return units.map((unit, i) => {
    const before = units[i - 1];
    const isRemark =
      before !== undefined && unit.label !== '' && before.label === unit.label && !page.text.slice(before.end, unit.start).includes('\n');
    return isRemark ? { ...unit, label: '' } : unit;
  });
}

function withTokens(unit: Omit<FactUnit, 'tokens' | 'over'>): FactUnit {
  let own: Token[] | undefined;
  let ofLabel: Token[] | undefined;
  return {
    ...unit,
    get tokens() {
      own ??= tokenize(unit.text);
      return own;
    },
    over: {
      text: unit.label,
      get tokens() {
        ofLabel ??= tokenize(unit.label);
        return ofLabel;
      },
    },
  };
}

/** “Welcome!”, “By Ann Lee, 3 May”: says nothing about the page's subject. */
const GREETS = /^(?:by|posted by|written by|published|updated)\s/iu;
const GREETING = 3;
/** The first sentence about the page's subject, or else its heading. */
export const introOf = ({ units, heading }: FactPage): FactUnit =>
  units.find(({ isLead, text, tokens }) => isLead && tokens.length > GREETING && !GREETS.test(text)) ?? heading;

import type { Hint } from '../../../domain/page/page.ts';
import { remembered } from '../../../domain/text.ts';
import type { Attributes } from '../html/html-elements.ts';
import { dateInAddress, declaredDate, type Meaning, meaningOf } from './declared.ts';

const MAX_FOUND = 200;
const MAX_SCRIPT = 200_000;
const MAX_SCRIPTS = 40;

/** A date in a page's markup: the declared one, or null where the block's text gives it. */
export interface Marked {
  meaning: Meaning;
  iso: string | null;
  block: number;
  isTime: boolean;
  /** Whether it is in the header of an article. */
  inHeader: boolean;
}

/** The dates in a page's markup. */
export interface DeclaredDates {
  meta: Map<Meaning, string>;
  jsonLd: Map<Meaning, string>;
  script: string | null;
  marked: readonly Marked[];
  /** Blocks in elements that are named after dates, by-lines or similar. */
  named: ReadonlySet<number>;
  /** Blocks of comments and answers. */
  beside: ReadonlySet<number>;
  address: string | null;
}

/** The length of a date that includes its day. */
const DAY = 10;

const NAMED = /date|datum|time|publish|posted|creat|fecha|stamp|byline|by-line|meta|info|author|autor|datu|tarih|дат/;

const namesDate = remembered((names: string) => NAMED.test(names.slice(0, 200).toLowerCase()));

/** Whether an element is a comment, answer or review. */
export const isComment = ({ itemscope, itemprop, itemtype, class: classes, id }: Attributes) =>
  (id !== undefined && COMMENTS.has(id.toLowerCase())) ||
  (classes !== undefined && isNamedComment(classes)) ||
  (itemscope !== undefined &&
    (/^\s*(?:comment|review|suggestedAnswer|acceptedAnswer)s?\s*$/.test(itemprop ?? '') || COMMENT.test(itemtype?.trim() ?? '')));

const COMMENTS = new Set('comment comments comment-list commentlist comments-area discussion replies responses disqus_thread'.split(' '));
const isNamedComment = remembered((classes: string) =>
  classes
    .slice(0, 200)
    .toLowerCase()
    .split(/\s+/)
    .some((name) => COMMENTS.has(name)),
);

const COMMENT = /\b(?:Comment|UserComments|Answer)$/;

/** Collects dates while a page is parsed. `url`: where the page was found; `monthFirst`: how it writes 03/04/2020, as far as known. */
export function openDates(url: string, monthFirst: () => boolean) {
  const meta = new Map<Meaning, string>();
  const jsonLd = new Map<Meaning, string>();
  const marked: Marked[] = [];
  const named = new Set<number>();
  const beside = new Set<number>();
  let address = dateInAddress(url);
  let script: string | null = null;
  let scripts = 0;
  const first = (of: Map<Meaning, string>, meaning: Meaning, text: string | undefined) => {
    if (text === undefined || (of.get(meaning)?.length ?? 0) >= DAY) return;
    const iso = declaredDate(text, monthFirst());
    if (iso && iso.length > (of.get(meaning)?.length ?? 0)) of.set(meaning, iso); // a day is better than a month
  };

  return {
    onMeta({ property, name, itemprop, content, 'http-equiv': equiv }: Attributes) {
      for (const key of [property, name, itemprop, equiv]) {
        const meaning = key === undefined || content === undefined ? null : meaningOf(key.trim().toLowerCase());
        if (meaning) first(meta, meaning, content);
      }
    },
    /** An address that the page gives for itself. */
    onAddress(href: string) {
      address ??= dateInAddress(href);
    },
    /** An element of the body; `block`: the number of its text's block. */
    onElement(name: string, attributes: Attributes, block: number, inHeader: boolean) {
      if (marked.length >= MAX_FOUND) return;
      const { itemprop, property, class: classes, id, datetime, content, title, pubdate } = attributes;
      if ((classes !== undefined && namesDate(classes)) || (id !== undefined && namesDate(id))) named.add(block);
      const prop = (itemprop ?? property)?.toLowerCase().replace(/^.*:/, '');
      const value = datetime ?? content ?? (name === 'abbr' ? title : undefined);
      const iso = value === undefined ? null : declaredDate(value, monthFirst());
      const meaning = prop === undefined ? null : meaningOf(prop);
      if (meaning) marked.push({ meaning, iso, block, isTime: false, inHeader });
      else if (name === 'time' || (name === 'abbr' && iso)) {
        const isPublished = pubdate !== undefined || /publish|entry-date|posted/.test(classes?.toLowerCase() ?? '');
        const isModified = !isPublished && /updat|modif/.test(classes?.toLowerCase() ?? '');
        marked.push({ meaning: isPublished ? 'published' : isModified ? 'modified' : 'some', iso, block, isTime: true, inHeader });
      }
    },
    /** The blocks of a comment or an answer, [from, to). */
    onBeside(from: number, to: number) {
      for (let block = from; block < to; block++) beside.add(block);
    },
    onScript(text: string) {
      if (text.length > MAX_SCRIPT || scripts++ >= MAX_SCRIPTS) return;
      script ??= dateInScript(text);
    },
    /** A property of the page's structured data; outer ones come first. */
    onHint({ source, type, path, value }: Hint) {
      const meaning = source === 'json-ld' && !COMMENT.test(type ?? '') ? meaningOfProperty(path) : null;
      if (meaning) first(jsonLd, meaning, value);
    },
    found: (): DeclaredDates => ({ meta, jsonLd, script, marked, named, beside, address }),
  };
}

/** The meaning of a JSON-LD property of the page or its main thing; null for those of comments, images and parts. */
function meaningOfProperty(path: string): Meaning | null {
  const name = /^(?:mainEntity(?:OfPage)?\.)*(\w+)$/.exec(path)?.[1];
  if (name === 'datePublished' || name === 'dateCreated' || name === 'uploadDate') return 'published';
  return name === 'dateModified' ? 'modified' : null;
}

const IN_SCRIPT =
  /["']?(?:date_?published|publish(?:ed)?_?(?:date|time|at|on)|pub_?date|publication_?date|date_?created|created_?at|article_?date|post_?date)["']?\s*[:=]\s*["'](\d{4}-\d{2}-\d{2}[^"']{0,30})["']/i;

/** A date as a value: few scripts have one, and the others skip the slow pattern. */
const DAY_AS_VALUE = /[:=]\s*["']\d{4}-\d{2}-\d{2}/;

const dateInScript = (text: string) => {
  const value = DAY_AS_VALUE.test(text) ? IN_SCRIPT.exec(text)?.[1] : undefined;
  return value === undefined ? null : declaredDate(value);
};

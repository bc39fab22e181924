import type { BlockTag } from '../../../domain/page/page.ts';
import { remembered } from '../../../domain/text.ts';

export type Attributes = Record<string, string>;

const set = (words: string) => new Set(words.split(' '));

/** Elements that begin and end a line. So does `br`: a browser's find does not match across it. */
const LINE_BREAKING = set(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol option p pre search section summary table tbody td ' +
    'tfoot th thead tr ul',
);

/** Elements whose content is invisible on the page, or not searched by a browser's find. */
const UNSEEN = set(
  'script style template noscript svg iframe noembed noframes object embed video audio canvas map select datalist textarea rp annotation annotation-xml title',
);

const BOILERPLATE = set('nav aside');
const BOILERPLATE_ROLES = set('navigation banner contentinfo complementary search menu menubar toolbar');
const BOILERPLATE_CLASSES = set(
  'nav navbar navigation menu sidebar breadcrumb breadcrumbs footer site-footer site-header site-nav page-footer global-nav top-nav toc ' +
    'masthead skip-link cookie-banner cookie-consent cookie-notice',
);

const OWN = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'th', 'td', 'dt', 'dd', 'pre', 'caption'] as const;
const RENAMED = { blockquote: 'quote', figcaption: 'caption', legend: 'caption', listing: 'pre' } as const;
const TAG_OF = new Map<string, BlockTag>([...OWN.map((tag) => [tag, tag] as const), ...Object.entries(RENAMED)]);

export const breaksLine = (name: string) => LINE_BREAKING.has(name);

/** The kind of block that an element makes of its text; undefined: that of its parent. */
export const tagOf = (name: string): BlockTag | undefined => TAG_OF.get(name);

export const isList = (name: string) => name === 'ul' || name === 'ol' || name === 'menu';
export const isContent = (name: string, role: string | undefined) => name === 'main' || name === 'article' || role === 'main';

/** Hidden by the element or its own attributes; style sheets are not read. */
export function isHidden(name: string, attributes: Attributes): boolean {
  if (UNSEEN.has(name) || (name === 'dialog' && attributes.open === undefined)) return true;
  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return true;
  return attributes.style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style.slice(0, 1000));
}

/** Whether an element opens another one: a tab, or an expandable button. */
export const opensOther = (attributes: Attributes): boolean =>
  attributes['aria-controls'] !== undefined && (attributes.role === 'tab' || attributes['aria-expanded'] !== undefined);

const OVERLAYS = new Set(['dialog', 'alertdialog', 'menu', 'listbox', 'navigation', 'search']);
/** Names of overlays that have no role. */
const OVERLAY_NAMES = /menu|\bnav|navbar|cookie|consent|modal|pop-?up|drawer|drop-?down|offcanvas|overlay|search|login|sign-?in/iu;
/** Whether a hidden element that a control opens is content: the panel of a tab or an answer, not a dialog or menu. */
export const isPanel = (name: string, { role, id, class: classes, 'aria-modal': modal }: Attributes): boolean =>
  !OVERLAY_NAMES.test(`${id ?? ''} ${(classes ?? '').slice(0, 200)}`) &&
  name !== 'dialog' &&
  name !== 'nav' &&
  !UNSEEN.has(name) &&
  modal === undefined &&
  !(role !== undefined && OVERLAYS.has(role));

/** Whether an element is furniture of the site. A header or footer within the content is content. */
export function isBoilerplate(name: string, attributes: Attributes, inContent: boolean): boolean {
  if (BOILERPLATE.has(name) || (attributes.role !== undefined && BOILERPLATE_ROLES.has(attributes.role))) return true;
  if ((name === 'header' || name === 'footer') && !inContent) return true;
  if (name === 'body' || name === 'html') return false;
  const { id, class: classes } = attributes;
  if (id !== undefined && BOILERPLATE_CLASSES.has(id.toLowerCase())) return true;
  return classes !== undefined && namesBoilerplate(classes);
}

const namesBoilerplate = remembered((classes: string) =>
  classes
    .slice(0, 500)
    .split(/\s+/)
    .some((word) => BOILERPLATE_CLASSES.has(word.toLowerCase())),
);

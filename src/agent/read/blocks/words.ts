import type { Element } from './outline.ts';

// What authors call the parts of a page, in classes, ids and custom elements.
const FURNITURE =
  /banner|breadcrumb|combx|community|cover-wrap|disqus|extra|footer|gdpr|header|legends|menu|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|ad-break|agegate|pagination|pager|popup|comment|cookie|consent|promo|newsletter|subscri|share|sharing|widget|teaser|recommend|outbrain|taboola|masthead|toolbar|navi|(?:^|[\s_-])nav|tags?(?:$|[\s_-])|login|byline|author|meta(?:$|[\s_-])|print|hidden|modal|toc(?:$|[\s_-])/;
const CONTENT =
  /article|body|content|entry|hentry|h-entry|main|page(?!r|d)|post(?!-?(?:nav|meta|tag|author|footer))|text|blog|story|column|shadow|beitrag|artikel|artigo|texte/;

/** -1: named as furniture; 1: as content; 0: as neither or both. */
export function wordOf({ name, classes }: Pick<Element, 'name' | 'classes'>): number {
  const words = name.includes('-') ? `${name} ${classes}` : classes;
  if (words === '') return 0;
  return Number(CONTENT.test(words)) - Number(FURNITURE.test(words));
}

import { isoDate } from '../published.ts';
import { dayOf, findWrittenDates } from './visible.ts';

/** The meaning of a date in the metadata. */
export type Meaning = 'published' | 'modified' | 'some';

const set = (words: string) => new Set(words.split(' '));

const PUBLISHED = set(
  'article:published_time article:published article:publicationdate article:post_date article:published_date og:article:published_time ' +
    'og:published_time og:pubdate og:publish_date datepublished date_published published published_time published-date published_date ' +
    'publisheddate published_at publish-date publish_date publishdate publish_time publishtime publish-time pubdate pub_date publication_date ' +
    'publicationdate publication-date citation_publication_date citation_online_date citation_date dc.date.issued dcterms.issued dc.issued ' +
    'dcterms.date.issued dc.date.created dcterms.created dc.created created datecreated date_created creation_date creationdate date.created ' +
    'sailthru.date parsely-pub-date cxenseparse:recs:publishtime shareaholic:article_published_time rnews:datepublished bt:pubdate ' +
    'article_date_original article.published originalpublicationdate originalpublishdate vr:published_time displaydate release_date releasedate ' +
    'firstpublished first_published gen_date video:release_date book:release_date uploaddate',
);
const MODIFIED = set(
  'article:modified_time article:modified og:updated_time og:article:modified_time article:updated article:updated_time datemodified modified ' +
    'date_modified modified_time modified-date lastmodified last-modified last_modified lastmod dc.date.modified dcterms.modified dc.modified ' +
    'revised updated updated_time update_date date.modified sitelastupdated pagelastmodified dateupdated cxenseparse:recs:modified eomportal-lastupdate',
);
const SOME = set('date dc.date dcterms.date dc:date timestamp doc_date search_date pagedate article:create_at article:date time');

/** The meaning of a meta name or itemprop; null: no date. */
export function meaningOf(name: string): Meaning | null {
  if (PUBLISHED.has(name)) return 'published';
  if (MODIFIED.has(name)) return 'modified';
  return SOME.has(name) ? 'some' : null;
}

/**
 * A declared date in ISO 8601 at its precision; reads ISO, compact digits, seconds or milliseconds since 1970, and written dates.
 * `monthFirst`: whether 03/04/2020 is in March.
 */
export function declaredDate(text: string, monthFirst = false): string | null {
  const value = text.trim().slice(0, 60);
  const iso = isoDate(value.replace(/\s+UTC$/, 'Z').replace(/(\d{2}:\d{2}(?::\d{2})?)\s+([+-]\d{2}:?\d{2})$/, '$1$2'));
  if (iso) return iso;
  const start = /^(\d{4}-\d{2}-\d{2})(?:[T\s]|$)/.exec(value)?.[1];
  if (start) return isoDate(start);
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?$/.exec(value);
  if (compact) return dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  if (/^1\d{9}(?:\d{3})?$/.test(value)) return `${new Date(Number(value) * (value.length > 10 ? 1 : 1000)).toISOString().slice(0, 19)}Z`;
  return findWrittenDates(value, null, monthFirst)[0]?.day ?? null;
}

/** The date in a web address: /2014/05/20/, /2014-05-20-, /20140520/. */
export function dateInAddress(url: string): string | null {
  const path = URL.parse(url)?.pathname ?? '';
  const parts =
    /[/_-]((?:19|20)\d{2})([/_.-])(\d{1,2})\2(\d{1,2})(?=[/_.-]|$)/.exec(path) ??
    /[/_-]((?:19|20)\d{2})()(\d{2})(\d{2})(?=[/_.-]|$)/.exec(path);
  return parts ? dayOf(Number(parts[1]), Number(parts[3]), Number(parts[4])) : null;
}

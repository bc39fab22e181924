import type { PageDate } from '../../../domain/page/dates.ts';
import type { Passage } from '../../../domain/page/passage.ts';
import { documentTitleOf, type PageHead, type Proof } from '../../../services/rows.ts';
import { builder, wordsEnum } from '../../builder.ts';

const DateSourceEnum = wordsEnum('DateSource', 'Where a page’s date was found.', {
  meta: 'In a meta element.',
  json_ld: 'In its JSON-LD.',
  markup: 'In an element that is marked as a date.',
  address: 'In its address.',
  near_title: 'Beside its title.',
  script: 'In a script.',
  text: 'In its text.',
});

const DateCertaintyEnum = wordsEnum('DateCertainty', 'How sure a page’s date is.', {
  declared: 'The page’s metadata or its address says so.',
  likely: 'It stands by the title, or a script says so.',
  weak: 'The likeliest date of its text.',
});

const PageDateType = builder.objectRef<PageDate>('PageDate').implement({
  description: 'A date that a page gives of itself.',
  fields: (t) => ({
    date: t.exposeString('date', { description: 'ISO 8601, as precisely as the page says.' }),
    source: t.expose('source', { type: DateSourceEnum, description: 'Where it was found.' }),
    certainty: t.expose('certainty', { type: DateCertaintyEnum, description: 'How certain the date is.' }),
    start: t.exposeInt('start', {
      nullable: true,
      description: 'Where the canonical text says the same day, in UTF-16 code units; null where it does not.',
    }),
    end: t.exposeInt('end', { nullable: true, description: 'Where that ends, exclusive.' }),
  }),
});

export const PageType = builder.objectRef<PageHead>('Page').implement({
  description: 'A page as it was read: immutable. Evidence points into its canonical text.',
  fields: (t) => ({
    uuid: t.expose('id', { type: 'UUID', description: 'The id that evidence names.' }),
    url: t.exposeString('url', { description: 'Where it was read.' }),
    title: t.exposeString('title', {
      description: 'The name of what the page is about, as its title, headings and structured data agree on it.',
    }),
    documentTitle: t.string({
      nullable: true,
      description: 'The title that the document gives itself; null where it gives none, as plain text does.',
      resolve: ({ id }, _args, context) => documentTitleOf(context, id),
    }),
    publishedAt: t.exposeString('publishedAt', {
      nullable: true,
      description: 'When it was published, in ISO 8601, as precisely as the page says.',
    }),
    published: t.field({
      type: PageDateType,
      nullable: true,
      description: 'The same day, with where it was found and how sure it is.',
      resolve: ({ dates }) => dates?.published ?? null,
    }),
    modified: t.field({
      type: PageDateType,
      nullable: true,
      description: 'When it was changed last, where it says so.',
      resolve: ({ dates }) => dates?.modified ?? null,
    }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'The language of its text (BCP 47), recognised by its words; the one it declares where the text is short.',
    }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime', description: 'Time at which the page was read.' }),
    sha256: t.exposeString('sha256', { description: 'The SHA-256 of its canonical text, in hex.' }),
    textVersion: t.exposeInt('textVersion', { description: 'The version of the rules that made the canonical text.' }),
  }),
});

const PassageType = builder.objectRef<Passage>('Passage').implement({
  description: 'The text before and after a quote: whole blocks of the page, a line each, as far as 600 code units on either side reach.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The words, the quote among them.' }),
    start: t.exposeInt('start', { description: 'Where the quote begins in `text`, in UTF-16 code units.' }),
    end: t.exposeInt('end', { description: 'Where it ends, exclusive.' }),
  }),
});

export const EvidenceType = builder.objectRef<Proof>('Evidence').implement({
  description: 'The page’s own words, and their place.',
  fields: (t) => ({
    quote: t.exposeString('quote', { description: 'The words, verbatim.' }),
    start: t.exposeInt('start', { description: 'Where they begin in the page’s canonical text, in UTF-16 code units.' }),
    end: t.exposeInt('end', { description: 'Where they end, exclusive.' }),
    pageId: t.expose('pageId', { type: 'UUID', description: 'The UUID of the page.' }),
    page: t.field({ type: PageType, description: 'The page that has them.', resolve: (proof) => proof.source.page(proof) }),
    passage: t.field({
      type: PassageType,
      description: 'The text before and after them.',
      resolve: (proof) => proof.source.passage(proof),
    }),
  }),
});

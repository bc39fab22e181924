import type { Passage } from '../../domain/page/passage.ts';
import type { PageHead, Proof } from '../../services/rows.ts';
import { builder } from '../builder.ts';

export const PageType = builder.objectRef<PageHead>('Page').implement({
  description: 'A page as it was read: immutable. Evidence points into its canonical text.',
  fields: (t) => ({
    uuid: t.expose('id', { type: 'UUID', description: 'The id that evidence names.' }),
    url: t.exposeString('url', { description: 'Where it was read.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    publishedAt: t.exposeString('publishedAt', {
      nullable: true,
      description: 'When it was published, in ISO 8601, as precisely as the page says.',
    }),
    language: t.exposeString('language', { nullable: true, description: 'The language it declares (BCP 47).' }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime', description: 'When it was read.' }),
    sha256: t.exposeString('sha256', { description: 'The SHA-256 of its canonical text, in hex.' }),
    textVersion: t.exposeInt('textVersion', { description: 'The version of the rules that made the canonical text.' }),
  }),
});

const PassageType = builder.objectRef<Passage>('Passage').implement({
  description: 'What stands around a quote: whole blocks of the page, a line each, as far as 600 code units on either side reach.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The words, the quote among them.' }),
    start: t.exposeInt('start', { description: 'Where the quote begins in `text`, in UTF-16 code units.' }),
    end: t.exposeInt('end', { description: 'Where it ends, exclusive.' }),
  }),
});

export const EvidenceType = builder.objectRef<Proof>('Evidence').implement({
  description: 'The page’s own words, and where they stand.',
  fields: (t) => ({
    quote: t.exposeString('quote', { description: 'The words, verbatim.' }),
    start: t.exposeInt('start', { description: 'Where they begin in the page’s canonical text, in UTF-16 code units.' }),
    end: t.exposeInt('end', { description: 'Where they end, exclusive.' }),
    pageId: t.expose('pageId', { type: 'UUID', description: 'The UUID of the page.' }),
    page: t.field({ type: PageType, description: 'The page they stand on.', resolve: (proof) => proof.source.page(proof) }),
    passage: t.field({ type: PassageType, description: 'What stands around them.', resolve: (proof) => proof.source.passage(proof) }),
  }),
});

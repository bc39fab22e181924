import { contentStems } from '../../../language/english/lexicon.ts';
import { parseRequest } from '../../../language/request/parse.ts';
import type { Reading } from '../text/reading.ts';

/** General nouns that pages rarely use for their own subject. */
const ANYTHING = new Set(
  contentStems(
    'company business startup firm organisation employer employers institution agency vendor provider maker people person expert professional leader member team group ' +
      'paper article study post blog story news report document page site website project product tool software service app application platform solution system ' +
      'idea concept proposal standard work effort plan record place event thing item entry list result example kind type job vacancy position opening role advert advertisement new recent good best top great popular interesting',
  ),
);

/**
 * Whether a page that meets all criteria is about the kind of thing requested: it, or its title, has one of the words for that kind. True
 * if those words are too general to check, as “companies” is.
 */
export function isOnTopic({ index, page }: Reading, request: string): boolean {
  const [phrase = ''] = parseRequest(request).topic.split(/[,;]/u, 1);
  const words = contentStems(phrase).filter((stem) => !ANYTHING.has(stem));
  const names = page.hints.filter(({ source, path }) => path === 'name' && (source === 'title' || source === 'opengraph'));
  const title = new Set(contentStems([page.title, ...names.map(({ value }) => value)].join(' ')));
  const says = (stem: string) => index.has(stem) || title.has(stem);
  return words.length === 0 || words.some(says);
}

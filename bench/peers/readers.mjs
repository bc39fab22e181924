import { extractFromHtml } from '@extractus/article-extractor';
import { Readability } from '@mozilla/readability';
import Parser from '@postlight/parser';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';

// The readers of others, each asked in the same way: HTML and address in, the text of the article and the day it was published out.

/** The words of HTML, each block on a line of its own. */
function textOf(html) {
  if (!html) return '';
  const lined = html.replace(
    /<\/?(?:p|div|li|ul|ol|br|h[1-6]|tr|td|th|blockquote|pre|section|article|figure|figcaption|dd|dt)\b/gi,
    '\n$&',
  );
  return parseHTML(`<!doctype html><html><body>${lined}</body></html>`).document.body.textContent ?? '';
}
const dayOf = (value) => /^\d{4}-\d{2}-\d{2}/.exec(String(value ?? ''))?.[0] ?? null;

export const readers = {
  readability(html) {
    const { document } = parseHTML(html);
    const article = new Readability(document).parse();
    return { text: article?.textContent ?? '', day: dayOf(article?.publishedTime) };
  },
  async defuddle(html, url) {
    const { content, published } = await Defuddle(parseHTML(html).document, url);
    return { text: textOf(content), day: dayOf(published) };
  },
  async articleExtractor(html, url) {
    const article = await extractFromHtml(html, url);
    return { text: textOf(article?.content), day: dayOf(article?.published) };
  },
  async postlight(html, url) {
    const article = await Parser.parse(url, { html, fetchAllPages: false, contentType: 'html' });
    return { text: textOf(article.content), day: dayOf(article.date_published) };
  },
};

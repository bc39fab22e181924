import { expect, test } from 'vitest';
import { companyName, statedSite } from '../../../src/agent/entity/company-name.ts';
import { readHtml } from '../../../src/agent/read/html/html.ts';
import { inlinePage } from '../../../src/agent/read/html/inline.ts';
import type { Hint } from '../../../src/domain/page/page.ts';

const hint = (path: string, value: string, type: string | null = 'Organization'): Hint => ({
  ...{ source: type === null ? 'title' : 'json-ld', type, path, value, item: 0, depth: 0 },
});

test.each([
  ['its document’s title', 'https://acme.com/careers', 'Careers', [hint('name', 'Careers | Acme', null)], 'Acme'],
  ['its structured data', 'https://www.acme.com/about', 'Our story', [hint('name', 'Acme Inc.')], 'Acme Inc.'],
  ['the title, where a page bears the name itself', 'https://acme.com/team', 'Acme', [], 'Acme'],
  [
    'the title, where no name matches the domain',
    'https://acme.com/about',
    'Our story',
    [hint('name', 'Our story – Rockets', null)],
    'Our story',
  ],
  ['the title of the front page', 'https://acme.com/', 'Acme: rockets for all', [hint('name', 'Acme', 'WebSite')], 'Acme: rockets for all'],
])('a company is called by %s', (_, url, title, hints, name) => {
  expect(companyName({ url, title, hints })).toBe(name);
});

test('an unreadable page is named after its subject by the search answer, whose title stays as a heading', () => {
  const page = inlinePage({
    url: 'https://www.crunchlist.example/organization/acme',
    title: 'Acme - Crunchlist',
    text: 'Acme sells anvils.',
  });

  expect(page).toMatchObject({ title: 'Acme', text: 'Acme - Crunchlist\nAcme sells anvils.' });
  expect(page.hints).toMatchObject([{ source: 'title', value: 'Acme - Crunchlist' }]);
});

const statedBy = (body: string, title = 'Acme') => {
  const html = `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>A profile of ${title}, which sells rockets to everybody.</p>${body}</main></body></html>`;
  return statedSite({ ...readHtml(html, 'https://directory.example/acme'), mediaType: 'text/html' });
};

test.each([
  [
    'in a labelled link',
    '<dl><dt>Website</dt><dd><a href="https://www.acme-rockets.com/">acme-rockets.com</a></dd></dl>',
    'acme-rockets.com',
  ],
  ['by a link that says so', '<p>See the <a href="https://rockets.io">company website</a>.</p>', 'rockets.io'],
  ['by a link to a site of its name', '<p>Visit <a href="https://acme.io/">us</a> there.</p>', 'acme.io'],
  [
    'in structured data',
    '<script type="application/ld+json">{"@type":"Organization","name":"Acme","url":"https://acme.org/"}</script>',
    'acme.org',
  ],
  ['not by a link to one of its pages', '<p>See the <a href="https://rockets.io/post">website</a>.</p>', null],
  ['not by a platform', '<p>See the <a href="https://github.com/">website</a>.</p>', null],
  ['not where it names two', '<p>Our <a href="https://one.io/">website</a> and our <a href="https://two.io/">website</a>.</p>', null],
])('a page names its subject’s site %s', (_, body, site) => {
  expect(statedBy(body)).toBe(site);
});

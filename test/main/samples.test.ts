import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Parser } from 'htmlparser2';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { criterionInput } from '../../src/domain/criterion.ts';
import { enrichmentInput, FORMATS } from '../../src/domain/enrichment.ts';
import { createWebsetInput, titleInput } from '../../src/domain/webset-state.ts';

const samples = fileURLToPath(new URL('../../samples/', import.meta.url));
const site = join(samples, 'site');
const files = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const pages = files.filter((file) => file.endsWith('.html')).map(openPage);

const sampleRequest = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: titleInput,
  query: createWebsetInput.shape.originalQuery,
  category: createWebsetInput.shape.category,
  criteria: z.array(criterionInput.strict()).min(1),
  enrichments: z.array(enrichmentInput.strict()).min(1),
});

test('the sample web has at least 60 pages, each with its own title and description', () => {
  const titles = pages.map((page) => page.title);
  const descriptions = pages.map((page) => page.description);

  expect(pages.length).toBeGreaterThanOrEqual(60);
  expect(titles.filter((title) => title.trim() === '')).toEqual([]);
  expect(repeated(titles)).toEqual([]);
  expect(descriptions.filter((description) => description.trim() === '')).toEqual([]);
  expect(repeated(descriptions)).toEqual([]);
});

test('every link inside the sample web leads to one of its files, under any path and from disk', () => {
  const broken = pages.flatMap(({ file, links }) =>
    links.filter((link) => isInside(link) && !leadsToFile(file, link)).map((link) => `${relative(site, file)} -> ${link}`),
  );

  expect(broken).toEqual([]);
});

test('every page of the sample web can be reached from its first page', () => {
  const reached = new Set([join(site, 'index.html')]);

  for (const file of reached) {
    const page = pages.find((candidate) => candidate.file === file);
    for (const link of page?.links ?? []) if (isInside(link) && leadsToFile(file, link)) reached.add(targetOf(file, link));
  }

  expect(files.filter((file) => !reached.has(file)).map((file) => relative(site, file))).toEqual([]);
});

test('pages of the sample web are self-contained: doctype, language, one main heading, no script', () => {
  for (const { file, html, lang, headings, scripts } of pages) {
    expect({ file, doctype: html.startsWith('<!doctype html>'), lang, headings, scripts }).toEqual({
      file,
      doctype: true,
      lang: 'en',
      headings: 1,
      scripts: 0,
    });
  }
});

test('the example requests respect the limits of the service and use every format', () => {
  const requests = z.array(sampleRequest).parse(JSON.parse(readFileSync(join(samples, 'requests.json'), 'utf8')));

  expect(requests).toHaveLength(3);
  expect(repeated(requests.map((request) => request.id))).toEqual([]);
  for (const { criteria, enrichments } of requests) {
    expect(repeated(criteria.map((criterion) => criterion.label))).toEqual([]);
    expect(repeated(enrichments.map((enrichment) => enrichment.label))).toEqual([]);
  }
  const formats = new Set(requests.flatMap(({ enrichments }) => enrichments.map((enrichment) => enrichment.format)));
  expect([...formats].sort(), 'formats of the columns in samples/requests.json').toEqual([...FORMATS].sort());
});

test('the text of the PDF data sheet can be read', async () => {
  const bytes = readFileSync(join(site, 'files', 'sonic-data-sheet.pdf'));

  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));

  expect(totalPages).toBe(2);
  expect(text[0]).toContain('Sonic: a data sheet');
  expect(text[0]).toContain('was released in March 2019');
  expect(text[1]).toContain('Talking to it');
});

function openPage(file: string) {
  const page = {
    file,
    html: readFileSync(file, 'utf8'),
    title: '',
    description: '',
    lang: '',
    links: [] as string[],
    headings: 0,
    scripts: 0,
  };
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      inTitle = name === 'title';
      if (name === 'html') page.lang = attributes.lang ?? '';
      if (name === 'h1') page.headings++;
      if (name === 'script') page.scripts++;
      if (name === 'meta' && attributes.name === 'description') page.description = attributes.content ?? '';
      const link = attributes.href ?? attributes.src;
      if (link !== undefined) page.links.push(link);
    },
    ontext(text) {
      if (inTitle) page.title += text;
    },
    onclosetag() {
      inTitle = false;
    },
  });
  parser.end(page.html);
  return page;
}

function isInside(link: string) {
  return !/^https?:/.test(link);
}

function targetOf(file: string, link: string) {
  return fileURLToPath(new URL(link, pathToFileURL(file)).href.replace(/[?#].*$/, ''));
}

function leadsToFile(file: string, link: string) {
  if (link.startsWith('/')) return false;
  const target = targetOf(file, link);
  return !relative(site, target).startsWith('..') && (statSync(target, { throwIfNoEntry: false })?.isFile() ?? false);
}

function repeated(values: string[]) {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

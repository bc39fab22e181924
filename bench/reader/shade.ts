import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { openBrowser } from '../../test/support/browser.ts';

// Pictures of pages with what our reader takes for furniture shaded: content green, furniture red. Scripts are off, nothing is fetched.
//   node bench/reader/shade.ts --pages 'folder/*.html' --out FOLDER [--every 10] [--most 20]

const { values: args } = parseArgs({
  options: {
    pages: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    every: { type: 'string', default: '1' },
    most: { type: 'string', default: '20' },
  },
});
if (args.out === undefined || args.pages.length === 0) {
  console.error("node bench/reader/shade.ts --pages 'folder/*.html' --out FOLDER [--every 10] [--most 20]");
  process.exit(2);
}
const out = args.out;
mkdirSync(out, { recursive: true });

const files = args.pages
  .flatMap((pattern) => globSync(pattern).sort())
  .filter((_, i) => i % Number(args.every) === 0)
  .slice(0, Number(args.most));

/** Colours each piece of text by the line it is part of. Runs in the page. */
function shade({ content, furniture }: { content: string[]; furniture: string[] }) {
  const squeeze = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const [kept, left] = [content.join('\n'), furniture.join('\n')];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = squeeze(node.textContent ?? '');
    const element = node.parentElement;
    if (text === '' || !element) continue;
    const [isKept, isLeft] = [kept.includes(text), left.includes(text)];
    if (isKept || isLeft) element.style.setProperty('background', isKept ? '#c9f2c9' : '#f7c4c4', 'important');
    if (isKept && isLeft) element.style.setProperty('background', '#f2ecc0', 'important');
  }
}

await using browser = await openBrowser();
if (!browser) process.exit(1);
const { context } = await browser.context({ viewport: { width: 1100, height: 1400 }, javaScriptEnabled: false });
await context.route('**/*', (route) => route.abort());
for (const path of files) {
  const bytes = readFileSync(path);
  const body = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const read = await readDocument({ url: 'https://example.com/', mediaType: 'text/html', charset: null, body }).catch(() => null);
  if (!read) {
    console.log(`${path}: no text`);
    continue;
  }
  const lines = read.text.split('\n');
  const page = await context.newPage();
  await page.setContent(body.toString('utf8'), { waitUntil: 'domcontentloaded', timeout: 20_000 }).catch(() => undefined);
  await page.evaluate(shade, {
    content: lines.filter((_, i) => !read.blocks[i]?.boilerplate),
    furniture: lines.filter((_, i) => read.blocks[i]?.boilerplate),
  });
  const name = `${basename(path).slice(0, 24)}-${createHash('sha256').update(path).digest('hex').slice(0, 6)}.png`;
  await page.screenshot({ path: join(out, name), fullPage: true });
  await page.close();
  console.log(join(out, name));
}

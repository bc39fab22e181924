import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../../test/support/browser.ts';
import { openBenchService } from '../shared/service.ts';

// `npm run screenshots [-- FOLDER]`: the pictures of the README, taken of the sample web on a service of its own. Written into docs/images.

const FOLDER = process.argv[2] ?? fileURLToPath(new URL('../../docs/images', import.meta.url));
const SCHEMES = ['light', 'dark'] as const;

await mkdir(FOLDER, { recursive: true });
await using service = await openBenchService();
const browser = await openBrowser();
if (!browser) process.exit(1);

let place = '';
for (const colorScheme of SCHEMES) {
  const { context } = await browser.context({
    viewport: { width: 1280, height: 760 },
    colorScheme,
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const shoot = async (name: string) => {
    await page.waitForTimeout(300);
    const path = join(FOLDER, `${name}-${colorScheme}.png`);
    await page.screenshot({ path });
    console.log(`Wrote ${path}`);
  };
  await page.goto(service.url);
  await page.getByRole('heading', { name: 'Try an example' }).waitFor();
  if (place === '') {
    await page.getByRole('button', { name: /^Open-source databases written in Rust/ }).click();
    await page.getByRole('button', { name: 'Find them' }).click();
    await page.waitForURL('**/w/*');
    await page.getByText('Finished').waitFor({ timeout: 120_000 });
    place = page.url();
  }
  await page.goto(place);
  await page.getByRole('rowheader', { name: /^TiKV/ }).click();
  await page.getByRole('complementary').locator('mark').first().waitFor();
  await shoot('webset');
  await context.close();
}
await browser[Symbol.asyncDispose]();

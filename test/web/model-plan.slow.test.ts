import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Asked, openModelServer } from '../support/agent/model-server.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { openLab } from '../support/lab.ts';
import { htmlPage } from '../support/web.ts';

// Planning with a model in Chromium; the worker is real, the model server returns our answers.

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

const criteria = [
  { label: 'Database', description: '' },
  { label: 'Its code is Rust', description: 'Most of its own code is written in Rust.' },
];
const brain = ({ instructions, criteria: asked, columns, passages }: Asked): string => {
  if (!instructions.startsWith('You plan'))
    return JSON.stringify({
      criteria: asked.map(({ id }) => ({ id, says: 'yes', passage: 1, quote: passages[0]?.text ?? null })),
      columns: columns.map(({ id }) => ({ id, value: null })),
    });
  return JSON.stringify({
    entity: 'database',
    queries: ['rust databases', 'databases in rust'],
    criteria,
    columns: [{ label: 'Storage engine', description: 'What it stores by.', format: 'text' }],
  });
};

test('a model plans on demand: a failure leaves the plan, a success counts as the person’s own plan; an unedited plan is planned once by the run', async () => {
  await using server = await openModelServer(brain);
  const pages = { '/ferrodb': htmlPage('Ferrodb', 'Ferrodb is a database written in Rust.') };
  const env = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'fake', LLM_BASE_URL: server.url };
  await using lab = await openLab(pages, env);
  const { context, troubles } = await (browser as Browser).context({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const first = page.getByLabel('Criterion 1', { exact: true });
  const second = page.getByLabel('Criterion 2', { exact: true });
  const byModel = page.getByRole('button', { name: 'Plan with the model' });
  const labels = async (id: string) => (await lab.session(id)).criteria.map(({ label }: { label: string }) => label);
  const started = async (by: string) => {
    await page.getByRole('button', { name: by }).click();
    await page.waitForURL('**/w/*');
    await page.getByText('Finished', { exact: true }).waitFor();
    return page.url().split('/').at(-1)?.split('?')[0] ?? '';
  };

  await page.goto(lab.url);
  await page.getByLabel('Your request').fill('databases written in Rust');
  await second.waitFor();
  await page.getByText('openai-compatible fake plans the criteria when the run starts').waitFor();
  server.next = ['unauthorized'];
  await byModel.click();
  await page.getByText(/^The model made no plan: /).waitFor();
  const kept = await second.inputValue();

  await lab.sql`delete from pause`;
  server.delayMs = 3_600_000; // it is planning until it is stopped
  await byModel.click();
  await page.getByText('openai-compatible fake is planning').waitFor();
  await page.getByRole('button', { name: 'Stop planning' }).click();
  await page.getByText('is planning').waitFor({ state: 'detached' });
  server.delayMs = 0;
  await byModel.click();
  await expect.poll(() => second.inputValue()).toBe('Its code is Rust');
  const column = await page.getByLabel('Column 1', { exact: true }).inputValue();
  await page.getByText('is planning').waitFor({ state: 'detached' });
  const waitsForRun = await page.getByText('when the run starts').count();

  await page.getByLabel('Your request').fill('databases written in Rust, or in Zig');
  await page.getByText('The request has changed since you edited the plan.').waitFor();
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  const edited = await started('Find them');

  await page.goto(lab.url);
  await page.getByLabel('Your request').fill('databases made of Rust');
  await first.waitFor();
  const asked = server.calls.length;
  const left = await started('Find them');
  const plannedBy = server.calls.slice(asked).filter(({ instructions }) => instructions.startsWith('You plan'));

  expect(kept).toBe('Written in Rust');
  expect(column).toBe('Storage engine');
  expect(waitsForRun).toBe(0);
  expect(await labels(edited)).toEqual(['Database', 'Its code is Rust']);
  expect(await labels(left)).toEqual(['Database', 'Its code is Rust']);
  expect(plannedBy).toHaveLength(1);
  expect(troubles).toEqual([]);
  await context.close();
});

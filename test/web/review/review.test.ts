import { expect, test } from 'vitest';
import { begin, service } from '../begin.ts';
import { learnAs } from '../learned.ts';
import { asked, counts, opened, startReview } from './opened.ts';

// One pass through the review, in Chromium; the test stores what a worker would learn. More: *.slow.test.ts

begin();

test('rows are answered by keyboard, an answer is undone, the table and the estimate follow the learning, and Escape returns to the table', async () => {
  const { id, page, rows, close } = await opened();
  await startReview(page);
  await asked(page, 'Engine 0');

  await page.keyboard.press('w');
  await asked(page, 'Engine 2');
  await expect.poll(() => counts(id)).toMatchObject({ counts: { hidden: 1 } });
  await page.keyboard.press('u');
  await asked(page, 'Engine 0');
  await expect.poll(() => counts(id)).toMatchObject({ counts: { hidden: 0, needsReview: 20 } });
  await page.keyboard.press('1');
  await page.keyboard.press('y');
  await asked(page, 'Engine 2');
  await page.keyboard.press('n');
  await page.getByText('2 answers').waitFor();
  await page.getByText('Nothing else is decided yet: that takes three yes and three no, so far 1 and 1.').waitFor();
  await page.getByText('Learning from your answers').waitFor();
  await learnAs(
    service,
    id,
    { found: 6, precision: 0.941, low: 0.88, high: 0.97, missed: 1.6, missedLow: 0.4, missedHigh: 3.2 },
    rows.slice(4, 9),
  );

  await page
    .getByText(
      /“.+”: 2 answers, 6 results meet it; about 94 % of those you did not answer are right \(88 to 97\); about 2 more may meet it \(0 to 4\)/,
    )
    .waitFor();
  await page.getByText('Learning from your answers').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: /^Match 6/ }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  const { verdicts } = (
    await service.graphql('query($id:UUID!){webset(id:$id){rows(first:1){nodes{verdicts{effective evidence{quote}}}}}}', { id })
  ).body.data.webset.rows.nodes[0];
  expect(verdicts).toEqual([{ effective: 'match', evidence: { quote: 'Tikv is written in Rust.' } }]);
  await close();
});

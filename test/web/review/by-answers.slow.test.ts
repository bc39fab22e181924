import { expect, test } from 'vitest';
import { begin, service } from '../begin.ts';
import { opened } from './opened.ts';

// Non-matches by answers alone, in Chromium.

begin();

test('non-matches by answers alone have their own tab, show what decided them, and can be reviewed', async () => {
  const { id, page, rows, close } = await opened();
  const denied = rows.slice(10, 17);
  await service.sql`update verdict set verdict = 'no_match', reason = 'learned', judge = 'learned', probability = 0.02, answers = 12, likest = 5,
    likest_yes = 0, likest_no = 5 where row_id in ${service.sql(denied)}`;
  await service.sql`update "row" set match_verdict = 'no_match', no_by_answers = true, updated_at = now() where id in ${service.sql(denied)}`;
  await page.reload();
  await page.getByRole('radio', { name: 'No match 0' }).waitFor();

  await page.getByRole('radio', { name: 'No, by answers 7' }).click();
  await page.getByText('No sentence on their pages says no: answers on other results make them unlikely.').waitFor();
  await page.locator('[data-row] .cell-name').first().click();
  await page
    .getByText('No by answers on other results: of the 5 answered results most like it, 0 were yes and 5 no; likelihood .02.')
    .waitFor();
  await page.getByText('No quote: no sentence of the page proves it.').waitFor();
  await page.getByRole('button', { name: 'Review them instead' }).click();
  await service.sql`update verdict set verdict = 'needs_review' where row_id in ${service.sql(denied)}`;
  await service.sql`update "row" set match_verdict = 'needs_review', no_by_answers = false, updated_at = now() where id in ${service.sql(denied)}`;
  await service.sql`update criterion set learned_version = answers_version where webset_id = ${id}`;
  await page.getByRole('radio', { name: 'Needs review 20' }).click();

  await page.getByText('In this webset, answers on other results do not decide that a result is no match.').waitFor();
  await page.getByRole('button', { name: 'Let them decide again' }).click();
  await page.getByText('do not decide that a result is no match').waitFor({ state: 'detached' });
  const { body } = await service.graphql('query($id:UUID!){webset(id:$id){answersDeny}}', { id });
  expect(body.data.webset).toEqual({ answersDeny: true });
  await close();
});

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The axe-core violations of a page in its current state, one line each. */
export async function violationsOn(page: Page): Promise<string[]> {
  // without its extra page for frames of other origins: there are none
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
}

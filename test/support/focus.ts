import type { Page } from 'playwright-core';

/** What a key changes is drawn by the third frame; focus that has nowhere to be is set again within the twelfth. On a busy machine frames take longer. */
const SETTLED = `new Promise((settled) => {
  let frames = 0;
  const look = () => {
    frames++;
    if (frames >= 12 || (frames >= 3 && document.activeElement !== document.body)) settled();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Resolves once the focus is where it stays: on nothing for twelve frames is lost. */
export const settleFocus = (page: Page): Promise<void> => page.evaluate<void>(SETTLED);

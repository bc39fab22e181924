import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { focusOf } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const isOf = (place: string, name: string | RegExp) => (typeof name === 'string' ? place.startsWith(name) : name.test(place));

/** Keys, and where the focus is after each; a test ends where it is nowhere and stays there. */
export function keyboardOf(page: Page) {
  let place = 'start';
  /** Waits until the focus is somewhere, after something happened. */
  const settle = async (happened: string) => {
    let now: string | null = null;
    const look = async () => {
      now = await focusOf(page);
      return now;
    };
    await expect.poll(look, { message: `where the focus is after ${happened} on ${place}` }).not.toBeNull();
    place = now ?? '';
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await settle(key);
    }
  };
  return {
    press,
    settle,
    /** Waits until what was pressed has brought the focus to something of this name. */
    arrive: (name: string | RegExp) =>
      until(async () => {
        await settle(`on the way to ${name}`);
        return isOf(place, name);
      }),
    /** Tab, forward or back, until the focus is on something of this name. */
    async reach(name: string | RegExp, back = false): Promise<void> {
      for (let i = 0; i < 60; i++) {
        if (isOf(place, name)) return;
        await press(back ? 'Shift+Tab' : 'Tab');
      }
      throw new Error(`${name} was not reached by Tab; the last was ${place}`);
    },
  };
}

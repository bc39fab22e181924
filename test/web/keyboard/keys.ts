import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { focusOf } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const isOf = (place: string, name: string | RegExp) => (typeof name === 'string' ? place.startsWith(name) : name.test(place));

/** Presses keys and follows the focus after each; a test fails where the focus is lost. */
export function keyboardOf(page: Page) {
  let place = 'start';
  /** Waits until something has the focus. */
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
    /** Waits until the focus has moved to an element of this name. */
    arrive: (name: string | RegExp) =>
      until(async () => {
        await settle(`on the way to ${name}`);
        return isOf(place, name);
      }),
    /** Presses Tab, forward or back, until an element of this name has the focus. */
    async reach(name: string | RegExp, back = false): Promise<void> {
      for (let i = 0; i < 60; i++) {
        if (isOf(place, name)) return;
        await press(back ? 'Shift+Tab' : 'Tab');
      }
      throw new Error(`${name} was not reached by Tab; the last was ${place}`);
    },
  };
}

import { eventually } from '@entrada/platform/testing/eventually';
import type { Locator, Page } from 'playwright-core';

/** More stops than any page of ours has. */
const STOPS_MAX = 120;

/** The page waits 1.5 s for the second key, which may arrive later on a machine that stalls: then it is done again. */
const ARRIVAL_WAIT_MS = 5_000;

/** A person without a mouse: nothing but keys is ever sent to the page. */
export function keyboardOf(page: Page) {
  return {
    async press(...keys: readonly string[]): Promise<void> {
      for (const key of keys) await page.keyboard.press(key);
    },
    /** Presses the keys one after another, as a shortcut of several, until the element is there. */
    goBy: (shortcut: string, element: Locator): Promise<void> =>
      eventually(async () => {
        for (const key of shortcut) await page.keyboard.press(key);
        await element.waitFor({ timeout: ARRIVAL_WAIT_MS });
      }),
    type: (text: string): Promise<void> => page.keyboard.type(text),
    /** Tabs until the element has the focus. */
    async tabTo(element: Locator): Promise<void> {
      await element.waitFor();
      for (let stop = 0; stop < STOPS_MAX; stop += 1) {
        if (await hasFocus(element)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab never reaches ${element}`);
    },
  };
}

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === node.ownerDocument.activeElement);
}

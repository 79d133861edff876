import type { Page } from 'playwright-core';

/** Over when nothing is being loaded: no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

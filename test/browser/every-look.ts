import { eventually } from '@entrada/platform/testing/eventually';
import type { Page } from 'playwright-core';
import { axeViolations, colorViolations, sidewaysScroll } from './check-page.ts';
import { HEIGHTS, type Look, PHONE_WIDTH_MAX, THEMES, WIDTHS } from './open-page.ts';

const REDRAWN_MAX_MS = 10_000;

type Shape = Pick<Look, 'theme' | 'width'>;
type LookOptions = {
  /** False where axe saw the same structure and colours in another language. */
  readonly axeAt?: (width: number) => boolean;
  readonly take?: (shape: Shape) => Promise<void>;
};

/**
 * What is wrong with the page that is open, at both widths and in both themes. It is loaded once: width and
 * theme are changed as a person would, by the window and the system.
 */
export async function faultsInEveryLook(page: Page, seen: LookOptions = {}): Promise<string[]> {
  const { axeAt = () => true, take } = seen;
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await showAs(page, { width, theme: THEMES[0] });
    const over = await lastingScroll(page);
    if (over > 0) faults.push(`${over} px too wide at ${width} px`);
    if (axeAt(width)) faults.push(...(await axeViolations(page)));
    await take?.({ width, theme: THEMES[0] });
    await showAs(page, { width, theme: THEMES[1] });
    if (axeAt(width)) faults.push(...(await colorViolations(page)));
    await take?.({ width, theme: THEMES[1] });
  }
  return faults;
}

/** What depends on the width may be drawn again a moment later. */
export async function lastingScroll(page: Page): Promise<number> {
  let over = 0;
  const isGone = async () => {
    over = await sidewaysScroll(page);
    return over === 0;
  };
  await eventually(isGone, { timeoutMs: REDRAWN_MAX_MS }).catch(() => {});
  return over;
}

/** Over when what depends on the width has been drawn again. */
export async function showAs(page: Page, { width, theme }: Shape): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  const height = width <= PHONE_WIDTH_MAX ? HEIGHTS.phone : HEIGHTS.desk;
  await page.setViewportSize({ width, height });
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
  );
}

/** Over when nothing is being loaded: no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

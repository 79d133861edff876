import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** A violation shows its HTML: selectors, which nobody reads, take half of the time. */
const REPORT = `resultTypes: ['violations'], selectors: false`;
/** WCAG 2.2 AA and what axe calls best practice. */
const ALL_RULES = `{ ${REPORT} }`;
/** All that can differ between two themes of one page. */
const COLOR_RULES = `{ ${REPORT}, runOnly: ['color-contrast', 'link-in-text-block'] }`;

/** Over the debugger: the content security policy lets no page load axe itself. */
async function inPage(page: Page, expression: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  try {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  } finally {
    await session.detach();
  }
}

/** What axe finds, one line for each place. */
export function axeViolations(page: Page): Promise<string[]> {
  return violationsOf(page, ALL_RULES);
}

/** What axe finds wrong with the colours alone, in half the time: for a page that it has seen in another theme. */
export function colorViolations(page: Page): Promise<string[]> {
  return violationsOf(page, COLOR_RULES);
}

async function violationsOf(page: Page, options: string): Promise<string[]> {
  if (!(await inPage(page, `typeof axe === 'object'`))) {
    await inPage(page, `${axe.source}; undefined`);
  }
  const { violations } = (await inPage(page, `axe.run(document, ${options})`)) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}

/** Pixels by which the page runs over the side of its window. */
export async function sidewaysScroll(page: Page): Promise<number> {
  const over =
    'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)';
  return Number(await inPage(page, over));
}

const BROKEN_TEXTS = `
  [...document.querySelectorAll('td code')].flatMap((code) => {
    const broken = [];
    const texts = document.createNodeIterator(code, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      if (range.getClientRects().length > 1) broken.push(text.data);
    }
    return broken;
  })`;

/** Words of code in tables that begin on one line and end on another. */
export function brokenWords(page: Page): Promise<unknown> {
  return inPage(page, BROKEN_TEXTS);
}

/** Holds for every page in every look. */
export async function expectGoodPage(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
}

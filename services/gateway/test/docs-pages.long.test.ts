import { forTests } from '@entrada/platform/testing/for-tests';
import {
  axeViolations,
  colorViolations,
  expectGoodPage,
  sidewaysScroll,
} from '../../../test/browser/check-page.ts';
import { describeInBrowser } from '../../../test/browser/chromium.ts';
import { showAs } from '../../../test/browser/every-look.ts';
import { openPage } from '../../../test/browser/open-page.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { PAGES, pathOf } from '../src/transport/docs/contents.ts';

const PATHS = PAGES.map(pathOf);
const [FIRST] = PATHS;
/** Names in tables that run over the end of a line. */
const BROKEN = `[...document.querySelectorAll('td:first-child > code')]
  .filter((name) => name.getClientRects().length > 1).map((name) => name.textContent)`;

describeInBrowser('in a browser', () => {
  const system = forTests(() => sharedSystem());
  const opened = forTests(() => openPage({ baseUrl: system.baseUrl, width: 360 }));

  test.each(PATHS)(
    '%s is accessible on a phone and a desk, fits its window and breaks no name',
    async (path) => {
      const { page } = opened;
      await page.goto(path);
      await page.waitForSelector('#search:not([hidden])');
      await showAs(page, { width: 360, theme: 'dark' });
      await expectGoodPage(page);
      await showAs(page, { width: 1_280, theme: 'light' });
      expect(await sidewaysScroll(page)).toBe(0);
      // What a wide window adds, the contents beside the text, is the same on every page.
      const violationsOf = path === FIRST ? axeViolations : colorViolations;
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate(BROKEN)).toEqual([]);
      expect(opened.problems()).toEqual([]);
    },
  );
});

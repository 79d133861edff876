import { forTests } from '@entrada/platform/testing/for-tests';
import {
  axeViolations,
  colorViolations,
  expectGoodPage,
  sidewaysScroll,
} from '../../../test/browser/check-page.ts';
import { describeInBrowser } from '../../../test/browser/chromium.ts';
import { showAs } from '../../../test/browser/every-look.ts';
import { type OpenPage, openPage } from '../../../test/browser/open-page.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { PAGES, pathOf } from '../src/transport/docs/contents.ts';

const TEST_MAX_MS = 120_000;
const PATHS = PAGES.map(pathOf);
const [FIRST] = PATHS;
/** Names in tables that run over the end of a line. */
const BROKEN = `[...document.querySelectorAll('td:first-child > code')]
  .filter((name) => name.getClientRects().length > 1).map((name) => name.textContent)`;

describeInBrowser('in a browser', () => {
  const system = forTests(() => sharedSystem());

  describe('in one tab', () => {
    let opened: OpenPage;
    beforeAll(async () => {
      opened = await openPage({ baseUrl: system.baseUrl, width: 360 });
    }, TEST_MAX_MS);
    afterAll(() => opened?.[Symbol.asyncDispose]());

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
      TEST_MAX_MS,
    );
  });

  test(
    'the search finds an error code, and a button copies a block of code',
    async () => {
      await using opened = await openPage({ baseUrl: system.baseUrl });
      const { page } = opened;
      await page.goto('/docs/quick-start');
      await page.keyboard.press('/');
      await page.keyboard.type('idempotency reused');
      await page.getByRole('link', { name: 'idempotency_key_reused' }).click();
      await page.waitForURL('**/docs/errors#idempotency_key_reused');

      await page.goto('/docs/keys');
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toContain(`curl -s ${system.baseUrl}/api/balance`);
    },
    TEST_MAX_MS,
  );

  test(
    'without JavaScript a reader gets from page to page by links',
    async () => {
      await using opened = await openPage({
        baseUrl: system.baseUrl,
        javaScript: false,
        width: 360,
      });
      const { page } = opened;
      await page.goto('/docs');
      expect(await page.locator('#search').isVisible()).toBe(false);
      await page.getByRole('link', { name: 'Contents' }).click();
      await page.locator('#contents').getByRole('link', { name: 'Webhooks', exact: true }).click();
      await page.getByRole('heading', { name: 'Verify the signature' }).waitFor();
    },
    TEST_MAX_MS,
  );
});

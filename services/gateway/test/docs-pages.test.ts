import { forTests } from '@entrada/platform/testing/for-tests';
import { describeInBrowser } from '../../../test/browser/chromium.ts';
import { openPage } from '../../../test/browser/open-page.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';

describeInBrowser('a reader of the docs', () => {
  const system = forTests(() => sharedSystem());

  test('the search finds an error code, and a button copies a block of code', async () => {
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
  });

  test('without JavaScript a reader gets from page to page by links', async () => {
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
  });
});

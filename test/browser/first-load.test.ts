import { signUp } from '@entrada/deposit-check/sign-up';
import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../harness/shared-system.ts';
import { describeInBrowser } from './chromium.ts';
import { openPage } from './open-page.ts';

const BYTES_MAX = 190_000;

describeInBrowser('the first load', () => {
  const system = forTests(() => sharedSystem());

  test.each(['sign-in', ''])(
    'scripts and styles of /dashboard/%s are less than 190 kB compressed',
    async (path) => {
      const { cookie } = await signUp(system.baseUrl);
      await using opened = await openPage({ baseUrl: system.baseUrl, cookie });
      const { page } = opened;
      const assets = new Set<string>();
      page.on('response', (response) => {
        if (response.url().includes('/dashboard/assets/')) assets.add(response.url());
      });
      await page.goto(`/dashboard/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(assets.size).toBeGreaterThan(3);
      expect(await gzippedBytes(assets)).toBeLessThan(BYTES_MAX);
    },
  );
});

/** As a client without brotli gets them. */
async function gzippedBytes(urls: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    Array.from(urls, async (url) => {
      const headers = { 'accept-encoding': 'gzip' };
      const reply = await fetch(url, { method: 'HEAD', headers });
      return Number(reply.headers.get('content-length'));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openLocalServer } from '../e2e/local-server.ts';
import { axeViolations, sidewaysScroll } from './check-page.ts';
import { describeInBrowser } from './chromium.ts';
import { openPage } from './open-page.ts';

const PAGES: Readonly<Record<string, string>> = {
  '/bad': `<!doctype html><html lang="en"><title>t</title><link rel="stylesheet" href="/wide.css">
    <script src="/throw.js"></script><script src="/log.js"></script>
    <p style="color: red">styled</p><img src="/none.png"><img src="http://127.0.0.1:9/x.png"></html>`,
  '/throw.js': 'throw new Error("broken script")',
  '/log.js': 'console.error("logged error")',
  '/wide.css': 'p { width: 3000px }',
};

describeInBrowser('a page that is watched', () => {
  const server = forTests(() =>
    openLocalServer((request, response) => {
      const text = PAGES[request.url ?? ''];
      const type = /\.(css|js)$/.exec(request.url ?? '')?.[1] ?? 'html';
      response.writeHead(text === undefined && request.url !== '/favicon.ico' ? 404 : 200, {
        'content-type': type === 'js' ? 'text/javascript' : `text/${type}`,
        'content-security-policy': "default-src 'self'",
      });
      response.end(text ?? '');
    }),
  );

  test('every kind of problem fails its test unless it is allowed', async () => {
    const opened = await openPage({ baseUrl: server.url, width: 360 });
    const { page } = opened;
    await page.goto('/bad', { waitUntil: 'networkidle' });
    for (const problem of [
      /page error: .*broken script/,
      /console: logged error/,
      /content security policy: style-src/,
      /reply 404: .*none\.png/,
      /request to another origin/,
    ]) {
      await eventually(() =>
        expect(opened.problems()).toContainEqual(expect.stringMatching(problem)),
      );
    }
    expect((await axeViolations(page)).join()).toContain('image-alt');
    expect(await sidewaysScroll(page)).toBeGreaterThan(2_000);
    await expect(opened[Symbol.asyncDispose]()).rejects.toThrow();
    opened.allow(/./);
    expect(opened.problems()).toEqual([]);
  });
});

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openLocalServer } from '../e2e/local-server.ts';
import { axeViolations, expectGoodPage, sidewaysScroll } from './check-page.ts';
import { describeInBrowser } from './chromium.ts';
import { LANGUAGES, openPage, THEMES } from './open-page.ts';
import { photograph } from './screenshot.ts';

const GOOD = '<!doctype html><html lang="en"><title>t</title><main><h1>Good</h1></main></html>';
const PAGES: Readonly<Record<string, string>> = {
  '/good': GOOD,
  '/throws': '<!doctype html><script src="/throw.js"></script>',
  '/throw.js': 'throw new Error("broken script")',
  '/logs': '<!doctype html><script src="/log.js"></script>',
  '/log.js': 'console.error("logged error")',
  '/violates': '<!doctype html><p style="color: red">styled</p>',
  '/missing-image': '<!doctype html><img src="/none.png">',
  '/elsewhere': '<!doctype html><img src="http://127.0.0.1:9/x.png">',
  '/inaccessible':
    '<!doctype html><html lang="en"><title>t</title><main><h1>x</h1><img src="/good"></main>',
  '/wide': '<!doctype html><link rel="stylesheet" href="/wide.css"><p>wide</p>',
  '/wide.css': 'p { width: 3000px }',
};

/** That every watch of the harness can fail a test. */
describeInBrowser('a page that is watched', () => {
  let baseUrl: string;
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
  beforeAll(() => {
    baseUrl = server.url;
  });

  test('a good page has no problem, fits its window, satisfies axe and can be photographed', async () => {
    await using opened = await openPage({ baseUrl });
    await opened.page.goto('/good');
    await expectGoodPage(opened.page);
    const folder = mkdtempSync(join(tmpdir(), 'entrada-pictures-'));
    const path = await photograph(opened.page, { folder, name: 'harness' });
    expect(statSync(path).size).toBeGreaterThan(0);
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['/throws', /page error: .*broken script/],
    ['/logs', /console: logged error/],
    ['/violates', /content security policy: style-src/],
    ['/missing-image', /reply 404: .*none\.png/],
    ['/elsewhere', /request to another origin/],
  ])('%s is a problem unless it is allowed', async (path, problem) => {
    const opened = await openPage({ baseUrl });
    await opened.page.goto(path, { waitUntil: 'networkidle' });
    await eventually(() =>
      expect(opened.problems()).toContainEqual(expect.stringMatching(problem)),
    );
    await expect(opened[Symbol.asyncDispose]()).rejects.toThrow();
    opened.allow(/./);
    expect(opened.problems()).toEqual([]);
  });

  test('axe and the width are really looked at', async () => {
    await using opened = await openPage({ baseUrl, width: 360 });
    await opened.page.goto('/inaccessible');
    expect((await axeViolations(opened.page)).join()).toContain('image-alt');
    await opened.page.goto('/wide');
    expect(await sidewaysScroll(opened.page)).toBeGreaterThan(2_000);
  });

  const LOOKS = LANGUAGES.flatMap((language) => THEMES.map((theme) => ({ language, theme })));

  test.each(LOOKS)('a page is shown in $language and $theme', async (look) => {
    await using opened = await openPage({ baseUrl, ...look });
    await opened.page.goto('/good');
    const seen = `({ language: navigator.language,
      theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light' })`;
    expect(await opened.page.evaluate(seen)).toEqual(look);
  });
});

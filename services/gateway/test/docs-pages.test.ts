import { sidewaysScroll } from '../../../test/browser/check-page.ts';
import { describeInBrowser } from '../../../test/browser/chromium.ts';
import { openPage } from '../../../test/browser/open-page.ts';
import { type RunningSystem, runSystem } from '../../../test/harness/run-system.ts';

const TEST_MAX_MS = 60_000;
const DESK = 1_000;
const PHONE = 390;
/** How many names there are, and those that run over the end of a line. */
const NAMES = `(() => {
  const names = [...document.querySelectorAll('td:first-child > code')];
  const broken = names.filter((name) => name.getClientRects().length > 1);
  return { count: names.length, broken: broken.map((name) => name.textContent) };
})()`;

type Names = { readonly count: number; readonly broken: readonly string[] };

describeInBrowser('in a browser', () => {
  let system: RunningSystem;
  beforeAll(async () => {
    system = await runSystem();
  }, TEST_MAX_MS);
  afterAll(() => system?.[Symbol.asyncDispose]());

  test.each([
    ['/docs', DESK],
    ['/docs', PHONE],
    ['/docs/errors', DESK],
    ['/docs/errors', PHONE],
  ])(
    '%s fits its window and breaks no name: %j',
    async (path, width) => {
      await using opened = await openPage({ baseUrl: system.baseUrl, width });
      await opened.page.goto(path);
      const { count, broken } = (await opened.page.evaluate(NAMES)) as Names;
      expect(count).toBeGreaterThan(0);
      expect(broken).toEqual([]);
      expect(await sidewaysScroll(opened.page)).toBe(0);
    },
    TEST_MAX_MS,
  );
});

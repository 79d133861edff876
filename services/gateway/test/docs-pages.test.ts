import { eventually } from '@entrada/platform/testing/eventually';
import { type RunningSystem, runSystem } from '../../../test/harness/run-system.ts';
import { findBrowser, openBrowser } from './browser.ts';

const DESK = { width: 1_000, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Names that run over the end of a line, and how far the page runs over its side. */
const FACTS = `document.readyState === 'complete' && {
  names: document.querySelectorAll('td:first-child > code').length,
  broken: [...document.querySelectorAll('td:first-child > code')]
    .filter((name) => name.getClientRects().length > 1).map((name) => name.textContent),
  surplus: Math.max(0, document.documentElement.scrollWidth - innerWidth),
}`;

const program = findBrowser();
const describeInBrowser = program ? describe : describe.skip;
if (!program)
  process.stderr.write(
    'SKIPPED: pages in a browser. Enable it with: apt-get install -y chromium\n',
  );

describeInBrowser('in a browser', () => {
  let system: RunningSystem;
  let browser: ReturnType<typeof openBrowser>;
  beforeAll(async () => {
    system = await runSystem();
    browser = openBrowser(program ?? '');
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await system[Symbol.asyncDispose]();
  });

  test.each([
    ['/docs', DESK],
    ['/docs', PHONE],
    ['/docs/errors', DESK],
    ['/docs/errors', PHONE],
  ])('%s fits its window and breaks no name: %j', async (path, size) => {
    const page = await browser.open(`${system.baseUrl}${path}`, size);
    const facts = await eventually(async () => {
      const seen = (await browser.evaluate(page, FACTS)) as { names: number } | false;
      return seen && seen.names > 0 ? seen : false;
    });
    expect(facts).toEqual({ names: expect.any(Number), broken: [], surplus: 0 });
  });
});

import { forTests } from '@entrada/platform/testing/for-tests';
import type { Page } from 'playwright-core';
import { runSystem } from '../harness/run-system.ts';
import { describeInBrowser } from './chromium.ts';
import { faultsInEveryLook, settled, showAs } from './every-look.ts';
import { newMerchant } from './merchant.ts';
import { LANGUAGES, openPage, THEMES, WIDTHS } from './open-page.ts';
import { screenshot } from './screenshot.ts';
import { type SeededAccount, seedAccount } from './seeded-account.ts';

const [PHONE] = WIDTHS;

describeInBrowser('every page', () => {
  let newcomerCookie: string;
  const system = forTests(() => runSystem({}, { PROVIDER_CLOCK: 'sandbox' }));
  const seeded = forTests(() => seedAccount(system));
  beforeAll(async () => {
    newcomerCookie = (await newMerchant(system.baseUrl, 'Novata')).cookie;
  });

  test.each(LANGUAGES)(
    'for a stranger or a new account is good in every look: %s',
    async (language) => {
      const look = { language, width: PHONE, baseUrl: system.baseUrl };
      await using stranger = await openPage(look);
      const found: string[] = [];
      for (const name of ['sign-in', 'sign-up', 'forgotten', 'reset', 'confirm']) {
        found.push(...(await faultsOf(stranger.page, { name, path: name, language })));
      }
      await using newcomer = await openPage({ ...look, cookie: newcomerCookie });
      for (const [name, path] of EMPTY_PAGES) {
        const checked = { name: `empty-${name}`, path, language };
        found.push(...(await faultsOf(newcomer.page, checked)));
      }
      expect(found).toEqual([]);
    },
  );

  test.each(LANGUAGES)('of an account in use is good in every look: %s', async (language) => {
    const look = { language, width: PHONE, baseUrl: system.baseUrl };
    await using opened = await openPage({ ...look, cookie: seeded.merchant.cookie });
    const found: string[] = [];
    for (const [name, path] of pagesOf(seeded)) {
      found.push(...(await faultsOf(opened.page, { name, path, language })));
    }
    expect(found).toEqual([]);
  });
});

/** Its name, and its path below the dashboard. */
type Place = readonly [name: string, path: string];

const EMPTY_PAGES: readonly Place[] = [
  ['overview', ''],
  ['deposits', 'deposits'],
  ['statement', 'statement'],
  ['suspense', 'statement?tab=suspense'],
  ['keys', 'keys'],
  ['webhooks', 'webhooks'],
  ['not-found', 'no-such-page'],
];

function pagesOf({ deposits, webhook, broken, deliveries }: SeededAccount): readonly Place[] {
  const below = (folder: string, kind: string, ids: object) =>
    Object.entries(ids).map(([name, id]): Place => [`${kind}-${name}`, `${folder}/${id}`]);
  return [
    ['overview', ''],
    ['deposits', 'deposits'],
    ['new-deposit', 'deposits/new'],
    ...below('deposits', 'deposit', deposits),
    ['statement', 'statement'],
    ['suspense', 'statement?tab=suspense'],
    ['keys', 'keys'],
    ['webhooks', 'webhooks'],
    ['new-webhook', 'webhooks/new'],
    ['endpoint', `webhooks/${webhook}`],
    ['endpoint-failing', `webhooks/${broken}`],
    ...below('deliveries', 'delivery', deliveries),
    ['account', 'account'],
  ];
}

type CheckedPage = {
  readonly name: string;
  readonly path: string;
  readonly language: (typeof LANGUAGES)[number];
};

/** What is wrong with a page, and pictures of it for people to look at. */
async function faultsOf(page: Page, { name, path, language }: CheckedPage): Promise<string[]> {
  await showAs(page, { width: PHONE, theme: THEMES[0] });
  await page.goto(`/dashboard/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  const faults = await faultsInEveryLook(page, {
    // Portuguese on a desk has the structure of the one and the colours of the other.
    axeAt: (width) => width === PHONE || language === 'en',
    take: (shape) => screenshot(page, name, { language, ...shape }),
  });
  return faults.map((fault) => `${name}: ${fault}`);
}

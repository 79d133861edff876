import { readFile } from 'node:fs/promises';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Download, Locator, Page } from 'playwright-core';
import { sharedSystem } from '../harness/shared-system.ts';
import { describeInBrowser } from './chromium.ts';
import { DEPOSITS, ENDPOINTS, expectNoSlower, fillAccount, LISTS } from './large-account.ts';
import {
  createButton,
  DEPOSIT_PAGE,
  expectTyped,
  signedIn,
  typeDeposit,
  withoutStream,
} from './signed-in.ts';

/** Deposits of an account whose lists are one page and a bit. */
const SMALL = 30;
/** The reply, and how React reports it. */
const MISSING = /404|The page could not be loaded/;
const KEYS_FILE = /\/assets\/keys-page[^/]*\.js$/;
const LOG_IN_FILE = /\/assets\/log-in-dialog[^/]*\.js$/;

describeInBrowser('going from page to page', () => {
  const system = forTests(() => sharedSystem());

  const link = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('link', { name });
  const heading = (page: Page, name: string) => page.locator('h1', { hasText: name });

  test('back undoes a filter, and after creating leads to where the person came from', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    await merchant.newDeposit();
    await page.goto('/dashboard/deposits');
    const all = page.getByRole('button', { name: 'Todos', pressed: true });
    await all.waitFor();
    await page.getByRole('button', { name: 'Pago', exact: true }).click();
    await page.getByText('Nenhum depósito com estes filtros.').waitFor();
    await page.goBack();
    await all.waitFor();
    await page.getByRole('row').filter({ hasText: 'R$ 50,00' }).waitFor();

    await page.getByRole('link', { name: 'Novo depósito' }).first().click();
    await page.getByRole('textbox', { name: 'Valor' }).pressSequentially('7000');
    await createButton(page).click();
    await page.waitForURL(DEPOSIT_PAGE);
    await page.goBack();
    await page.waitForURL(/\/dashboard\/deposits(\?.*)?$/);
    await page.getByRole('row').filter({ hasText: 'R$ 70,00' }).waitFor();
    expect(await merchant.deposits()).toHaveLength(2);
  });

  test('among 10,000 deposits one is found by its name, a filter and more rows, and back leads to its place', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    await fillAccount(system, merchant.accountId);
    await page.goto('/dashboard/deposits');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    for (const last of [25, 50, 75]) {
      await page.getByRole('button', { name: 'Carregar mais' }).click();
      await row(`pedido-${last + 25}`).waitFor();
    }
    await row('pedido-77').getByRole('link').click();
    await page.waitForURL(DEPOSIT_PAGE);
    await page.goBack();
    await expectInView(row('pedido-77'));

    await page.getByRole('button', { name: 'Cancelado' }).click();
    await row('pedido-2500').waitFor();
    // R$ 25,00 is wider than R$ 3,00.
    expect(await rightEdgeOfAmount(row('pedido-2500'))).toBeCloseTo(
      await rightEdgeOfAmount(row('pedido-300')),
    );
    await page.locator('[data-search]').fill('pedido-9999');
    await page.locator('[data-search]').press('Enter');
    await page.getByText('Nada encontrado para “pedido-9999”.').waitFor();
    await page.getByRole('button', { name: 'Todos' }).click();
    await row('pedido-9999').waitFor();
    await page.goto('/dashboard/deposits?range=30d');
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar CSV' }).click(),
    ]);
    expect(await linesOf(csv)).toBe(DEPOSITS + 1);

    await page.goto('/dashboard/webhooks');
    await page
      .getByRole('link', { name: /^Loja \d+$/ })
      .nth(ENDPOINTS - 1)
      .waitFor();
    await page.getByRole('link', { name: 'Loja 7' }).click();
    await page.getByRole('button', { name: 'Carregar mais' }).click();
    await page.getByRole('row').filter({ hasText: 'DEPOSIT_ASSET' }).nth(49).waitFor();
    await page.getByRole('button', { name: 'Falhou' }).click();
    await page.getByRole('row').filter({ hasText: 'Falhou' }).nth(24).waitFor();

    await using small = await signedIn(system);
    await fillAccount(system, small.accountId, SMALL);
    for (const list of LISTS) await expectNoSlower(list, merchant.api, small.api);
  });

  test('a page whose file a new version no longer has is opened by one reload', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(MISSING);
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(KEYS_FILE, (route) =>
      loads === 1 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await typeDeposit(page);
    const missing = page.waitForResponse(KEYS_FILE);
    await link(page, 'Chaves de API').hover();
    await missing;
    // To point at a link is no reason to lose what is typed.
    await expectTyped(page);
    expect(loads).toBe(1);

    await link(page, 'Chaves de API').click();
    await heading(page, 'Chaves de API').waitFor();
    expect(loads).toBe(2);
  });

  test('a log-in dialog that a new version no longer has is replaced by another tab, and nothing typed is lost', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(MISSING);
    merchant.allow(/401/);
    await page.route(LOG_IN_FILE, (route) => route.fulfill({ status: 404 }));
    await withoutStream(page);
    await typeDeposit(page);
    await merchant.endSession();
    await createButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Entre para continuar' });
    const opening = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: 'Entrar em outra aba' }).click();
    const other = await opening;
    await other.locator('[name=email]').fill(merchant.email);
    await other.locator('[name=password]').fill(merchant.password);
    await other.locator('[type=submit]').click();
    await other.locator('h1', { hasText: 'Visão geral' }).waitFor();
    await other.close();

    await expectTyped(page);
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(DEPOSIT_PAGE);
    expect(await merchant.deposits()).toHaveLength(1);
  });

  test('a file that stays missing is an error with a way out, not a loop of reloads', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(MISSING);
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    await page.route(KEYS_FILE, (route) => route.fulfill({ status: 404 }));
    await page.goto('/dashboard/');
    await link(page, 'Chaves de API').click();
    const retry = page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' });
    await retry.waitFor();
    expect(loads).toBe(2);
    await page.unroute(KEYS_FILE);
    await retry.click();
    await heading(page, 'Chaves de API').waitFor();
  });
});

async function expectInView(row: Locator): Promise<void> {
  await row.waitFor();
  await row.page().waitForFunction('globalThis.scrollY > 0');
  const height = row.page().viewportSize()?.height ?? 0;
  await eventually(async () => {
    const box = await row.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(height);
  });
}

async function rightEdgeOfAmount(row: Locator): Promise<number> {
  const box = await row.locator('[data-row-link]').boundingBox();
  return box ? box.x + box.width : Number.NaN;
}

async function linesOf(download: Download): Promise<number> {
  return (await readFile(await download.path(), 'utf8')).trimEnd().split('\n').length;
}

import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import type { Page, Route } from 'playwright-core';
import { startReceiver } from '../../services/gateway/test/receiver.ts';
import { type RunningSystem, runSystem } from '../harness/run-system.ts';
import { brokenWords } from './check-page.ts';
import { describeInBrowser } from './chromium.ts';
import { WHILE_STOPPED } from './open-page.ts';
import { screenshot } from './screenshot.ts';
import {
  createButton,
  DEPOSIT_PAGE,
  expectTyped,
  signedIn,
  typeDeposit,
  withoutStream,
} from './signed-in.ts';

/** The browser waits some seconds before it opens a broken stream again. */
const RECONNECT_MAX_MS = 60_000;
const PAGE_SIZE = 25;
const LIST = /\/api\/deposit\?/;
const PRIMARY = /primary/;
const CREATE = /\/api\/deposit$/;
/** Attempts of one click: the client repeats it twice by itself. */
const LOST = 3;

const failure = (status: number, code: string, requestId: string) => ({
  status,
  json: { error: 'It failed', code, requestId },
});

describeInBrowser('when something goes wrong', () => {
  let system: RunningSystem;
  let restarted: AsyncDisposable | undefined;
  beforeAll(async () => {
    system = await runSystem();
  });
  afterAll(async () => {
    await restarted?.[Symbol.asyncDispose]();
    await system?.[Symbol.asyncDispose]();
  });

  const stale = (page: Page) => page.getByRole('status').filter({ hasText: 'reconectando' });

  test('a session that ends in the middle of a form is renewed over it, and one deposit is created', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(/401|session_required/);
    await withoutStream(page);
    await typeDeposit(page);
    await merchant.endSession();

    await createButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Entre para continuar' });
    expect(await dialog.locator('[name=email]').inputValue()).toBe(merchant.email);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectTyped(page);
    expect(await merchant.deposits()).toHaveLength(0);

    await createButton(page).click();
    await dialog.locator('[name=password]').fill(merchant.password);
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL(DEPOSIT_PAGE);
    expect(await merchant.deposits()).toMatchObject([{ value: 5_000, externalId: 'pedido-77' }]);
  });

  test('a restart of the server is announced, loses nothing typed, and ends in a live page', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(WHILE_STOPPED);
    await typeDeposit(page);
    await system.gateway[Symbol.asyncDispose]();
    await stale(page).waitFor();
    await createButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'Sem resposta do servidor' }).waitFor();
    await expectTyped(page);

    restarted = await system.startAnotherGateway({ PORT: String(system.port) });
    await stale(page).waitFor({ state: 'detached', timeout: RECONNECT_MAX_MS });
    await expectTyped(page);
    await createButton(page).click();
    await page.waitForURL(DEPOSIT_PAGE);
    const charges = await merchant.deposits();
    expect(charges).toHaveLength(1);
    await system.bank.pay(charges[0]?.emv ?? '');
    await page.locator('h1', { hasText: 'Pago' }).waitFor();
  });

  test('a refund whose reply was lost is made once, whatever refuses the next attempt', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(/ERR_FAILED|403/);
    const { paymentLinkId, emv } = await merchant.newDeposit();
    await system.bank.pay(emv, { notify: true });
    const sent: (string | undefined)[] = [];
    await page.route(/\/refund$/, async (route) => {
      sent.push(route.request().headers()['idempotency-key']);
      if (sent.length <= LOST) return route.fetch().then(() => route.abort());
      if (sent.length > LOST + 1) return route.continue();
      return route.fulfill(failure(403, 'account_frozen', randomUUID()));
    });
    await page.goto(`/dashboard/deposits/${paymentLinkId}`);
    await page.getByText('Creditado no saldo').waitFor();
    await page.getByRole('button', { name: 'Devolver', exact: true }).click();
    const dialog = page.getByRole('dialog');
    for (const name of ['Valor a devolver', 'Digite o valor de novo']) {
      await dialog.getByRole('textbox', { name }).pressSequentially('1000');
    }
    const click = () => dialog.getByRole('button', { name: 'Devolver', exact: true }).click();
    await click();
    await dialog.getByRole('alert').filter({ hasText: 'Sem resposta do servidor' }).waitFor();
    await click();
    await dialog.getByRole('alert').filter({ hasText: 'congelada' }).waitFor();
    await click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toHaveLength(LOST + 2);
    expect(new Set(sent).size).toBe(1);
    const call = 'GET /api/deposit/{paymentLinkId}/refunds';
    const { refunds } = await merchant.api.request(call, { path: { paymentLinkId } });
    expect(refunds).toMatchObject([{ value: 1_000 }]);
  });

  test('a failed reply shows cause, remedy and request id, and a retry helps', async () => {
    const text = 'Erro do nosso lado. Se continuar, envie-nos o código da requisição.';
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(/500/);
    const requestId = randomUUID();
    const fail = (route: Route) => route.fulfill(failure(500, 'internal_error', requestId));
    await page.route(LIST, fail);
    await page.goto('/dashboard/deposits');
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: text }).filter({ hasText: requestId }).waitFor();
    await alert.getByRole('button', { name: 'Copiar código da requisição' }).click();
    await eventually(async () =>
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(requestId),
    );
    await page.unroute(LIST, fail);
    await alert.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByText('Você ainda não tem depósitos.').waitFor();

    await page.route(CREATE, fail);
    await typeDeposit(page);
    await createButton(page).click();
    await alert.filter({ hasText: text }).filter({ hasText: requestId }).waitFor();
    await expectTyped(page);
    await page.unroute(CREATE, fail);
    await createButton(page).click();
    await page.waitForURL(DEPOSIT_PAGE);
    expect(await merchant.deposits()).toHaveLength(1);
  });

  test('a deposit whose reply was lost is not created a second time', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(/ERR_CONNECTION_RESET/);
    const loseReply = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route(CREATE, loseReply);
    await typeDeposit(page);
    // Its external id alone would refuse a second one.
    await page.locator('[name=externalId]').fill('');
    await createButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'Sem resposta do servidor' }).waitFor();
    await page.unroute(CREATE, loseReply);
    await createButton(page).click();
    await page.waitForURL(DEPOSIT_PAGE);
    expect(await merchant.deposits()).toHaveLength(1);
  });

  test('what loads slowly has a skeleton, and is not asked for again meanwhile', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    const arrived = Promise.withResolvers<void>();
    const streaming = page.waitForResponse(/\/api\/live$/);
    let asked = 0;
    await page.route(LIST, async (route) => {
      asked += 1;
      await arrived.promise;
      await route.continue();
    });
    await page.goto('/dashboard/deposits');
    await streaming;
    const skeleton = page.getByRole('status').filter({ hasText: 'Carregando…' });
    await skeleton.waitFor();
    expect((await skeleton.boundingBox())?.height).toBeGreaterThan(200);
    expect(asked).toBe(1);
    arrived.resolve();
    await page.getByText('Você ainda não tem depósitos.').waitFor();
  });

  test('a webhook whose test failed is rather tested again than enabled', async () => {
    await using receiver = await startReceiver();
    receiver.answer(500);
    await using merchant = await signedIn(system, { width: 360 });
    const { page } = merchant;
    const button = (name: string) => page.getByRole('button', { name });
    await page.goto('/dashboard/webhooks/new');
    await page.getByLabel('Nome').fill('ERP');
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await button('Criar webhook').click();
    for (const selector of ['h2:focus', 'code:has-text("whsec_")']) {
      await eventually(async () => {
        const box = await page.locator(selector).first().boundingBox();
        expect(box?.y).toBeGreaterThan(0);
      });
    }
    await button('Já copiei o segredo').click();
    await button('Enviar teste').click();
    await button('Testar de novo').waitFor();
    await screenshot(page, 'failed-webhook-test');
    expect(await button('Testar de novo').getAttribute('class')).toMatch(PRIMARY);
    expect(await button('Ativar webhook').getAttribute('class')).not.toMatch(PRIMARY);

    receiver.answer(200);
    await button('Testar de novo').click();
    await page.getByText('O receptor respondeu 200.').waitFor();
    expect(await button('Ativar webhook').getAttribute('class')).toMatch(PRIMARY);
    await button('Ativar webhook').click();
    await page.getByRole('row').filter({ hasText: 'WEBHOOK_TEST' }).first().waitFor();
    await screenshot(page, 'endpoint-with-tests');
    expect(await brokenWords(page)).toEqual([]);
  });

  test('a list whose cursor is no longer valid says so, and a reload of it helps', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(/400/);
    for (let count = 0; count <= PAGE_SIZE; count += 1) await merchant.newDeposit();
    const WITH_CURSOR = /\/api\/deposit\?.*cursor=/;
    await page.route(WITH_CURSOR, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/cursor=[^&]+/, 'cursor=outdated'),
      }),
    );
    await page.goto('/dashboard/deposits');
    await page.getByRole('button', { name: 'Carregar mais' }).click();
    await page.getByRole('alert').filter({ hasText: 'A lista mudou.' }).waitFor();
    const rows = page.getByRole('row').filter({ hasText: 'R$' });
    expect(await rows.count()).toBe(PAGE_SIZE);

    await page.unroute(WITH_CURSOR);
    await page.getByRole('button', { name: 'Recarregar a lista' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Carregar mais' }).click();
    await rows.nth(PAGE_SIZE).waitFor();
    expect(await rows.count()).toBe(PAGE_SIZE + 1);
  });
});

import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Page } from 'playwright-core';
import { startReceiver } from '../../services/gateway/test/receiver.ts';
import { sharedSystem } from '../harness/shared-system.ts';
import { sidewaysScroll } from './check-page.ts';
import { describeInBrowser } from './chromium.ts';
import { keyboardOf } from './keyboard.ts';
import { newPerson } from './merchant.ts';
import { openPage } from './open-page.ts';
import { screenshot } from './screenshot.ts';

type PaidReply = { readonly charge: { readonly paymentLinkId: string } };

describeInBrowser('a newcomer', () => {
  const system = forTests(() => sharedSystem());
  const receiver = forTests(() => startReceiver());

  /** As curl would. */
  async function createDeposit(key: string, deposit: object): Promise<string> {
    const reply = await fetch(`${system.baseUrl}/api/deposit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(deposit),
    });
    expect(reply.status).toBe(201);
    return ((await reply.json()) as PaidReply).charge.paymentLinkId;
  }

  /** Reads the mail in the sandbox, as a person reads theirs elsewhere, and gives the address of its link. */
  async function mailedLink(email: string): Promise<string> {
    await using opened = await openPage({ baseUrl: system.bank.controlUrl, width: 360 });
    const { page } = opened;
    // The browser asks for an icon, which the sandbox does not have.
    opened.allow(/404.*favicon|favicon.*404/);
    const mail = page.getByRole('row', { name: email }).getByRole('link');
    await eventually(async () => {
      await page.goto('/mail');
      return mail.first().isVisible();
    });
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await page.textContent('h1')).toBe('E-mails');
    await screenshot(page, 'newcomer-1-mails');
    await mail.first().tap();
    await page.getByRole('link', { name: 'Todos os e-mails' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    return (await page.locator('a[href*="/dashboard/confirm"]').getAttribute('href')) ?? '';
  }

  test('gets from sign-up to a paid deposit and its delivered webhook on a phone, in Portuguese', async () => {
    await using opened = await openPage({
      baseUrl: system.baseUrl,
      width: 360,
      language: 'pt-BR',
    });
    const { page } = opened;
    const bar = page.getByRole('navigation');

    const person = newPerson('Padaria da Bia');
    await page.goto('/dashboard/sign-up');
    for (const [name, value] of Object.entries(person)) {
      await page.locator(`[name=${name}]`).fill(value);
    }
    await page.getByRole('button', { name: 'Criar conta' }).tap();
    await page.getByRole('heading', { name: 'Comece aqui' }).waitFor();
    const banner = page.getByText(`Abra o link que enviamos para ${person.email}`);
    await banner.waitFor();
    await screenshot(page, 'newcomer-1-checklist');

    await page.goto(await mailedLink(person.email));
    await page.getByText(person.email).waitFor();
    await screenshot(page, 'newcomer-1-confirmed');
    await page.getByRole('link', { name: 'Continuar' }).tap();
    await page.getByRole('heading', { name: 'Comece aqui' }).waitFor();
    await banner.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Crie uma chave de API' }).tap();
    await page.getByRole('button', { name: 'Criar chave de API' }).first().tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Loja, produção');
    await screenshot(page, 'newcomer-2-create-key');
    await dialog.getByRole('button', { name: 'Criar chave de API' }).tap();
    // The word goes again after two seconds.
    await Promise.all([
      dialog.getByText('Copiado', { exact: true }).waitFor(),
      dialog.getByRole('button', { name: 'Copiar chave de API' }).tap(),
    ]);
    await screenshot(page, 'newcomer-3-key');
    const key = await page.evaluate('navigator.clipboard.readText()');
    await dialog.getByRole('button', { name: 'Já copiei a chave' }).tap();
    await dialog.waitFor({ state: 'detached' });

    await bar.getByRole('link', { name: 'Depósitos' }).tap();
    await page.getByText('Você ainda não tem depósitos.').waitFor();
    const order = { value: 5_000, externalId: 'pedido-1', metadata: { mesa: 'Salão 12' } };
    const first = await createDeposit(String(key), order);
    await page.getByRole('button', { name: '1 novo' }).tap();
    await page
      .getByRole('row', { name: /pedido-1/ })
      .getByRole('link')
      .tap();
    await page.waitForURL(`**/dashboard/deposits/${first}`);
    await tile(page, 'mesa').filter({ hasText: 'Salão 12' }).waitFor();

    await page.getByRole('button', { name: 'Paga o valor certo' }).tap();
    await heading(page, 'Pago').waitFor();
    const payer = tile(page, 'Pagador').filter({ hasText: 'Maria da Silva' });
    await payer.filter({ hasText: '***.456.789-**' }).waitFor();
    await page.getByText('Creditado no saldo').waitFor();
    await screenshot(page, 'newcomer-4-paid');

    await bar.getByRole('link', { name: 'Visão geral' }).tap();
    await tile(page, 'Saldo disponível').filter({ hasText: 'R$ 49,50' }).waitFor();
    await bar.getByRole('link', { name: 'Extrato' }).tap();
    await page.getByRole('row', { name: /Depósito recebido/ }).waitFor();

    await bar.getByRole('button', { name: 'Mais' }).tap();
    await page.getByRole('menuitem', { name: 'Webhooks' }).tap();
    await page.getByRole('link', { name: 'Criar webhook' }).first().tap();
    await page.getByLabel('Nome').fill('ERP');
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await page.getByRole('button', { name: 'Criar webhook' }).tap();
    await page.getByRole('button', { name: 'Copiar segredo do webhook' }).tap();
    await screenshot(page, 'newcomer-5-secret');
    await page.getByRole('button', { name: 'Já copiei o segredo' }).tap();
    await page.getByRole('button', { name: 'Enviar teste' }).tap();
    await page.getByText('O receptor respondeu 200.').waitFor();
    await screenshot(page, 'newcomer-6-test');
    await page.getByRole('button', { name: 'Ativar webhook' }).tap();
    await heading(page, 'ERP').waitFor();

    const second = await createDeposit(String(key), { value: 7_000 });
    await page.goto(`/dashboard/deposits/${second}`);
    await page.getByRole('button', { name: 'Paga o valor certo' }).tap();
    await page.getByRole('link', { name: 'ERP' }).first().tap();
    await heading(page, 'DEPOSIT_ASSET_SUCCESS').waitFor();
    await page.getByRole('rowheader', { name: 'Total' }).waitFor();
    await page.getByText('HTTP 200').waitFor();
    await screenshot(page, 'newcomer-7-delivery');
    expect(receiver.received.some((body) => body.includes(second))).toBe(true);
  });

  test('does the same with the keyboard alone, in English', async () => {
    await using opened = await openPage({ baseUrl: system.baseUrl, language: 'en' });
    const { page } = opened;
    const { press, goBy, type, tabTo } = keyboardOf(page);

    await page.goto('/dashboard/sign-up');
    for (const [name, value] of Object.entries(newPerson('Padaria da Bia'))) {
      await tabTo(page.locator(`[name=${name}]`));
      await type(value);
    }
    await press('Enter');
    await page.getByRole('heading', { name: 'Start here' }).waitFor();

    await goBy('gk', page.locator('h1:focus', { hasText: 'API keys' }));
    await tabTo(page.getByRole('button', { name: 'Create a new API key' }).first());
    await press('Enter');
    const dialog = page.getByRole('dialog');
    await tabTo(dialog.getByLabel('Name'));
    await type('shop');
    await press('Enter');
    await tabTo(dialog.getByRole('button', { name: 'Copy API key' }));
    await Promise.all([dialog.getByText('Copied', { exact: true }).waitFor(), press('Enter')]);
    const key = await page.evaluate('navigator.clipboard.readText()');
    await tabTo(dialog.getByRole('button', { name: 'I have copied the key' }));
    await press('Enter');
    await dialog.waitFor({ state: 'detached' });

    const [older, newer] = [
      await createDeposit(String(key), { value: 5_000, externalId: 'order-1' }),
      await createDeposit(String(key), { value: 6_000, externalId: 'order-2' }),
    ];
    await goBy('gd', page.getByRole('row', { name: /order-2/ }));
    await tabTo(page.getByRole('row', { name: /order-2/ }).getByRole('link'));
    await press('ArrowDown', 'Enter');
    await page.waitForURL(`**/dashboard/deposits/${older}`);
    await tabTo(page.getByRole('button', { name: 'Pays the right amount' }));
    await press('Enter');
    await heading(page, 'Paid').waitFor();

    await goBy('gw', page.locator('h1:focus', { hasText: 'Webhooks' }));
    await tabTo(page.getByRole('link', { name: 'Create webhook' }).first());
    await press('Enter');
    await tabTo(page.getByLabel('Name'));
    await type('till');
    await tabTo(page.getByRole('textbox', { name: 'URL' }));
    await type(receiver.url);
    await press('Enter');
    await tabTo(page.getByRole('button', { name: 'I have copied the secret' }));
    await press('Enter');
    await tabTo(page.getByRole('button', { name: 'Enable webhook' }));
    await press('Enter');
    await heading(page, 'till').waitFor();

    await press('/');
    await page.locator('[data-search]').waitFor();
    await press('/');
    await type('order-2');
    await press('Enter');
    await page.waitForURL(/q=order-2/);
    await page.getByRole('row', { name: /order-1/ }).waitFor({ state: 'detached' });
    await tabTo(page.getByRole('row', { name: /order-2/ }).getByRole('link'));
    await press('Enter');
    await page.waitForURL(`**/dashboard/deposits/${newer}`);
    await tabTo(page.getByRole('button', { name: 'Pays the right amount' }));
    await press('Enter');
    await tabTo(page.getByRole('link', { name: 'till' }).first());
    await press('Enter');
    await page.getByRole('rowheader', { name: 'Total' }).waitFor();
    await goBy('gs', page.getByRole('row', { name: /Deposit received/ }).nth(1));
  });
});

function heading(page: Page, text: string) {
  return page.getByRole('heading', { level: 1 }).filter({ hasText: text });
}

/** A figure of the overview or a fact of a deposit, by its name. */
function tile(page: Page, name: string) {
  return page.locator('dl > div').filter({ hasText: name });
}

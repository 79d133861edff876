import { forTests } from '@entrada/platform/testing/for-tests';
import type { Locator, Page } from 'playwright-core';
import { sharedSystem } from '../harness/shared-system.ts';
import { describeInBrowser } from './chromium.ts';
import { createButton, DEPOSIT_PAGE, type SignedIn, signedIn, typeDeposit } from './signed-in.ts';

/** Before the page can be drawn again; by a mouse, once it may have been; each is a way to do it twice. */
const TWICE: Readonly<Record<string, (button: Locator) => Promise<void>>> = {
  'at once': (button) =>
    button.evaluate((element: { click(): void }) => {
      element.click();
      element.click();
    }),
  'by a mouse': async (button) => {
    const page = button.page();
    const sent = page.waitForResponse((reply) => isChange(reply.request().method()));
    await button.click();
    await sent;
    // Where the button was, whatever is there by now.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  },
};

function isChange(method: string): boolean {
  return method !== 'GET';
}

describeInBrowser('a double click', () => {
  const system = forTests(() => sharedSystem());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.locator('h1', { hasText: name });

  /** What the page has changed, by its requests. */
  function changesOf({ page }: SignedIn): string[] {
    const changes: string[] = [];
    page.on('request', (request) => {
      if (isChange(request.method())) changes.push(`${request.method()} ${pathOf(request.url())}`);
    });
    return changes;
  }
  const pathOf = (url: string) => new URL(url).pathname.replace(/[0-9a-f-]{24,36}/, ':id');
  const keysOf = async ({ accountId }: SignedIn) =>
    (await system.auth.rpc.listKeys({ accountId })).apiKeys;

  test.each(Object.entries(TWICE))('%s creates and cancels one deposit', async (_how, twice) => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    const changes = changesOf(merchant);
    await typeDeposit(page);
    await page.locator('[name=externalId]').fill('');
    await twice(createButton(page));
    await page.waitForURL(DEPOSIT_PAGE);
    await button(page, 'Cancelar depósito').click();
    await twice(inDialog(page, 'Cancelar depósito'));
    await heading(page, 'Cancelado').waitFor();
    expect(changes).toEqual(['POST /api/deposit', 'DELETE /api/deposit/:id']);
    expect(await merchant.deposits()).toHaveLength(1);
  });

  test.each(Object.entries(TWICE))(
    '%s pays once in the sandbox and refunds once',
    async (_how, twice) => {
      await using merchant = await signedIn(system);
      const { page } = merchant;
      const { paymentLinkId } = await merchant.newDeposit();
      const changes = changesOf(merchant);
      await page.goto(`/dashboard/deposits/${paymentLinkId}`);
      await twice(button(page, 'Paga o valor certo'));
      await heading(page, 'Pago').waitFor();
      await page.getByText('Creditado no saldo').waitFor();

      await button(page, 'Devolver').click();
      for (const name of ['Valor a devolver', 'Digite o valor de novo']) {
        await page.getByRole('textbox', { name }).pressSequentially('1000');
      }
      await twice(inDialog(page, 'Devolver'));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(changes).toEqual(['POST /api/sandbox/pay', 'POST /api/deposit/:id/refund']);
      const call = 'GET /api/deposit/{paymentLinkId}/refunds';
      const { refunds } = await merchant.api.request(call, { path: { paymentLinkId } });
      expect(refunds).toMatchObject([{ value: 1_000 }]);
      expect((await merchant.api.request('GET /api/balance')).balance.suspense).toBe(0);
    },
  );

  test.each(Object.entries(TWICE))(
    '%s creates one key, which stays on the screen, and revokes it once',
    async (_how, twice) => {
      await using merchant = await signedIn(system);
      const { page } = merchant;
      const before = (await keysOf(merchant)).length;
      const changes = changesOf(merchant);
      await page.goto('/dashboard/keys');
      await page.getByRole('button', { name: 'Criar chave de API' }).first().click();
      await page.getByRole('dialog').locator('[name=name]').fill('loja');
      await twice(inDialog(page, 'Criar chave de API'));
      await page.getByRole('dialog', { name: 'Chave criada' }).waitFor();
      await inDialog(page, 'Já copiei a chave').click();
      expect(await keysOf(merchant)).toHaveLength(before + 1);

      await page.getByRole('button', { name: 'Ações: loja' }).click();
      await page.getByRole('menuitem', { name: 'Revogar' }).click();
      // The message goes again after some seconds.
      await Promise.all([
        page.getByText('Chave revogada.').waitFor(),
        twice(inDialog(page, 'Revogar')),
      ]);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(changes).toEqual(['POST /api/keys', 'DELETE /api/keys/:id']);
    },
  );
});

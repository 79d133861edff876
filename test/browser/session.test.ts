import { randomBytes } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Page } from 'playwright-core';
import { sharedSystem } from '../harness/shared-system.ts';
import { describeInBrowser } from './chromium.ts';
import { keyboardOf } from './keyboard.ts';
import { openPage, type PageOptions } from './open-page.ts';
import { signedIn } from './signed-in.ts';

/** Asking who is logged in is how a page learns that nobody is. */
const NOBODY = /401|wrong_credentials/;
const FIRST_LOAD_BYTES_MAX = 190_000;

describeInBrowser('signing in', () => {
  const system = forTests(() => sharedSystem());

  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseUrl: system.baseUrl, ...options });
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });

  const expectTitle = (page: Page, title: string) =>
    eventually(async () => expect(await page.title()).toBe(`${title} · Entrada`));

  const newEmail = () => `${randomBytes(6).toString('hex')}@entrada.example`;

  async function typeSignUp(page: Page, email: string, password = randomBytes(12).toString('hex')) {
    await page.goto('/dashboard/sign-up');
    await page.locator('[name=name]').fill('Loja <b>da</b> Ana');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.locator('[type=submit]').click();
    return password;
  }

  async function signUp(page: Page) {
    const email = newEmail();
    const password = await typeSignUp(page, email);
    await page.getByRole('main').and(page.locator('#content')).waitFor();
    return { email, password };
  }

  test('where no mail server is configured, nobody is asked to confirm the address', async () => {
    await using opened = await open();
    const { page } = opened;
    opened.allow(NOBODY);
    const account = /\/api\/account$/;
    await page.route(account, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { account?: object };
      if (body.account) body.account = { ...body.account, receivesMail: false };
      await route.fulfill({ response, json: body });
    });
    const { email } = await signUp(page);
    const send = page.getByRole('button', { name: /^Enviar (de novo|o e-mail)/ });
    await page.getByRole('heading', { name: 'Comece aqui' }).waitFor();
    expect(await send.count()).toBe(0);

    await page.goto('/dashboard/account');
    await page.getByText(`E-mail: ${email}`).waitFor();
    expect(await send.count()).toBe(0);

    await page.unroute(account);
    await page.reload();
    await send.waitFor();
  });

  test('an old session is asked for the password before it creates a webhook, and goes on', async () => {
    await using merchant = await signedIn(system);
    const { page, accountId, password, api } = merchant;
    merchant.allow(/403/);
    const webhooks = async () => (await api.request('GET /api/webhooks')).webhooks.length;
    await system.auth.db.query(
      `update session set proof_at = now() - interval '16 minutes' where account_id = $1`,
      [accountId],
    );
    await page.goto('/dashboard/webhooks/new');
    await page.locator('[name=name]').fill('Loja');
    await page.locator('[name=url]').fill('https://shop.example/hook');
    await page.locator('[type=submit]').click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await dialog.locator('[name=password]').fill(password);
    expect(await webhooks()).toBe(0);
    await dialog.locator('[type=submit]').click();
    await eventually(async () => expect(await webhooks()).toBe(1));
  });

  test('an account chooses the name that payers see', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    await page.goto('/dashboard/account');
    await page.getByLabel(/^Nome para o pagador/).fill('Padaria <Ana>');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Alterações salvas.').waitFor();
    await page.goto(`/payment-link/${(await merchant.newDeposit()).paymentLinkId}`);
    expect(await page.textContent('h1')).toBe('Pagar a Padaria <Ana>');
    expect(await page.title()).toBe('Aguardando pagamento · R$ 50,00 · Padaria <Ana>');
  });

  test('a stranger is led to the sign-in page, and from there to the page that was asked for', async () => {
    await using opened = await open();
    const { page } = opened;
    opened.allow(NOBODY);
    const { email, password } = await signUp(page);
    await page.context().clearCookies();

    await page.goto('/dashboard/statement');
    await page.waitForURL(/\/dashboard\/sign-in\?next=/);
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill('not the password');
    await page.locator('[type=submit]').click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('[name=email]').inputValue()).toBe(email);

    await page.locator('[name=password]').fill(password);
    await page.locator('[type=submit]').click();
    await page.waitForURL(/\/dashboard\/statement(\?|$)/);
    await heading(page).filter({ hasText: 'Extrato' }).waitFor();
    await expectTitle(page, 'Extrato');
  });

  test('the first wrong field gets the focus, tied to what is wrong with it', async () => {
    await using opened = await open();
    const { page } = opened;
    await page.goto('/dashboard/sign-up');
    await page.locator('[name=name]').fill('Ana');
    await page.locator('[type=submit]').click();
    const wrong = page.locator('[name=email]:focus');
    await wrong.waitFor();
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    const described = (await wrong.getAttribute('aria-describedby')) ?? '';
    const error = page.locator(`[id="${described.split(' ').at(-1)}"]`);
    expect(await error.textContent()).toContain('e-mail');
  });

  test('a password that is easy to guess is refused at its field', async () => {
    await using opened = await open();
    const { page } = opened;
    opened.allow(/400|invalid_request/);
    await typeSignUp(page, newEmail(), 'passwordpassword');
    await page.locator('[name=password]:focus').waitFor();
    await page.getByText('É fácil de adivinhar.').waitFor();
  });

  test.each(['sign-in', ''])(
    'scripts and styles of the first load of /dashboard/%s are less than 190 kB compressed',
    async (path) => {
      await using merchant = await signedIn(system);
      const { page } = merchant;
      const assets = new Set<string>();
      page.on('response', (response) => {
        if (response.url().includes('/dashboard/assets/')) assets.add(response.url());
      });
      await page.goto(`/dashboard/${path}`);
      await heading(page).waitFor();
      expect(assets.size).toBeGreaterThan(3);
      expect(await gzippedBytes(assets)).toBeLessThan(FIRST_LOAD_BYTES_MAX);
    },
  );

  test('the token of a mailed link leaves the address bar at once', async () => {
    await using opened = await open();
    const { page } = opened;
    await page.goto('/dashboard/reset#token=secret-of-the-mail');
    await page.locator('[name=newPassword]').waitFor();
    await page.waitForURL(`${system.baseUrl}/dashboard/reset`);
  });

  test('the keyboard goes everywhere, and a new page has the focus on its heading', async () => {
    await using opened = await open();
    const { page } = opened;
    const { goBy } = keyboardOf(page);
    await signUp(page);
    await heading(page).filter({ hasText: 'Visão geral' }).waitFor();
    for (const [keys, title] of [
      ['gd', 'Depósitos'],
      ['gs', 'Extrato'],
      ['gk', 'Chaves de API'],
      ['gw', 'Webhooks'],
      ['ga', 'Conta'],
      ['go', 'Visão geral'],
    ] as const) {
      await goBy(keys, page.locator('h1:focus', { hasText: title }));
      await expectTitle(page, title);
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const menu = page.getByRole('button', { name: 'Loja' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Loja' }).waitFor();
  });

  test('language and theme are chosen once and kept', async () => {
    await using opened = await open();
    const { page } = opened;
    await page.goto('/dashboard/sign-in');
    await page.getByRole('combobox', { name: 'Idioma' }).selectOption('English');
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
    await page.locator('html[lang=en][data-theme=dark]').waitFor();
  });
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

import { createClient } from '@entrada/client/client';
import type { Page } from 'playwright-core';
import type { RunningSystem } from '../harness/run-system.ts';
import { signUp } from './merchant.ts';
import { openPage, type PageOptions } from './open-page.ts';

/** A new account: its tab, in which it is logged in, and its API key outside the browser. */
export async function signedIn(system: RunningSystem, options: Partial<PageOptions> = {}) {
  const { baseUrl } = system;
  const { accountId, email, password, cookie } = await signUp(baseUrl, 'Loja da Ana');
  const api = createClient({ baseUrl, key: await system.newKey(accountId) });
  const opened = await openPage({ baseUrl, cookie, ...options });
  return {
    ...opened,
    accountId,
    email,
    password,
    api,
    /** As another device does, with "sign out everywhere else". */
    endSession: () => fetch(`${baseUrl}/api/session`, { method: 'DELETE', headers: { cookie } }),
    deposits: async () => (await api.request('GET /api/deposit')).charges,
    async newDeposit(value = 5_000) {
      return (await api.request('POST /api/deposit', { body: { value } })).charge;
    },
  };
}

export type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const TYPED = { value: 'R$ 50,00', description: 'Camiseta azul', externalId: 'pedido-77' };

/** Types a deposit of R$ 50,00 into the form, and leaves it there. */
export async function typeDeposit(page: Page): Promise<void> {
  await page.goto('/dashboard/deposits/new');
  await page.getByRole('textbox', { name: 'Valor' }).pressSequentially('5000');
  await page.locator('[name=description]').fill(TYPED.description);
  await page.locator('[name=externalId]').fill(TYPED.externalId);
}

/** Nothing tells the page that its session has ended before the person clicks. */
export async function withoutStream(page: Page): Promise<void> {
  await page.route(/\/api\/live$/, () => {});
}

export async function expectTyped(page: Page): Promise<void> {
  const value = await page.getByRole('textbox', { name: 'Valor' }).inputValue();
  expect({
    // Intl separates the currency by a no-break space.
    value: value.replace('\u00a0', ' '),
    description: await page.locator('[name=description]').inputValue(),
    externalId: await page.locator('[name=externalId]').inputValue(),
  }).toEqual(TYPED);
}

export const createButton = (page: Page) => page.getByRole('button', { name: 'Criar depósito' });
export const DEPOSIT_PAGE = /\/dashboard\/deposits\/[0-9a-f-]{36}$/;

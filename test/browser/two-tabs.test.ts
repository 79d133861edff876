import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Page } from 'playwright-core';
import { sharedSystem } from '../harness/shared-system.ts';
import { describeInBrowser } from './chromium.ts';
import { signedIn } from './signed-in.ts';

const LOOK_EVERY_MS = 15_000;
const HEARTBEAT_EVERY_MS = 15_000;
const SILENCE_MAX_MS = 35_000;
const TIMELINE = /\/timeline$/;
const LIVE = /\/api\/live$/;

describeInBrowser('two tabs of one account', () => {
  const system = forTests(() => sharedSystem());

  test('a payment made in one appears in the other, also after the first is closed', async () => {
    await using merchant = await signedIn(system);
    const { page: first } = merchant;
    const [one, two] = [await merchant.newDeposit(), await merchant.newDeposit()];
    await first.context().addInitScript(neverLook);
    const held = first.waitForResponse(LIVE);
    await first.goto(`/dashboard/deposits/${one.paymentLinkId}`);
    await held;
    const second = await first.context().newPage();
    await second.goto(`/dashboard/deposits/${one.paymentLinkId}`);
    const paid = second.locator('h1', { hasText: 'Pago' });
    await second.locator('h1', { hasText: 'Pendente' }).waitFor();

    await first.getByRole('button', { name: 'Paga o valor certo' }).click();
    await first.locator('h1', { hasText: 'Pago' }).waitFor();
    await paid.waitFor();

    await second.goto(`/dashboard/deposits/${two.paymentLinkId}`);
    await second.locator('h1', { hasText: 'Pendente' }).waitFor();
    // The tab that held the stream ends; the other opens one.
    const streaming = second.waitForResponse(LIVE);
    await first.close();
    await streaming;
    await system.bank.pay(two.emv);
    await paid.waitFor();
  });

  test('a credit that the page did not read with the payment appears by its own hint', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    const { emv, paymentLinkId } = await merchant.newDeposit();
    const hints = await hintsOf(page);
    await page.route(TIMELINE, async (route) => {
      const isEarly = !hints.has('balance');
      const reply = await route.fetch();
      const body = (await reply.json()) as { timeline: { kind: string }[] };
      const timeline = body.timeline.filter(({ kind }) => !isEarly || kind !== 'credited');
      await route.fulfill({ response: reply, json: { ...body, timeline } });
    });
    const streaming = page.waitForResponse(LIVE);
    await page.goto(`/dashboard/deposits/${paymentLinkId}`);
    await streaming;
    await system.bank.pay(emv);
    await page.getByText('Creditado no saldo').waitFor();
  });

  test('a payment whose hints are all lost appears within 15 seconds', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    const { emv, paymentLinkId } = await merchant.newDeposit();
    await page.addInitScript(dropHints);
    await page.clock.install();
    await page.goto(`/dashboard/deposits/${paymentLinkId}`);
    await page.locator('h1', { hasText: 'Pendente' }).waitFor();
    await system.bank.pay(emv);
    await eventually(async () => {
      const { balance } = await merchant.api.request('GET /api/balance');
      return balance.available > 0;
    });
    await page.clock.fastForward(LOOK_EVERY_MS);
    await page.locator('h1', { hasText: 'Pago' }).waitFor();
    await page.getByText('Creditado no saldo').waitFor();
  });

  test('a stream that misses two heartbeats is opened again, and until then the page says that it is stale', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    const hints = await hintsOf(page);
    const answered = Promise.withResolvers<void>();
    let streams = 0;
    await page.route(LIVE, async (route) => {
      streams += 1;
      if (streams > 1) await answered.promise;
      await route.continue();
    });
    await page.clock.install();
    await page.goto('/dashboard/');
    await eventually(() => hints.has('ready'));
    await eventually(() => hints.has('heartbeat'));
    // Too long after the beginning, but not after the heartbeat.
    await page.clock.fastForward(SILENCE_MAX_MS - HEARTBEAT_EVERY_MS);
    const stale = page.getByRole('status').filter({ hasText: 'reconectando' });
    expect(await stale.count()).toBe(0);

    await page.clock.fastForward(SILENCE_MAX_MS);
    await stale.waitFor();
    answered.resolve();
    await stale.waitFor({ state: 'detached' });
    expect(streams).toBe(2);
  });

  test('who signs out in one is signed out in the other', async () => {
    await using merchant = await signedIn(system);
    const { page: first } = merchant;
    merchant.allow(/401/);
    await first.goto('/dashboard/');
    const second = await first.context().newPage();
    await second.goto('/dashboard/statement');
    await second.locator('h1', { hasText: 'Extrato' }).waitFor();
    await first.getByRole('button', { name: merchant.email }).click();
    await first.getByRole('menuitem', { name: 'Sair' }).click();
    await first.waitForURL(/\/dashboard\/sign-in/);
    await second.waitForURL(/\/dashboard\/sign-in\?next=%2Fstatement/);
  });

  test('a session that ends on another device is noticed without a click', async () => {
    await using merchant = await signedIn(system);
    const { page } = merchant;
    merchant.allow(/401/);
    const streaming = page.waitForResponse(LIVE);
    await page.goto('/dashboard/');
    await streaming;
    await merchant.endSession();
    await page.getByRole('dialog', { name: 'Entre para continuar' }).waitFor();
  });
});

/** The kinds of hints that the page has received so far. */
async function hintsOf(page: Page): Promise<ReadonlySet<string>> {
  const hints = new Set<string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.eventSourceMessageReceived', ({ eventName }) => void hints.add(eventName));
  return hints;
}

/** Runs in the page, which then learns nothing but by the stream: its timers that read again never end. */
function neverLook(): void {
  const scope = globalThis as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['setTimeout', 'setInterval']) {
    const begin = scope[name];
    scope[name] = (work, ms, ...rest) =>
      begin?.(work, Number(ms) >= 15_000 ? 2 ** 31 - 1 : ms, ...rest);
  }
}

/** Runs in the page: the stream is open, but no hint arrives. */
function dropHints(): void {
  const scope = globalThis as unknown as { EventSource: { prototype: EventTarget } };
  const { prototype } = scope.EventSource;
  const listen = prototype.addEventListener;
  prototype.addEventListener = function (this: EventTarget, name: string, ...rest) {
    if (name === 'ready' || name === 'error') listen.call(this, name, ...rest);
  } as typeof listen;
}

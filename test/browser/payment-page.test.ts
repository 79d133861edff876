import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Request } from 'playwright-core';
import { runSystem } from '../harness/run-system.ts';
import { expectGoodPage } from './check-page.ts';
import { describeInBrowser } from './chromium.ts';
import { openPage, WHILE_STOPPED } from './open-page.ts';
import { screenshot } from './screenshot.ts';

/** The browser waits some seconds before it opens a broken stream again. */
const RECONNECT_MAX_MS = 60_000;
const PAGE_BYTES_MAX = 60_000;
describeInBrowser('the payment page', () => {
  let headers: Record<string, string>;
  let baseUrl: string;
  const system = forTests(() => runSystem());
  beforeAll(async () => {
    ({ baseUrl } = system);
    const { key } = await system.newAccount();
    headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  });

  async function create(more: object = {}) {
    const body = JSON.stringify({ value: 123_456, description: 'Pedido 4711', ...more });
    const reply = await fetch(`${baseUrl}/api/deposit`, { method: 'POST', headers, body });
    const { charge } = (await reply.json()) as { charge: { paymentLinkId: string; emv: string } };
    return { ...charge, path: `/payment-link/${charge.paymentLinkId}` };
  }

  test('without JavaScript it shows everything, and its link brings the new status', async () => {
    await using opened = await openPage({ baseUrl, width: 360, javaScript: false });
    const { page } = opened;
    const charge = await create();
    await page.goto(charge.path);
    expect(await page.inputValue('#code')).toBe(charge.emv);
    expect(await page.locator('#copy').isVisible()).toBe(false);
    expect(await page.locator('#payers').isVisible()).toBe(false);
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
    await screenshot(page, 'payment-without-javascript');
    await page.click('text=English');
    await page.locator('#status', { hasText: 'Waiting for payment' }).waitFor();
    await system.bank.pay(charge.emv, { notify: true });
    await eventually(async () => {
      await page.click('#refresh');
      expect(await page.textContent('#status')).toBe('Payment confirmed');
    });
  });

  test('a payer copies the code, pays in the sandbox with two clicks, and the page turns paid in place', async () => {
    await using opened = await openPage({ baseUrl, width: 360 });
    const { page } = opened;
    const charge = await create();
    await page.goto(charge.path);
    const top = await page.locator('#copy').boundingBox();
    expect((top?.y ?? Number.NaN) + (top?.height ?? 0)).toBeLessThan(740);
    expect(top?.y).toBeLessThan((await page.locator('.qr').boundingBox())?.y ?? 0);
    await page.click('#copy');
    await eventually(async () => expect(await page.textContent('#copy')).toBe('Código copiado'));
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(charge.emv);
    await page.evaluate('globalThis.isSamePage = true');
    await page.dblclick('[data-scenario=pay]');
    await eventually(async () =>
      expect(await page.textContent('#status')).toBe('Pagamento confirmado'),
    );
    expect(await page.title()).toContain('Pagamento confirmado');
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
    expect(await page.locator('[role=status]').count()).toBe(1);
    const { payments } = await system.bank.truth();
    const { rows } = await system.charges.db.query(
      'select txid from charge where payment_link_id = $1',
      [charge.paymentLinkId],
    );
    expect(payments.filter(({ txid }) => txid === rows[0].txid)).toHaveLength(1);
  });

  test('it counts down only in the last 15 minutes, by the server’s clock', async () => {
    await using opened = await openPage({ baseUrl });
    const { page } = opened;
    await page.clock.install({ time: new Date('2020-01-01T00:00:00Z') });
    await page.goto((await create({ expiresIn: 3_600 })).path);
    expect(await page.locator('#left').isVisible()).toBe(false);
    await page.goto((await create({ expiresIn: 600 })).path);
    await page.locator('#left strong', { hasText: /^(10:00|[89]:\d\d)$/ }).waitFor();
  });

  test('a page whose stream is silent notices the payment by asking', async () => {
    await using opened = await openPage({ baseUrl });
    const { page } = opened;
    await page.clock.install();
    // As behind a proxy that holds back what it gets.
    await page.route('**/status', () => {});
    const charge = await create();
    await page.goto(charge.path);
    await system.bank.pay(charge.emv, { notify: true });
    await eventually(async () => {
      await page.clock.fastForward(40_000);
      expect(await page.textContent('#status')).toBe('Pagamento confirmado');
    });
  });

  test('a page whose stream is refused asks less and less often, and notices the payment', async () => {
    await using opened = await openPage({ baseUrl });
    const { page } = opened;
    opened.allow(/429/);
    await page.clock.install();
    await page.route('**/status', (route) => route.fulfill({ status: 429 }));
    const charge = await create();
    await page.goto(charge.path);
    let asked = 0;
    const waiting = new Set<Request>();
    page.on('request', (request) => {
      asked += 1;
      waiting.add(request);
    });
    page.on('response', (response) => void waiting.delete(response.request()));
    // A stream that is opened anew ends the one before.
    page.on('requestfailed', (request) => void waiting.delete(request));
    for (let seconds = 0; seconds < 600; seconds += 5) {
      await page.clock.runFor(5_000);
      await eventually(() => expect(waiting.size).toBe(0));
    }
    expect(asked).toBeGreaterThan(10);
    expect(asked).toBeLessThan(30);
    await system.bank.pay(charge.emv, { notify: true });
    await eventually(async () => {
      await page.clock.fastForward(60_000);
      expect(await page.textContent('#status')).toBe('Pagamento confirmado');
    });
  });

  test('it fits forced colours and reduced motion', async () => {
    await using opened = await openPage({ baseUrl, forcedColors: true, reducedMotion: true });
    await opened.page.goto((await create()).path);
    await expectGoodPage(opened.page);
    await screenshot(opened.page, 'payment-forced-colors');
  });

  test('all of it is at most 60 kB, and it is usable after two round trips', async () => {
    await using opened = await openPage({ baseUrl, width: 360 });
    const { page } = opened;
    const charge = await create();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      // The stream of statuses has no end.
      if (response.request().resourceType() === 'eventsource') return;
      sizes.push(response.body().then(({ length }) => length));
    });
    const files = ['/assets/payment-page.js', '/assets/styles.css', `${charge.path}/qr.svg`];
    const asked = new Set<string>();
    const together = Promise.withResolvers<void>();
    // Some browsers ask for the icon too, which nobody needs to pay.
    await page.route(/\/assets\/(?!favicon)|\/qr\.svg$/, async (route) => {
      asked.add(new URL(route.request().url()).pathname);
      if (asked.size === files.length) together.resolve();
      // A file that is asked for after another has come is never asked for.
      await together.promise;
      await route.continue();
    });
    await page.goto(charge.path);
    await page.locator('#copy').waitFor();
    expect([...asked].sort()).toEqual(files);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    process.stderr.write(`payment page: ${bytes} bytes\n`);
    expect(bytes).toBeLessThan(PAGE_BYTES_MAX);
  });

  // Last, because it replaces the gateway.
  test('an open page outlives a restart of the gateway and then turns paid', async () => {
    await using opened = await openPage({ baseUrl });
    const { page } = opened;
    const charge = await create();
    await page.goto(charge.path);
    // While the gateway is stopped, requests fail.
    opened.allow(WHILE_STOPPED);
    await system.gateway[Symbol.asyncDispose]();
    await page.locator('#connection').waitFor();
    await using _restarted = await system.startAnotherGateway({ PORT: String(system.port) });
    await page.locator('#connection').waitFor({ state: 'hidden', timeout: RECONNECT_MAX_MS });
    await system.bank.pay(charge.emv, { notify: true });
    await eventually(async () =>
      expect(await page.textContent('#status')).toBe('Pagamento confirmado'),
    );
  });
});

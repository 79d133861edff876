import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { eventually } from '@entrada/platform/testing/eventually';
import { runSystem } from '../../../test/harness/run-system.ts';
import { expectRefusal, postJson } from './http.ts';
import { startReceiver } from './receiver.ts';
import { newShop } from './shop.ts';

const STREAMS_PER_ACCOUNT = 20;

const { system, call, deposit } = newShop(() => runSystem());

async function newAccount() {
  const { accountId, key } = await system.newAccount();
  const headers = { authorization: `Bearer ${key}` };
  return { accountId, headers, create: () => deposit({ value: 5_000 }, headers) };
}

/** The names of the events of a stream, as they come. */
async function listen(path: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const reply = await fetch(`${system.baseUrl}${path}`, { headers, signal: stop.signal });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events: string[] = [];
  const state = { events, isOver: false, heartbeats: 0 };
  const lines = createInterface(Readable.fromWeb(reply.body as never));
  void (async () => {
    for await (const line of lines) {
      if (line === 'event: heartbeat') state.heartbeats += 1;
      else if (line.startsWith('event: ')) events.push(line.slice('event: '.length));
      if (line.startsWith('data: {"status"')) events.push(JSON.parse(line.slice(6)).status);
    }
  })()
    .catch(() => {})
    .finally(() => {
      state.isOver = true;
    });
  return {
    events,
    get isOver() {
      return state.isOver;
    },
    get heartbeats() {
      return state.heartbeats;
    },
    [Symbol.dispose]: () => stop.abort(),
  };
}

test('a deposit that is created and paid elsewhere is hinted to its account, and to no other', async () => {
  const [shop, other] = [await newAccount(), await newAccount()];
  using own = await listen('/api/live', shop.headers);
  using others = await listen('/api/live', other.headers);
  await eventually(() => expect([own.events[0], others.events[0]]).toEqual(['ready', 'ready']));

  // Once more after a gap, which a machine that stalls can cause: what it hints comes to both.
  await eventually(async () => {
    const [ofOwn, ofOthers] = [own.events.length, others.events.length];
    const charge = await shop.create();
    await eventually(() => expect(own.events.slice(ofOwn)).toContain('charge'));
    await system.bank.pay(charge.emv, { notify: true });
    await eventually(() => expect(own.events.slice(ofOwn)).toContain('balance'));
    expect(others.events.slice(ofOthers)).toEqual([]);
  });
});

test('a stream without news has a heartbeat every 15 seconds', async () => {
  using own = await listen('/api/live', (await newAccount()).headers);
  await eventually(() => expect(own.heartbeats).toBeGreaterThan(0), { timeoutMs: 60_000 });
});

test('a delivery is hinted', async () => {
  await using receiver = await startReceiver();
  const shop = await newAccount();
  const hook = { name: 'shop', url: receiver.url };
  expect((await call(postJson('/api/webhooks', hook, shop.headers))).status).toBe(201);
  using own = await listen('/api/live', shop.headers);
  await eventually(() => expect(own.events).toContain('ready'));
  await system.bank.pay((await shop.create()).emv, { notify: true });
  await eventually(() => expect(own.events).toContain('delivery'));
});

test('many changes at once are at most one hint a second of their kind', async () => {
  const shop = await newAccount();
  using own = await listen('/api/live', shop.headers);
  await eventually(() => expect(own.events).toContain('ready'));
  const begun = performance.now();
  await Promise.all(Array.from({ length: 20 }, () => shop.create()));
  await eventually(() => expect(own.events).toContain('charge'));
  const seconds = Math.ceil((performance.now() - begun) / 1_000);
  const hints = own.events.filter((event) => event === 'charge').length;
  expect(hints).toBeLessThanOrEqual(seconds + 1);
});

test('a stream ends when its key is revoked, and an account has at most 20', async () => {
  const shop = await newAccount();
  const { apiKey, key } = await system.auth.rpc.createKey({
    accountId: shop.accountId,
    name: 'other',
  });
  using own = await listen('/api/live', { authorization: `Bearer ${key}` });
  const open = await Promise.all(
    Array.from({ length: STREAMS_PER_ACCOUNT - 1 }, () => listen('/api/live', shop.headers)),
  );
  const oneMore = { path: '/api/live', headers: shop.headers };
  expectRefusal(await call(oneMore), { status: 429, code: 'rate_limited' });

  await system.auth.rpc.revokeKey({ accountId: shop.accountId, keyId: apiKey?.id ?? '' });
  await eventually(() => expect(own.isOver).toBe(true));
  expect(open.some(({ isOver }) => isOver)).toBe(false);
  using _again = await listen('/api/live', shop.headers);
  for (const stream of open) stream[Symbol.dispose]();
});

test('a payment during a gap of the stream reaches the open page afterwards', async () => {
  const shop = await newAccount();
  const charge = await shop.create();
  using page = await listen(`/payment-link/${charge.paymentLinkId}/status`);
  await eventually(() => expect(page.events).toEqual(['status', 'PENDING']));
  system.lines.charges.cut();
  await system.bank.pay(charge.emv, { notify: false });
  await eventually(async () => {
    const { charge: found } = await system.charges.rpc.getCharge({
      accountId: shop.accountId,
      paymentLinkId: charge.paymentLinkId,
    });
    expect(found?.status).toBe('CHARGE_STATUS_COMPLETED');
  });
  system.lines.charges.restore();
  await eventually(() => expect(page.events).toEqual(['status', 'PENDING', 'status', 'COMPLETED']));
  await eventually(() => expect(page.isOver).toBe(true));
});

test('an open page reads its charge once, however long it is open', async () => {
  const shop = await newAccount();
  const charge = await shop.create();
  const reads = async () => {
    const text = await system.charges.service.runtime.metrics.metrics();
    const lines = text.split('\n').filter((line) => /GetPaymentLink/.test(line));
    return lines
      .filter((line) => /_count/.test(line))
      .reduce((n, l) => n + Number(l.split(' ').at(-1)), 0);
  };
  const before = await reads();
  using page = await listen(`/payment-link/${charge.paymentLinkId}/status`);
  await eventually(() => expect(page.events).toEqual(['status', 'PENDING']));
  // Longer than the poll that this stream replaced.
  const since = performance.now();
  await eventually(() => expect(performance.now() - since).toBeGreaterThan(3_200));
  expect((await reads()) - before).toBe(1);
});

test('a payer whose hint was lost learns of the change within half a minute', async () => {
  const shop = await newAccount();
  const charge = await shop.create();
  using page = await listen(`/payment-link/${charge.paymentLinkId}/status`);
  await eventually(() => expect(page.events).toEqual(['status', 'PENDING']));
  // As a process that commits and then crashes: no hint is sent.
  const change = `update charge set status = 'CANCELED' where payment_link_id = $1`;
  expect((await system.charges.db.query(change, [charge.paymentLinkId])).rowCount).toBe(1);
  const shown = () => expect(page.events).toEqual(['status', 'PENDING', 'status', 'CANCELED']);
  // Twice as long, for a machine that stalls: without the hint nothing else would ever show it.
  await eventually(shown, { timeoutMs: 60_000 });
});

test('the decision about a suspended payment is hinted', async () => {
  const shop = await newAccount();
  await system.bank.pay((await shop.create()).emv, { value: 100, notify: true });
  const payment = await eventually(async () => {
    const { body } = await call({ path: '/api/suspense', headers: shop.headers });
    return body.payments[0] ?? false;
  });
  using own = await listen('/api/live', shop.headers);
  await eventually(() => expect(own.events).toContain('ready'));
  const before = own.events.length;

  const decision = { decision: 'CREDIT', operator: 'ana', reason: 'the payer called' };
  await system.ledger.rpc.resolveSuspense({ ...decision, exceptionId: payment.id });

  await eventually(() => expect(own.events.slice(before)).toContain('balance'));
});

import { Agent } from 'node:http';
import { eventually } from '@entrada/platform/testing/eventually';
import qrReader from 'jsqr';
import { PNG } from 'pngjs';
import { runSystem } from '../../../test/harness/run-system.ts';
import { newShop } from './shop.ts';

const { system, call, deposit, storedStatus: statusOf } = newShop(() => runSystem());
const create = (value = 123_456) => deposit({ value });

function pathOf(url: string): string {
  return new URL(url).pathname;
}

test('the QR image is a PNG that decodes to the code', async () => {
  const charge = await create();

  const reply = await call({ path: pathOf(charge.qrCodeLink) });

  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=300',
  });
  const { data, width, height } = PNG.sync.read(reply.bytes);
  expect(qrReader.default(new Uint8ClampedArray(data), width, height)?.data).toBe(charge.emv);
  const again = await call({ path: pathOf(charge.qrCodeLink) });
  expect(again.bytes.equals(reply.bytes)).toBe(true);
});

test('the payment page shows amount, description, code and image without JavaScript', async () => {
  const charge = await deposit({ value: 123_456, description: '<b>\u202ex\u2069 $& $1' });

  const reply = await call({ path: pathOf(charge.paymentLinkUrl) });

  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.text).toContain('lang="pt-BR"');
  expect(reply.text).toContain('R$ 1.234,56');
  expect(reply.text).toContain('dir="auto">&lt;b&gt;x $&amp; $1</p>');
  expect(reply.text).toContain('Aguardando pagamento');
  expect(reply.text).toContain(`>${charge.emv}</textarea>`);
  expect(reply.text).toContain(`src="/payment-link/${charge.paymentLinkId}/qr.svg"`);
  expect(reply.text).toContain('Confira o nome (Entrada) e o valor');
  expect(reply.text).not.toContain('http-equiv="refresh"');
  expect(reply.text).toContain('noindex');
  expect(reply.text).not.toMatch(/<script>|onclick=|style="/);
});

test('the page and its title name the shop in every state, only an open one has the code, and its receiver is named without auth', async () => {
  const shop = await system.newAccount();
  const headers = { authorization: `Bearer ${shop.key}` };
  const [open, paid, canceled] = await Promise.all(
    [1, 2, 3].map(() => deposit({ value: 500 }, headers)),
  );
  await system.bank.pay(paid.emv);
  await eventually(async () => expect(await statusOf(paid)).toBe('COMPLETED'));
  const path = `/api/deposit/${canceled.paymentLinkId}`;
  expect((await call({ method: 'DELETE', path, headers })).status).toBe(200);
  const textOf = async (charge: { paymentLinkUrl: string }) =>
    (await call({ path: pathOf(charge.paymentLinkUrl) })).text;
  for (const charge of [open, paid, canceled]) expect(await textOf(charge)).toContain('Shop</bdi>');

  const { accountId } = shop;
  await system.auth.rpc.updateAccount({ accountId, displayName: 'Loja <Ana>' });

  for (const charge of [open, paid, canceled]) {
    const text = await textOf(charge);
    expect(text).toContain('<bdi>Loja &lt;Ana&gt;</bdi></h1>');
    // Nothing else of the account is public.
    for (const secret of [accountId, charge.id]) expect(text).not.toContain(secret);
    expect(text).toMatch(/<title>.* · R\$ 5,00 · Loja &lt;Ana&gt;<\/title>/);
    expect(text.includes(charge.emv)).toBe(charge === open);
  }
  system.lines.auth.cut();
  expect(await textOf(open)).toContain('Pagar a <bdi>Entrada</bdi>');
  system.lines.auth.restore();
});

test.each([
  [1, 'R$ 0,01'],
  [99, 'R$ 0,99'],
  [100, 'R$ 1,00'],
  [100_000, 'R$ 1.000,00'],
  [999_999_999_999, 'R$ 9.999.999.999,99'],
])('the page writes %d cents as %s', async (value, shown) => {
  const charge = await create(value);
  expect((await call({ path: pathOf(charge.paymentLinkUrl) })).text).toContain(shown);
});

test('the payment page is in English for browsers that prefer it', async () => {
  const charge = await create();
  const path = pathOf(charge.paymentLinkUrl);

  const english = await call({ path, headers: { 'accept-language': 'en-US,en;q=0.9' } });
  expect(english.text).toContain('Waiting for payment');
  const both = await call({ path, headers: { 'accept-language': 'pt-BR,en;q=0.5' } });
  expect(both.text).toContain('Aguardando pagamento');
});

test('the payment page has strict security headers', async () => {
  const charge = await create();
  const { headers } = await call({ path: pathOf(charge.paymentLinkUrl) });

  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(headers['x-powered-by']).toBeUndefined();
  for (const path of ['/assets/page.css', '/assets/payment-page.js', '/']) {
    expect((await call({ path })).status).toBe(200);
  }
});

test('the QR image is also an SVG without scripts', async () => {
  const charge = await create();
  const reply = await call({ path: `/payment-link/${charge.paymentLinkId}/qr.svg` });
  expect(reply.headers['content-type']).toBe('image/svg+xml');
  expect(reply.text).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
  expect(reply.text).not.toContain('<script');
});

test('a HEAD request for the stream ends at once', async () => {
  const { paymentLinkId } = await create();
  const path = `/payment-link/${paymentLinkId}/status`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const head = await call({ method: 'HEAD', path, agent });
  expect([head.status, head.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  // The next request on the connection would wait for the end of this one.
  expect((await call({ path: `/payment-link/${paymentLinkId}`, agent })).status).toBe(200);
  agent.destroy();
});

test('the stream sends the payment when it happens, and then ends', async () => {
  const charge = await create();
  const stream = await fetch(`${charge.paymentLinkUrl}/status`);
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.headers.get('cache-control')).toBe('no-store');

  await system.bank.pay(charge.emv, { notify: true });

  expect(await stream.text()).toBe(
    'retry: 2000\n\nevent: status\ndata: {"status":"PENDING","received":0}\n\n' +
      'event: status\ndata: {"status":"COMPLETED","received":123456}\n\n',
  );
  const again = await call({ path: `/payment-link/${charge.paymentLinkId}/status` });
  expect(again.text).toBe(
    'retry: 2000\n\nevent: status\ndata: {"status":"COMPLETED","received":123456}\n\n',
  );
});

import { Entrada } from '@entrada/client';

const { ENTRADA_KEY = '', ENTRADA_URL = 'http://localhost:8080' } = process.env;
const entrada = new Entrada({ apiKey: ENTRADA_KEY, baseUrl: ENTRADA_URL });

const { paymentLinkId } = await entrada.deposits.create({ value: 5000 });
// The payer of the sandbox; yours uses a bank's app.
await entrada.request('POST /api/sandbox/pay', { body: { paymentLinkId, scenario: 'pay' } });

const paid = await entrada.deposits.waitUntilPaid(paymentLinkId, {
  signal: AbortSignal.timeout(60_000),
});
console.log(paid.status, paid.creditedValue); // COMPLETED 4950

import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Certificate, selfSigned } from '../../platform/test/support/tls-front.ts';
import { openPixClient } from '../src/client/pix-client.ts';
import type { PixClientOptions } from '../src/client/pix-client-options.ts';
import { COB, TXID } from './bank-that.ts';
import { sendJson } from './fake-bank.ts';

const cleanup = new AsyncDisposableStack();
let baseUrl: string;
/** Of self-signed certificates the other side trusts exactly this one. */
let [bank, entrada, stranger] = [] as unknown as [Certificate, Certificate, Certificate];
const subjects: string[] = [];

beforeAll(async () => {
  bank = await selfSigned('bank');
  entrada = await selfSigned('entrada');
  stranger = await selfSigned('stranger');
  const server = createServer(
    { ...bank, ca: entrada.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      subjects.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
      request.resume();
      const isToken = request.url === '/oauth/token';
      sendJson(response, 200, isToken ? { access_token: 'x', expires_in: 3600 } : COB);
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanup.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => cleanup.disposeAsync());

async function getCob(tls: NonNullable<PixClientOptions['tls']>) {
  const client = openPixClient({
    baseUrl,
    tls,
    clientId: 'id',
    clientSecret: 'secret',
    pixKey: 'pix@example.com',
    timeoutMs: 30_000,
    merchantName: 'Entrada',
    merchantCity: 'Sao Paulo',
  });
  await using _closing = { [Symbol.asyncDispose]: () => client.close() };
  return await client.getCob(TXID);
}

test('the client certificate is accepted for both the token and the API', async () => {
  await expect(getCob({ ...entrada, ca: bank.cert })).resolves.toMatchObject({ txid: TXID });
  expect(subjects).toEqual(['entrada', 'entrada']);
});

test('a locked key is opened with its passphrase', async () => {
  const passphrase = 'of the test';
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase } as const;
  const key = createPrivateKey(entrada.key).export(cipher);
  const tls = { cert: entrada.cert, key, ca: bank.cert, passphrase };

  await expect(getCob(tls)).resolves.toMatchObject({ txid: TXID });
});

test.each<[string, () => NonNullable<PixClientOptions['tls']>]>([
  ['no certificate', () => ({ ca: bank.cert })],
  ['the certificate of a stranger', () => ({ ...stranger, ca: bank.cert })],
  ['a bank whose certificate no trusted CA signed', () => entrada],
])('%s ends the call as an outage', async (_, tls) => {
  await expect(getCob(tls())).rejects.toMatchObject({ kind: 'unavailable' });
});

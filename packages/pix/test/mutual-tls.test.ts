import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { openPixClient } from '../src/client/pix-client.ts';
import type { PixClientOptions } from '../src/client/pix-client-options.ts';
import { COB, closeOpened, TXID } from './bank-that.ts';
import { sendJson } from './fake-bank.ts';

afterEach(closeOpened);

const PASSPHRASE = 'of the test';
const cleanup = new AsyncDisposableStack();
let folder: string;
let baseUrl: string;
const subjects: string[] = [];

const file = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(file(name));
const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });

/** Self-signed certificates: the other side trusts exactly this one. */
function makeCertificate(name: string): void {
  openssl(
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-days', '1', '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', `${name}.key`, '-out', `${name}.crt`],
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pix-tls-'));
  cleanup.defer(() => rmSync(folder, { recursive: true }));
  for (const name of ['bank', 'entrada', 'stranger']) makeCertificate(name);
  openssl(
    'ec',
    '-in',
    'entrada.key',
    '-aes128',
    '-passout',
    `pass:${PASSPHRASE}`,
    '-out',
    'locked.key',
  );
  const server = createServer(
    {
      key: read('bank.key'),
      cert: read('bank.crt'),
      ca: read('entrada.crt'),
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      subjects.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
      request.resume();
      const isToken = request.url === '/oauth/token';
      sendJson(response, 200, isToken ? { access_token: 'x', expires_in: 3600 } : COB);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.defer(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
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
  const tls = { ca: read('bank.crt'), cert: read('entrada.crt'), key: read('entrada.key') };

  await expect(getCob(tls)).resolves.toMatchObject({ txid: TXID });
  expect(subjects).toEqual(['entrada', 'entrada']);
});

test('a locked key is opened with its passphrase', async () => {
  const credentials = { cert: read('entrada.crt'), key: read('locked.key') };
  const tls = { ...credentials, ca: read('bank.crt'), passphrase: PASSPHRASE };

  await expect(getCob(tls)).resolves.toMatchObject({ txid: TXID });
});

test.each<[string, () => NonNullable<PixClientOptions['tls']>]>([
  ['no certificate', () => ({ ca: read('bank.crt') })],
  [
    'the certificate of a stranger',
    () => ({ ca: read('bank.crt'), cert: read('stranger.crt'), key: read('stranger.key') }),
  ],
  [
    'a bank whose certificate no trusted CA signed',
    () => ({ cert: read('entrada.crt'), key: read('entrada.key') }),
  ],
])('%s ends the call as an outage', async (_, tls) => {
  await expect(getCob(tls())).rejects.toMatchObject({ kind: 'unavailable' });
});

import { openPixClient, type PixClient } from '../src/client/pix-client.ts';
import type { PixClientOptions } from '../src/client/pix-client-options.ts';
import { type FakeBank, type Handler, sendJson, startFakeBank } from './fake-bank.ts';

export const TXID = '0123456789abcdef0123456789abcdef';
export const LOCATION = 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441';
export const NEW_COB = { txid: TXID, valueCents: 12_345, expiresInSeconds: 3600 } as const;

export const COB = {
  txid: TXID,
  status: 'ATIVA',
  revisao: 0,
  calendario: { criacao: '2026-11-15T03:00:00.123Z', expiracao: 3600 },
  valor: { original: '123.45' },
  chave: 'pix@example.com',
  location: LOCATION,
  pixCopiaECola: '000201...',
};

/** What a test opens. */
export let opened = new AsyncDisposableStack();

/** For each test file to call after each test: a module is loaded once for all files of a worker. */
export async function closeOpened(): Promise<void> {
  const ended = opened;
  opened = new AsyncDisposableStack();
  await ended.disposeAsync();
}

/** A bank that answers as the test decides, and a client of it. */
export async function bankThat(
  handler: Handler,
  options: Partial<PixClientOptions> = {},
  token?: Parameters<typeof startFakeBank>[1],
): Promise<{ bank: FakeBank; client: PixClient }> {
  const bank = opened.use(await startFakeBank(handler, token));
  const client = openPixClient({
    baseUrl: bank.url,
    clientId: 'id',
    clientSecret: 'secret',
    pixKey: 'pix@example.com',
    timeoutMs: 30_000,
    merchantName: 'Entrada',
    merchantCity: 'São Paulo',
    ...options,
  });
  opened.defer(() => client.close());
  return { bank, client };
}

export const answering =
  (status: number, value: unknown): Handler =>
  (_, response) =>
    sendJson(response, status, value);

/** Each method has its own answer. */
export const byMethod =
  (answers: Readonly<Record<string, Handler>>): Handler =>
  (request, response) =>
    answers[request.method ?? '']?.(request, response);

export const reset: Handler = ({ socket }) => socket.resetAndDestroy();

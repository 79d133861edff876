import { randomUUID } from 'node:crypto';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { Client } from 'pg';
import { loadConfig } from '../src/config.ts';
import { start } from '../src/service.ts';

export const CLIENT = { id: 'client', secret: 'a secret of the test' } as const;
export const KEY = 'pix@example.com';

type Reply = {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads replies of every shape
  readonly body: any;
};

export type RunningBank = AsyncDisposable & {
  readonly url: string;
  readonly smtpPort: number;
  /** Calls with a token, unless the test brings its own headers. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Reply>;
};

export function newTxid(): string {
  return randomUUID().replaceAll('-', '');
}

/** A charge that waits for its payer. */
export async function openCharge(
  bank: RunningBank,
  { original = '12.34', key = KEY, expiracao = 600 } = {},
): Promise<{ txid: string; emv: string }> {
  const txid = newTxid();
  const request = { valor: { original }, chave: key, calendario: { expiracao } };
  const { body } = await bank.call('PUT', `/cob/${txid}`, request);
  return { txid, emv: body.pixCopiaECola };
}

export async function runSql(url: string, text: string, values: unknown[] = []): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

export async function startBank(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<RunningBank> {
  const config = loadConfig({
    ...env,
    DATABASE_URL_BANK: databaseUrl,
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    BANK_CLIENT_ID: CLIENT.id,
    BANK_CLIENT_SECRET: CLIENT.secret,
  });
  const bank = await start(config, testRuntime('bank'));
  const url = `http://127.0.0.1:${bank.httpPort}`;
  const token = await requestToken(url);
  return {
    url,
    smtpPort: bank.smtpPort,
    call: (method, path, body, headers = { authorization: `Bearer ${token}` }, signal) =>
      send(method, url + path, body, headers, signal),
    [Symbol.asyncDispose]: () => bank[Symbol.asyncDispose](),
  };
}

async function requestToken(url: string): Promise<string> {
  const authorization = `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}`;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const { body } = await send('POST', `${url}/oauth/token`, form, { authorization });
  return body.access_token;
}

async function send(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string>,
  signal: AbortSignal | null = null,
): Promise<Reply> {
  const encoded = encode(body);
  const reply = await fetch(url, {
    method,
    redirect: 'manual',
    signal,
    headers: { ...encoded.headers, ...headers },
    ...(encoded.body === undefined ? {} : { body: encoded.body }),
  });
  const text = await reply.text();
  const isJson = /json/.test(reply.headers.get('content-type') ?? '');
  return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text };
}

/** Text goes out as broken or as right as the test wrote it. */
function encode(body: unknown): {
  headers: Record<string, string>;
  body?: string | URLSearchParams;
} {
  if (body === undefined) return { headers: {} };
  if (body instanceof URLSearchParams) return { headers: {}, body };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { headers: { 'content-type': 'application/json' }, body: text };
}

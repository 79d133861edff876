import { randomUUID } from 'node:crypto';
import { FIELD_CODES } from '@entrada/contracts/field-codes';
import { REASONS } from '@entrada/contracts/reasons';
import {
  AuthService,
  ChargesService,
  LedgerService,
  WebhooksService,
} from '@entrada/contracts/services';
import { AppError, type ErrorCode } from '@entrada/platform/errors/app-error';
import { HTTP_STATUS } from '@entrada/platform/errors/grpc-status';
import { serveGrpc } from '@entrada/platform/grpc/server';
import { serviceOf } from '@entrada/platform/grpc/types';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import fc from 'fast-check';
import { loadConfig } from '../src/config.ts';
import { start } from '../src/service.ts';

const CODES = Object.keys(HTTP_STATUS) as ErrorCode[];
const LIMIT = '1000000';

let thrown = new AppError('NOT_FOUND', '');
const resources = new AsyncDisposableStack();
let baseUrl = '';

beforeAll(async () => {
  const gateway = await start(
    loadConfig({
      ...testIdentityEnv('gateway'),
      MODE: 'test',
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      PUBLIC_BASE_URL: 'http://127.0.0.1',
      AUTH_ADDRESS: await serve(AuthService.service, { verifyKey, watchRevocations: quietStream }),
      CHARGES_ADDRESS: await serve(ChargesService.service, { watchChanges: quietStream }),
      LEDGER_ADDRESS: await serve(LedgerService.service, { watchChanges: quietStream }),
      WEBHOOKS_ADDRESS: await serve(WebhooksService.service, { watchChanges: quietStream }),
      PROVIDER_CALLBACK_SECRET: 'a-secret-of-the-bank',
      RATE_LIMIT_PER_SECOND: LIMIT,
      RATE_LIMIT_BURST: LIMIT,
      RATE_LIMIT_PUBLIC_PER_MINUTE: LIMIT,
      OVERLOAD_DELAY_MS: '60000',
    }),
    testRuntime('gateway'),
  );
  resources.use(gateway);
  baseUrl = `http://127.0.0.1:${gateway.port}`;
});
afterAll(() => resources.disposeAsync());

/** A service on a real socket that answers every call with the error under test. */
async function serve(
  definition: Parameters<typeof serveGrpc>[0],
  others: object = {},
): Promise<string> {
  const failing = () => Promise.reject(thrown);
  const handlers = Object.keys(definition).map((rpc) => {
    return [rpc.charAt(0).toLowerCase() + rpc.slice(1), failing];
  });
  const options = { host: '127.0.0.1', port: 0, runtime: testRuntime(serviceOf(definition)) };
  const all = { ...Object.fromEntries(handlers), ...others };
  return `127.0.0.1:${resources.use(await serveGrpc(definition, all, options)).port}`;
}

const verifyKey = async () => ({
  accountId: randomUUID(),
  keyId: randomUUID(),
  scopes: ['deposits:read', 'webhooks:read', 'balance:read'],
});

async function* quietStream(_request: unknown, signal: AbortSignal) {
  yield {};
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

const account = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(20), name: 'x' });
const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
const CALLS: readonly [path: string, init: RequestInit][] = [
  ['/api/deposit', { headers }],
  ['/api/balance', { headers }],
  ['/api/webhooks', { headers }],
  ['/api/account', { method: 'POST', headers, body: account }],
];

test('any error of any service reaches the client with its reason, fields and time to wait, whatever its sentence says', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const error = fc.record({
    code: fc.constantFrom(...CODES),
    reason: fc.constantFrom(...REASONS),
    // Sentences that once were taken apart, and any others.
    message: fc.oneof(text, fc.constantFrom('cursor is bad', 'value must be 1', 'x, try again')),
    fields: fc.array(
      fc.record({ field: text, message: text, code: fc.constantFrom(...FIELD_CODES) }),
      { maxLength: 5 },
    ),
    retryAfterMs: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
  });
  const property = fc.asyncProperty(
    error,
    fc.constantFrom(...CALLS),
    async ({ code, message, ...data }, [path, init]) => {
      thrown = new AppError(code, message, { ...data, cause: new Error('canary') });
      const reply = await fetch(`${baseUrl}${path}`, init);
      const body = (await reply.json()) as Record<string, unknown>;
      expect(reply.status).toBe(HTTP_STATUS[code]);
      expect(body.code).toBe(data.reason);
      expect(body.details).toEqual(data.fields.length > 0 ? data.fields : undefined);
      expect(String(body.error).startsWith(message)).toBe(true);
      expect(JSON.stringify(body)).not.toContain('canary');
      if (data.retryAfterMs !== undefined) {
        expect(reply.headers.get('retry-after')).toBe(String(Math.ceil(data.retryAfterMs / 1_000)));
      }
    },
  );
  await fc.assert(property, { numRuns: 400 });
});

test('every reason of every service is sent to the client as it is', async () => {
  for (const reason of REASONS) {
    for (const [path, init] of CALLS) {
      thrown = new AppError('CONFLICT', 'refused', { reason });
      const reply = await fetch(`${baseUrl}${path}`, init);
      expect(await reply.json()).toMatchObject({ success: false, code: reason });
      if (reason === 'idempotency_in_progress') expect(reply.headers.get('retry-after')).toBe('1');
    }
  }
});

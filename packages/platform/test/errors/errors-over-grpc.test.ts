import { AppError, type ErrorCode } from '../../src/errors/app-error.ts';
import { HTTP_STATUS } from '../../src/errors/http-status.ts';
import { connectLedger, serveLedger } from '../grpc/ledger-server.ts';
import { openTestRuntime } from '../support/test-runtime.ts';

test('every error code arrives as it was thrown, with its reason, message and time to wait', async () => {
  await using server = await serveLedger(async ({ accountId }) => {
    throw new AppError(accountId as ErrorCode, `não: ${accountId}`, {
      reason: 'some_reason',
      retryAfterMs: 1_500,
    });
  });
  using client = connectLedger(server.port);
  for (const code of Object.keys(HTTP_STATUS)) {
    const failure = await client.getBalance({ accountId: code }).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({
      code,
      reason: 'some_reason',
      message: `não: ${code}`,
      retryAfterMs: 1_500,
    });
  }
});

test.each([
  ['rejects', () => Promise.reject(new Error('canary: duplicate key in table x'))],
  [
    'throws',
    () => {
      throw new Error('canary: duplicate key in table x');
    },
  ],
])(
  'a bug that %s is logged where it happened and tells the caller nothing but which call it was',
  async (_, bug) => {
    const runtime = openTestRuntime();
    await using server = await serveLedger(bug, { runtime });
    using client = connectLedger(server.port);
    const failure = await client.getBalance({}).catch((error: Error) => error);
    expect(failure).not.toBeInstanceOf(AppError);
    const call = '/ledger.v1.LedgerService/GetBalance: 13 INTERNAL';
    expect(failure).toMatchObject({
      details: 'internal error',
      message: expect.stringContaining(call),
      stack: expect.stringContaining(call),
    });
    expect(JSON.stringify(failure)).not.toContain('canary');
    expect(runtime.logged.join()).toContain('canary: duplicate key');
  },
);

test.each(['Connection terminated unexpectedly', 'Query read timeout'])(
  'whoever cannot know whether it was done is told to repeat with the same key: %s',
  async (lost) => {
    await using server = await serveLedger(() => Promise.reject(new Error(lost)));
    using client = connectLedger(server.port);
    const failure = await client.getBalance({}).catch((error: Error) => error);
    expect(failure).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('same Idempotency-Key'),
    });
  },
);

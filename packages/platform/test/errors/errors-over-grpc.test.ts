import { REASONS } from '@entrada/contracts/reasons';
import fc from 'fast-check';
import {
  AppError,
  type ErrorCode,
  eachUnlessUnavailable,
  isUnavailable,
} from '../../src/errors/app-error.ts';
import { HTTP_STATUS } from '../../src/errors/grpc-status.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { connectLedger, serveLedger } from '../grpc/ledger-server.ts';

const CODES = Object.keys(HTTP_STATUS) as ErrorCode[];

test('any error arrives with the code, reason, message, fields and time to wait it was thrown with', async () => {
  let thrown = new AppError('NOT_FOUND', '');
  await using server = await serveLedger(() => Promise.reject(thrown));
  using client = connectLedger(server.port);
  const text = fc.string({ unit: 'binary', maxLength: 100 });
  const field = fc.record({ field: text, message: text });
  const error = fc.record({
    code: fc.constantFrom(...CODES),
    reason: fc.constantFrom(...REASONS),
    message: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    fields: fc.array(field, { maxLength: 20 }),
    retryAfterMs: fc.option(fc.nat(), { nil: undefined }),
  });
  const property = fc.asyncProperty(error, async ({ code, message, ...options }) => {
    thrown = new AppError(code, message, { ...options, cause: new Error('canary') });
    const failure = await client.getBalance({}).catch((problem: Error) => problem);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code, message, ...options });
    expect(JSON.stringify(failure)).not.toContain('canary');
  });
  await fc.assert(property, { numRuns: 300 });
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
  'a bug that %s is logged where it happened; the caller learns only which call failed',
  async (_, bug) => {
    const runtime = testRuntime('ledger');
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
  'a lost database connection is reported as unavailable, whatever was committed: %s',
  async (lost) => {
    await using server = await serveLedger(() => Promise.reject(new Error(lost)));
    using client = connectLedger(server.port);
    const failure = await client.getBalance({}).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'UNAVAILABLE', reason: 'unavailable' });
  },
);

const failing = (code: ErrorCode) => () => Promise.reject(new AppError(code, 'for the test'));

test.each(['UNAVAILABLE', 'TIMEOUT', 'BAD_UPSTREAM'] as const)(
  '%s means an unavailable dependency, which does not fail the round',
  async (code) => {
    expect(isUnavailable(new AppError(code, 'for the test'))).toBe(true);
    await expect(eachUnlessUnavailable([1, 2], failing(code))).resolves.toBeUndefined();
  },
);

test('any other failure is thrown after every item was attempted', async () => {
  const done: number[] = [];
  const refusal = new AppError('OUT_OF_RANGE', 'too much');
  const bug = new TypeError('a bug');
  const step = async (item: number) => {
    if (item === 1) throw refusal;
    if (item === 2) throw bug;
    await Promise.resolve();
    done.push(item);
  };

  const round = eachUnlessUnavailable([1, 2, 3], step);
  await expect(round).rejects.toMatchObject({ errors: [refusal, bug] });

  expect(done).toEqual([3]);
  expect(isUnavailable(refusal)).toBe(false);
});

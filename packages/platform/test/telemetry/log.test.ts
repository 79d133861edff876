import { join } from 'node:path';
import { recordSpans } from '../../src/testing/recorded-spans.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { startChild } from '../support/child.ts';

const CANARY = 'canary-51c0ffee';
const recorded = recordSpans();

/** Secrets as they hide in what is at hand when something fails. */
const shapes: Record<string, object> = {
  'a field': { apiKey: CANARY, api_key: CANARY, password: CANARY },
  headers: { headers: { authorization: CANARY, 'X-Api-Key': CANARY, Cookie: CANARY } },
  'a deep field': { a: { b: { c: { d: { secret: CANARY } } } } },
  'a field in a list': { list: [{ token: CANARY }, [{ emv: CANARY }]] },
  'a body': { request: { body: { any: CANARY } } },
  bytes: { pepper_: Buffer.from(CANARY), payload: Buffer.from(CANARY) },
  "an error's fields": { err: Object.assign(new Error('no'), { config: { auth: CANARY } }) },
  'an error under another name': { cause: Object.assign(new Error('no'), { response: CANARY }) },
  'an address in an error': {
    err: new Error(`GET http://u:${CANARY}@bank/cob?api_key=${CANARY}&x=1 failed`),
  },
  'an address in the cause of an error': {
    err: new Error('no', { cause: new Error(`connect postgres://app:${CANARY}@db/x`) }),
  },
};

test.each(Object.entries(shapes))('a secret in %s is not logged', (_, fields) => {
  const { log, logged } = testRuntime();
  log.info(fields, 'said');
  log.child(fields).info('said by a child');
  expect(logged).toHaveLength(2);
  expect(logged.join()).not.toContain(CANARY);
});

test('an error that is logged keeps its type, message, code and stack', () => {
  const { log, logged } = testRuntime();
  log.error({ err: Object.assign(new RangeError('too far'), { code: 'E_FAR' }) }, 'said');
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 'error',
    msg: 'said',
    err: {
      type: 'RangeError',
      message: 'too far',
      code: 'E_FAR',
      stack: expect.stringContaining('log.test'),
    },
  });
});

test('an error logged by itself is treated alike', () => {
  const { log, logged } = testRuntime();
  log.error(Object.assign(new Error('no'), { request: CANARY }));
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ msg: 'no', err: { message: 'no' } });
  expect(logged.join()).not.toContain(CANARY);
});

test('a circle and a very long list are cut short instead of failing the caller', () => {
  const { log, logged } = testRuntime();
  const circle: Record<string, unknown> = { list: Array.from({ length: 10_000 }, (_, n) => n) };
  circle.self = circle;
  log.info(circle, 'said');
  expect(logged[0]?.length).toBeLessThan(10_000);
});

test('plain values are logged unchanged', () => {
  const { log, logged } = testRuntime();
  log.info({ event: 'charge_paid', ms: 12, at: new Date(0), tags: ['a'], none: null }, 'said');
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    event: 'charge_paid',
    ms: 12,
    at: '1970-01-01T00:00:00.000Z',
    tags: ['a'],
    none: null,
  });
});

test('a line of traced work names its trace and its span', async () => {
  const { log, logged } = testRuntime();
  await recorded.inTrace(async () => log.info('said'));
  const span = recorded.spans()[0]?.spanContext();
  const { trace_id, span_id } = JSON.parse(logged[0] ?? '');
  expect([trace_id, span_id]).toEqual([span?.traceId, span?.spanId]);
});

test('a process that ends at once has written every line before', async () => {
  await using child = startChild(join(import.meta.dirname, 'last-words.ts'));
  expect(await child.exit()).toBe(1);
  const lines = child.stdout().split('\n');
  expect(lines).toHaveLength(1_001);
  expect(lines.at(-1)).toContain('last words');
});

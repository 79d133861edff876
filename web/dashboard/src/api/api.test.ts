import { EntradaError } from '@entrada/client/entrada-error';
import { api } from './api.ts';
import { currentQuestion } from './session-gate.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const refusal = (status: number, code: string) =>
  Response.json({ success: false, error: code, code, requestId: 'r' }, { status });
const ended = () => refusal(401, 'session_required');
const created = () => Response.json({ success: true, charge: {} }, { status: 201 });

/** Gives these replies in turn, and keeps the Idempotency-Key of each request. */
function replies(...scripted: readonly Response[]): (string | null)[] {
  const keys: (string | null)[] = [];
  globalThis.fetch = async (_url, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return scripted[keys.length - 1] ?? refusal(500, 'internal_error');
  };
  return keys;
}

const create = () =>
  api.request('POST /api/deposit', { body: { value: 100 }, idempotencyKey: 'once' });

async function question() {
  for (let i = 0; i < 100; i += 1) {
    const asked = currentQuestion();
    if (asked) return asked;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('nothing was asked');
}

test('after a log-in the same request is repeated, with the same Idempotency-Key', async () => {
  const keys = replies(ended(), created());
  const reply = create();
  const { need, answer } = await question();
  expect(need).toBe('log-in');
  answer(true);
  await expect(reply).resolves.toMatchObject({ success: true });
  expect(keys).toEqual(['once', 'once']);
});

test('a log-in may be followed by a proof, and then the request goes on', async () => {
  const keys = replies(ended(), refusal(403, 'proof_required'), created());
  const reply = create();
  (await question()).answer(true);
  const { need, answer } = await question();
  expect(need).toBe('proof');
  answer(true);
  await reply;
  expect(keys).toEqual(['once', 'once', 'once']);
});

test('requests that fail together are asked for once', async () => {
  const keys = replies(ended(), ended(), created(), created());
  const both = Promise.all([create(), create()]);
  (await question()).answer(true);
  await both;
  expect(currentQuestion()).toBeNull();
  expect(keys).toHaveLength(4);
});

test('a person who closes the dialog gets the error, and nothing is repeated', async () => {
  const keys = replies(ended(), created());
  const reply = create();
  (await question()).answer(false);
  await expect(reply).rejects.toBeInstanceOf(EntradaError);
  expect(keys).toHaveLength(1);
});

test('a wrong password is no end of the session: nothing is asked', async () => {
  replies(refusal(401, 'wrong_credentials'));
  await expect(create()).rejects.toMatchObject({ code: 'wrong_credentials' });
  expect(currentQuestion()).toBeNull();
});

test('a dialog that was closed is not opened again by what the page reads, but by what a person does', async () => {
  replies(ended(), ended(), ended(), created());
  const first = create();
  (await question()).answer(false);
  await expect(first).rejects.toThrow();

  await expect(api.request('GET /api/balance')).rejects.toThrow();
  expect(currentQuestion()).toBeNull();

  const again = create();
  (await question()).answer(true);
  await expect(again).resolves.toMatchObject({ success: true });
});

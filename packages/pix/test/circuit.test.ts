import { eventually } from '@entrada/platform/testing/eventually';
import { isCircuitOpen } from '../src/client/pix-error.ts';
import { answering, bankThat, COB, closeOpened, NEW_COB, reset, TXID } from './bank-that.ts';
import { type Handler, sendJson } from './fake-bank.ts';

afterEach(closeOpened);

/** A bank that can fail and recover, and a client whose clock the test moves. */
async function breakableBank(failure: Handler) {
  const states: string[] = [];
  const outcomes: string[] = [];
  const world = { broken: true, nowMs: 1_000_000 };
  const { bank, client } = await bankThat(
    (request, response) =>
      world.broken ? failure(request, response) : sendJson(response, 200, COB),
    {
      now: () => world.nowMs,
      onCircuit: (_, state) => void states.push(state),
      observe: (operation, outcome) => void (operation === 'get-cob' && outcomes.push(outcome)),
    },
  );
  const tryGet = () => client.getCob(TXID).catch((error: unknown) => error);
  return { world, bank, client, states, outcomes, tryGet };
}

test.each<[string, Handler]>([
  ['connections that break', reset],
  ['5xx answers', answering(500, {})],
])('after five of %s the circuit opens', async (_, failure) => {
  const { bank, states, outcomes, tryGet } = await breakableBank(failure);

  await tryGet();
  await tryGet();
  const sent = bank.requests.length;
  const refused = await tryGet();

  expect(sent).toBe(5);
  expect(bank.requests).toHaveLength(sent);
  expect(refused).toMatchObject({ kind: 'unavailable' });
  expect(isCircuitOpen(refused)).toBe(true);
  expect(states).toEqual(['open']);
  expect(outcomes.at(-1)).toBe('circuit-open');
});

test.each([400, 404, 429])('answers of %d never open the circuit', async (status) => {
  const { states, tryGet } = await breakableBank(answering(status, {}));

  for (let count = 0; count < 6; count += 1) await tryGet();

  expect(states).toEqual([]);
});

test('a recovered bank is used again after one probe, a second later', async () => {
  const { world, bank, client, states, tryGet } = await breakableBank(reset);
  await tryGet();
  await tryGet();
  world.broken = false;

  world.nowMs += 999;
  expect(isCircuitOpen(await tryGet())).toBe(true);
  world.nowMs += 1;
  await client.getCob(TXID);
  await Promise.all(Array.from({ length: 10 }, () => client.getCob(TXID)));

  expect(states).toEqual(['open', 'half-open', 'closed']);
  expect(bank.requests).toHaveLength(5 + 11);
});

test('only one call probes; the others fail at once', async () => {
  const { world, bank, states, tryGet } = await breakableBank(reset);
  await tryGet();
  await tryGet();
  world.broken = false;
  world.nowMs += 1_000;

  const results = await Promise.all(Array.from({ length: 10 }, tryGet));

  expect(results.filter(isCircuitOpen)).toHaveLength(9);
  expect(bank.requests).toHaveLength(6);
  expect(states).toEqual(['open', 'half-open', 'closed']);
});

test('a failed probe keeps the circuit open for longer, but only for seconds', async () => {
  const { world, bank, states, tryGet } = await breakableBank(reset);
  await tryGet();
  await tryGet();

  const waits: number[] = [];
  for (let probe = 0; probe < 4; probe += 1) {
    const before = bank.requests.length;
    let waitedMs = 0;
    for (; bank.requests.length === before; waitedMs += 500) {
      world.nowMs += 500;
      await tryGet();
    }
    waits.push(waitedMs);
  }

  expect(waits).toEqual([1_000, 2_000, 4_000, 4_000]);
  expect(states.at(-1)).toBe('open');
});

test('a timeout of a caller with hardly any time does not count', async () => {
  const states: string[] = [];
  const { client } = await bankThat(() => {}, {
    onCircuit: (_, state) => states.push(state),
  });

  for (let count = 0; count < 6; count += 1) {
    await expect(client.getCob(TXID, { timeoutMs: 5 })).rejects.toMatchObject({ kind: 'timeout' });
  }

  expect(states).toEqual([]);
});

test('the circuit opens for a bank that accepts calls and never answers', async () => {
  const states: string[] = [];
  let answers = true;
  const { client } = await bankThat(
    (_, response) => void (answers && sendJson(response, 200, COB)),
    { timeoutMs: 50, onCircuit: (_, state) => states.push(state) },
  );
  // With a token, which would take of that time.
  await eventually(() => client.getCob(TXID));
  states.length = 0;
  answers = false;

  await Promise.all(Array.from({ length: 5 }, () => client.getCob(TXID).catch(() => {})));

  expect(states).toEqual(['open']);
});

test('failing reads do not block the creation of charges', async () => {
  const states: [string, string][] = [];
  const { client } = await bankThat(
    ({ url = '' }, response) =>
      url.startsWith('/pix/') ? sendJson(response, 500, {}) : sendJson(response, 200, COB),
    { onCircuit: (operation, state) => states.push([operation, state]) },
  );

  for (let count = 0; count < 6; count += 1) await client.getPix('E1').catch(() => {});
  await client.putCob(NEW_COB);
  await client.getCob(TXID);

  expect(states).toEqual([['get-pix', 'open']]);
});

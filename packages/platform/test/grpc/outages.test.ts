import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../src/testing/eventually.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { startMutePeer } from '../support/mute-peer.ts';
import { timed } from '../support/timed.ts';
import { connectLedger, EMPTY, serveLedger } from './ledger-server.ts';

const CALLS_MAX = 100_000;

test('a silent peer that recovers on the same port is reached within 10 s', async () => {
  using mute = await startMutePeer();
  using client = connectLedger(mute.port, { timeoutMs: 200 });
  await expect(client.getBalance({})).rejects.toMatchObject({ code: 'TIMEOUT' });
  mute.stopListening();
  await using _healed = await serveLedger(async () => EMPTY, { port: mute.port });
  expect(await eventually(() => client.getBalance({}))).toEqual(EMPTY);
  // The wedged connection is not left behind, else an hour of muteness would cost a thousand.
  await eventually(() => mute.openSockets() === 0, { timeoutMs: 1_000 });
});

test('a silent replica delays nothing while another answers, and is used again after it recovers', async () => {
  using mute = await startMutePeer();
  await using well = await serveLedger(async () => EMPTY);
  using client = connectLedger([mute.port, well.port]);
  const [, ms] = await timed(() => client.getBalance({}));
  expect(ms).toBeLessThan(1_500);
  mute.stopListening();
  let reached = false;
  const healed = async () => {
    reached = true;
    return EMPTY;
  };
  await using _healed = await serveLedger(healed, { port: mute.port });
  await eventually(async () => {
    await client.getBalance({});
    return reached;
  });
});

test('a call made while the peer is down is answered within 1.5 s after it is back', async () => {
  const port = await freePort();
  using client = connectLedger(port, { timeoutMs: 10_000 });
  const call = client.getBalance({});
  // Long enough for the pauses between attempts to reach their cap.
  await delay(3_000);
  await using _back = await serveLedger(async () => EMPTY, { port });
  const listening = performance.now();
  expect(await call).toEqual(EMPTY);
  expect(performance.now() - listening).toBeLessThan(1_500);
});

test('a restart of the peer delays calls, but does not fail them', async () => {
  const first = await serveLedger(async () => EMPTY);
  using client = connectLedger(first.port);
  let isRestarted = false;
  const load = (async () => {
    for (let n = 0; n < CALLS_MAX && !isRestarted; n += 1) await client.getBalance({});
  })();
  await first[Symbol.asyncDispose]();
  await using _second = await serveLedger(async () => EMPTY, { port: first.port });
  await Promise.race([load, client.getBalance({})]);
  isRestarted = true;
  await load;
});

import { randomBytes } from 'node:crypto';
import { Entrada } from '@entrada/client/entrada';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import { deployment } from './deployment.ts';
import { figures } from './figures.ts';
import type { Pod } from './tools/pods.ts';

/** Every service but the bank, which is there for testing only and counts nothing. */
const SERVICES = ['auth', 'charges', 'gateway', 'ledger', 'webhooks'];
const REPLICAS = 2;
const SPREAD_WAIT_MAX_MS = 60_000;
const REQUESTS_AT_ONCE = 4;
/** About two seconds, where an empty program takes 40 ms. */
const EMPTY_PROGRAMS_MAX = 50;
const EMPTY = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1_000)';

type StartTimes = { readonly startMs: number; readonly startCpuMs: number };

const { baseUrl, bankUrl, hostIp, pods, answeredBy, exec, logsOf, scale, seed } = deployment();

test('each service has its replicas, all ready, and none was ever restarted', async () => {
  const found = await pods();
  for (const service of SERVICES) {
    const replicas = found.filter((pod) => pod.service === service);
    expect(replicas).toHaveLength(REPLICAS);
    for (const replica of replicas) expect(replica).toMatchObject({ ready: true, restarts: 0 });
  }
});

test(
  'an endpoint made at any replica of webhooks is served by all',
  async () => {
    await using receiver = await openReceiver({ host: hostIp });
    const replicas = (await pods()).filter(({ service }) => service === 'webhooks');
    const madeAt = async ({ ip }: Pod) => {
      const { apiKey } = await seed(receiver.url, ip);
      // Twelve pods that have just started share this machine: the first call may be too slow.
      const create = () => new Entrada({ baseUrl, apiKey }).deposits.create({ value: 2_500 });
      const charge = await eventually(create, { timeoutMs: SPREAD_WAIT_MAX_MS / 2 });
      await payAtBank(bankUrl, charge.emv);
      await eventually(() => receiver.received.some(({ body }) => body.includes(charge.id)), {
        timeoutMs: SPREAD_WAIT_MAX_MS / 2,
      });
    };
    await Promise.all(replicas.map(madeAt));
  },
  2 * SPREAD_WAIT_MAX_MS,
);

test(
  'every replica of every service answers, also one that is added later, which starts at little cost',
  async () => {
    const { apiKey } = await seed(`http://${hostIp}:9/unused`);
    const before = (await pods()).map(({ name }) => name);
    await scale('charges', REPLICAS + 1);
    await using _scaledBack = { [Symbol.asyncDispose]: () => scale('charges', REPLICAS) };
    let idle = (await pods()).filter(({ service }) => SERVICES.includes(service));
    expect(idle).toHaveLength(SERVICES.length * REPLICAS + 1);
    const [added, ...others] = idle.filter(({ name }) => !before.includes(name));
    expect(others).toEqual([]);
    if (added) await expectQuickStart(added);
    await eventually(
      async () => {
        await sendSomeOfEach(apiKey);
        const counts = await Promise.all(idle.map(answeredBy));
        idle = idle.filter((_, index) => counts[index] === 0);
        expect(idle.map(({ name }) => name)).toEqual([]);
      },
      { timeoutMs: SPREAD_WAIT_MAX_MS },
    );
  },
  3 * SPREAD_WAIT_MAX_MS,
);

/** Its processor time is compared with that of an empty program, because many programs share this machine. */
async function expectQuickStart(added: Pod): Promise<void> {
  const lines = (await logsOf(added)).split('\n');
  const started = lines.find((line) => line.includes('"event":"started"')) ?? '{}';
  const last: StartTimes = JSON.parse(started);
  const emptyMs = Number(await exec('charges', ['node', '-e', EMPTY]));
  figures(
    `a pod of charges added: ready after ${last.startMs} ms, ${last.startCpuMs} ms of CPU; an empty program ${emptyMs.toFixed(0)} ms`,
  );
  expect(last.startCpuMs).toBeLessThan(EMPTY_PROGRAMS_MAX * emptyMs);
}

/** On connections of their own, so that the Service picks a pod anew; one key unknown, so that no cache answers. */
async function sendSomeOfEach(apiKey: string): Promise<void> {
  const send = async (path: string, key: string) => {
    const headers = { authorization: `Bearer ${key}`, connection: 'close' };
    await (await fetch(`${baseUrl}${path}`, { headers })).arrayBuffer();
  };
  const some = Array.from({ length: REQUESTS_AT_ONCE }, () => [
    send('/api/balance', apiKey),
    send(`/api/deposit/${randomBytes(16).toString('hex')}`, apiKey),
    send('/api/balance', randomBytes(24).toString('hex')),
  ]);
  await Promise.all(some.flat());
}

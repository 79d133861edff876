import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runSystem } from '../../../test/harness/run-system.ts';
import { send } from './http.ts';

/** What a decision lives at most; the promise that holds whatever else is down. */
const DECISION_TTL_MS = 5_000;
/** Wide, for a machine that stalls: a key that is not pushed is accepted for five seconds. */
const PUSHED_MS = 2_500;
const ROUNDS = 20;
const SILENT_ROUNDS = 5;
const PROBE_EVERY_MS = 5;
/** Where a probe never sees a refusal. */
const GIVE_UP_MS = 30_000;

const system = forTests(() => runSystem());
const twin = forTests(() => system.startAnotherGateway());

async function statusAt(port: number, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await send(port, { path: '/api/balance', headers })).status;
}

type Figures = {
  /** When any gateway last accepted a request that was sent after the revocation was committed. */
  readonly acceptedMs: number;
  /** When every gateway was first seen to refuse, counted from when the revocation was asked for. */
  readonly refusedMs: number;
};

async function measure(revoke: (ids: Ids) => Promise<unknown>): Promise<Figures> {
  const { accountId } = await system.newAccount();
  const { apiKey, key } = await system.auth.rpc.createKey({ accountId, name: 'x' });
  const ports = [system.port, twin.port];
  for (const port of ports) expect(await statusAt(port, key)).toBe(200);
  const askedAt = performance.now();
  await revoke({ accountId, keyId: apiKey?.id ?? '' });
  const committedAt = performance.now();
  for (let acceptedMs = 0; ; ) {
    const sentAt = performance.now();
    const statuses = await Promise.all(ports.map((port) => statusAt(port, key)));
    if (statuses.every((status) => status === 401)) {
      return { acceptedMs, refusedMs: performance.now() - askedAt };
    }
    if (statuses.includes(200)) acceptedMs = sentAt - committedAt;
    expect(sentAt - committedAt).toBeLessThan(GIVE_UP_MS);
    await delay(PROBE_EVERY_MS);
  }
}

type Ids = { readonly accountId: string; readonly keyId: string };

const sorted = (figures: readonly Figures[], which: keyof Figures) =>
  figures.map((figure) => figure[which]).sort((a, b) => a - b);
const median = (numbers: readonly number[]) => numbers[Math.floor(numbers.length / 2)] ?? 0;

function tell(how: string, figures: readonly Figures[]): void {
  for (const which of ['acceptedMs', 'refusedMs'] as const) {
    const all = sorted(figures, which).map((ms) => ms.toFixed(0));
    process.stderr.write(`revoked key at two gateways, ${how}, ${which}: ${all.join(' ')}\n`);
  }
}

test('a revoked key is refused by every gateway at once while the stream is connected', async () => {
  const figures: Figures[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    figures.push(await measure((ids) => system.auth.rpc.revokeKey(ids)));
  }
  tell('pushed', figures);
  expect(median(sorted(figures, 'refusedMs'))).toBeLessThan(PUSHED_MS);
  expect(figures.filter(({ acceptedMs }) => acceptedMs > DECISION_TTL_MS)).toEqual([]);
});

test('a revoked key is refused within five seconds while the stream is disconnected', async () => {
  // Revoked in the database alone, so that no stream reports it.
  const silently = ({ keyId }: Ids) =>
    system.auth.db.query('update api_key set revoked_at = now() where id = $1', [keyId]);
  const figures = await Promise.all(Array.from({ length: SILENT_ROUNDS }, () => measure(silently)));
  tell('not pushed', figures);
  expect(figures.filter(({ acceptedMs }) => acceptedMs > DECISION_TTL_MS)).toEqual([]);
});

test('a key revoked while the stream is disconnected is refused as soon as it reconnects', async () => {
  const { accountId } = await system.newAccount();
  const whileDisconnected = async () => {
    const { apiKey, key } = await system.auth.rpc.createKey({ accountId, name: 'x' });
    expect(await statusAt(system.port, key)).toBe(200);
    system.lines.auth.cut();
    await system.auth.rpc.revokeKey({ accountId, keyId: apiKey?.id ?? '' });
    expect(await statusAt(system.port, key)).toBe(200);
    system.lines.auth.restore();
    const restoredAt = performance.now();
    while ((await statusAt(system.port, key)) === 200) await delay(PROBE_EVERY_MS);
    expect(performance.now() - restoredAt).toBeLessThan(DECISION_TTL_MS);
  };
  // Once more where the machine stalled for longer than the decision lives.
  await eventually(() => whileDisconnected().finally(() => system.lines.auth.restore()));
});

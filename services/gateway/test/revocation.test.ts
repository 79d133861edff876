import { setTimeout as delay } from 'node:timers/promises';
import { type RunningSystem, runSystem } from '../../../test/harness/run-system.ts';
import { send } from './http.ts';

/** What a decision lives at most; the promise that holds whatever else is down. */
const DECISION_TTL_MS = 5_000;
/** For a machine that is busy with other things. */
const SLACK_MS = 1_000;
const ROUNDS = 20;
const PROBE_EVERY_MS = 5;

let system: RunningSystem;
let twin: { readonly port: number } & AsyncDisposable;
beforeAll(async () => {
  system = await runSystem();
  twin = await system.startAnotherGateway();
});
afterAll(async () => {
  await twin[Symbol.asyncDispose]();
  await system[Symbol.asyncDispose]();
});

async function statusAt(port: number, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await send(port, { path: '/api/balance', headers })).status;
}

/** How long after its revocation was asked for a key was last accepted, by any gateway. */
async function acceptedForMs(revoke: (ids: Ids) => Promise<unknown>): Promise<number> {
  const { accountId } = await system.newAccount();
  const { apiKey, key } = await system.auth.rpc.createKey({ accountId, name: 'x' });
  const ports = [system.port, twin.port];
  for (const port of ports) expect(await statusAt(port, key)).toBe(200);
  await revoke({ accountId, keyId: apiKey?.id ?? '' });
  const revokedAt = performance.now();
  for (;;) {
    const asked = performance.now();
    const statuses = await Promise.all(ports.map((port) => statusAt(port, key)));
    if (statuses.every((status) => status === 401)) return asked - revokedAt;
    expect(asked - revokedAt).toBeLessThan(DECISION_TTL_MS + SLACK_MS);
    await delay(PROBE_EVERY_MS);
  }
}

type Ids = { readonly accountId: string; readonly keyId: string };

function told(figures: readonly number[]): string {
  const sorted = [...figures].sort((a, b) => a - b);
  const p50 = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `p50 ${p50.toFixed(0)} ms, max ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
}

test('a revoked key is refused by every gateway at once while auth can tell them', async () => {
  const figures: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    figures.push(await acceptedForMs((ids) => system.auth.rpc.revokeKey(ids)));
  }
  process.stderr.write(`revoked key refused by two gateways, pushed: ${told(figures)}\n`);
  const sorted = figures.sort((a, b) => a - b);
  expect(sorted[ROUNDS / 2]).toBeLessThan(200);
});

test('a revoked key is refused within five seconds when nothing can be pushed', async () => {
  // Revoked behind auth's back, so that nobody is told.
  const silently = ({ keyId }: Ids) =>
    system.auth.db.query('update api_key set revoked_at = now() where id = $1', [keyId]);
  const figures = await Promise.all([1, 2, 3].map(() => acceptedForMs(silently)));
  process.stderr.write(`revoked key refused by two gateways, not pushed: ${told(figures)}\n`);
  expect(Math.max(...figures)).toBeLessThan(DECISION_TTL_MS + SLACK_MS);
});

test('a key that is revoked while the stream is down is refused as soon as it is back', async () => {
  const { accountId } = await system.newAccount();
  const { apiKey, key } = await system.auth.rpc.createKey({ accountId, name: 'x' });
  expect(await statusAt(system.port, key)).toBe(200);
  system.lines.auth.cut();
  await system.auth.rpc.revokeKey({ accountId, keyId: apiKey?.id ?? '' });
  expect(await statusAt(system.port, key)).toBe(200);
  system.lines.auth.restore();
  const restoredAt = performance.now();
  while ((await statusAt(system.port, key)) === 200) await delay(PROBE_EVERY_MS);
  expect(performance.now() - restoredAt).toBeLessThan(DECISION_TTL_MS);
});

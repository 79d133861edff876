/**
 * node bench/gateway-messages.ts [rounds]: CPU time per request of HTTP_MESSAGES=fast relative to
 * `plain`. Rounds are short and alternate, so that other load of the machine falls on both.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  AuthService,
  ChargesService,
  LedgerService,
  WebhooksService,
} from '@entrada/contracts/services';
import { serveGrpc } from '@entrada/platform/grpc/server';
import { serviceOf } from '@entrada/platform/grpc/types';
import { freePort } from '@entrada/platform/testing/free-port';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { Pool } from 'undici';
import { cpuTimeMs } from './cpu-time.ts';
import { median, percentile } from './statistics.ts';

const REQUESTS = 600;
const WARM_UPS = 30;
const CONNECTIONS = 8;
const ROUNDS_DEFAULT = 100;
const START_MAX_MS = 120_000;
const MAIN = `${import.meta.dirname}/../services/gateway/src/main.ts`;
const UNLIMITED = '10000000';

type Side = { readonly pid: number; readonly pool: Pool };

await using resources = new AsyncDisposableStack();
const rounds = Number(process.argv[2] ?? ROUNDS_DEFAULT);
const services = {
  AUTH_ADDRESS: await serve(AuthService.service, { verifyKey, watchRevocations }),
  LEDGER_ADDRESS: await serve(LedgerService.service, { getBalance: async () => ({}) }),
  CHARGES_ADDRESS: await serve(ChargesService.service, {}),
  WEBHOOKS_ADDRESS: await serve(WebhooksService.service, {}),
};
const plain = await startGateway('plain');
const fast = await startGateway('fast');
const ratios: number[] = [];
for (let round = -WARM_UPS; round < rounds; round += 1) {
  const costs = new Map<Side, number>();
  for (const side of round % 2 === 0 ? [plain, fast] : [fast, plain]) {
    costs.set(side, await measure(side));
  }
  if (round >= 0) ratios.push((costs.get(fast) ?? 0) / (costs.get(plain) ?? 1));
}
const [low, high] = [percentile(ratios, 0.25), percentile(ratios, 0.75)].map((at) => at.toFixed(3));
process.stdout.write(
  `fast: ${median(ratios).toFixed(3)} (quartiles ${low} to ${high}) of plain's CPU time per request, ${rounds} rounds\n`,
);

/** CPU time of the gateway per request, in milliseconds. */
async function measure({ pid, pool }: Side): Promise<number> {
  const before = cpuTimeMs([pid]) ?? 0;
  let sent = 0;
  const headers = { authorization: 'Bearer key' };
  const work = async () => {
    for (; sent < REQUESTS; sent += 1) {
      const reply = await pool.request({ path: '/api/balance', method: 'GET', headers });
      if (reply.statusCode !== 200) throw new Error(await reply.body.text());
      await reply.body.dump();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return ((cpuTimeMs([pid]) ?? 0) - before) / REQUESTS;
}

async function startGateway(mode: string): Promise<Side> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...services,
    MODE: 'test',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    PUBLIC_BASE_URL: origin,
    ...testIdentityEnv('gateway'),
    PROVIDER_CALLBACK_SECRET: randomUUID(),
    RATE_LIMIT_PER_SECOND: UNLIMITED,
    RATE_LIMIT_BURST: UNLIMITED,
    OVERLOAD_DELAY_MS: '60000',
    LOG_LEVEL: 'warn',
    HTTP_MESSAGES: mode,
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  resources.defer(() => void child.kill());
  const pool = new Pool(origin, { connections: CONNECTIONS });
  resources.defer(() => pool.destroy());
  const giveUpAt = Date.now() + START_MAX_MS;
  while (!(await fetch(origin).catch(() => null))?.ok) {
    if (Date.now() > giveUpAt) throw new Error(`the gateway did not start in ${START_MAX_MS} ms`);
  }
  return { pid: child.pid ?? 0, pool };
}

async function serve(
  definition: Parameters<typeof serveGrpc>[0],
  handlers: object,
): Promise<string> {
  const options = { host: '127.0.0.1', port: 0, runtime: testRuntime(serviceOf(definition)) };
  return `127.0.0.1:${resources.use(await serveGrpc(definition, { ...handlers }, options)).port}`;
}

async function verifyKey() {
  return { accountId: randomUUID(), keyId: randomUUID(), scopes: ['balance:read'] };
}

async function* watchRevocations(_request: unknown, signal: AbortSignal) {
  while (!signal.aborted) {
    yield {};
    await new Promise((resolve) => setTimeout(resolve, 1_000).unref());
  }
}

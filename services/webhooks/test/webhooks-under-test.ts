import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { WebhooksService } from '@entrada/contracts/services';
import { urlAs } from '@entrada/platform/db/roles';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { createOurTopics } from '@entrada/platform/migrate';
import { openHealth, type Runtime } from '@entrada/platform/runtime/runtime';
import { openLog } from '@entrada/platform/telemetry/log';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { testIdentity, testIdentityEnv } from '@entrada/platform/testing/identity';
import { connectAsAllowed } from '@entrada/platform/testing/test-runtime';
import pg from 'pg';
import { Registry } from 'prom-client';
import { eventKeyEnv, signed } from '../../../test/harness/event-keys.ts';
import { loadConfig } from '../src/config.ts';
import { start } from '../src/service.ts';

const MAIN = `${import.meta.dirname}/../src/main.ts`;
const SECRET_KEY = randomBytes(32).toString('base64');

function testRuntime(): Runtime {
  const log = openLog({ service: 'webhooks', level: 'silent', version: 'test' });
  const identity = testIdentity('webhooks');
  return { log, metrics: new Registry(), health: openHealth(), identity };
}

type Ids = { readonly accountId: string; readonly endpointId: string };

/** The service with a database and an event log of its own, driven through its real doors. */
export async function webhooksUnderTest(overrides: Record<string, string> = {}) {
  await using starting = new AsyncDisposableStack();
  const database = starting.use(await freshDatabase('webhooks'));
  const events = starting.use(await freshDatabase('events'));
  const log = { eventsDatabaseUrl: events.adminUrl };
  await createOurTopics(log);

  const db = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  db.on('error', () => {});
  starting.defer(() => db.end());
  const ledger = starting.use(openEventLog(log, testRuntime(), 'ledger'));
  const env = {
    ...testIdentityEnv('webhooks'),
    ...eventKeyEnv('webhooks'),
    DATABASE_URL_WEBHOOKS: database.url,
    MODE: 'test',
    DATABASE_URL_EVENTS: urlAs(events.adminUrl, 'webhooks', 'app'),
    GRPC_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    AUTH_ADDRESS: '127.0.0.1:1',
    WEBHOOKS_SECRET_KEY: SECRET_KEY,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    // Long enough for a machine that stalls; a test that waits for a timeout shortens it.
    WEBHOOK_TIMEOUT_MS: '30000',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'silent',
    ...overrides,
  };
  /** One more process of the service on the same database. */
  const startAnother = async (runtime = testRuntime(), more: Record<string, string> = {}) => {
    const service = await start(loadConfig({ ...env, ...more }), runtime);
    return Object.assign(service, { runtime });
  };
  const service = starting.use(await startAnother());
  const address = `127.0.0.1:${service.grpcPort}`;
  const rpc = starting.use(connectAsAllowed(WebhooksService, { address, timeoutMs: 30_000 }));

  const endpoint = async (accountId: string, url: string, events: string[] = []) => {
    const wanted = { accountId, name: 'shop', url, events, skipTest: true };
    const { endpoint: made, secret } = await rpc.createEndpoint(wanted);
    return { id: made?.id ?? '', secret };
  };

  const resources = starting.move();
  return {
    rpc,
    db,
    adminUrl: database.adminUrl,
    secretKey: Buffer.from(SECRET_KEY, 'base64'),
    service,
    startAnother,
    /** The service as a process of its own, to be killed. */
    startProcess() {
      const child = spawn(process.execPath, [MAIN], { env, stdio: 'ignore' });
      resources.defer(() => void child.kill('SIGKILL'));
      return child;
    },
    publish: (records: readonly EventRecord[]) => ledger.publish(records.map(signed)),
    endpoint,
    /** Of an account of its own. */
    async endpointAt(url: string): Promise<Ids> {
      const accountId = randomUUID();
      return { accountId, endpointId: (await endpoint(accountId, url)).id };
    },
    deliveriesWhen: (ids: Ids, count: number, status = 'DELIVERED') =>
      eventually(async () => {
        const { deliveries } = await rpc.listDeliveries({ ...ids, status, limit: 200 });
        expect(deliveries).toHaveLength(count);
        return deliveries;
      }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type UnderTest = Awaited<ReturnType<typeof webhooksUnderTest>>;

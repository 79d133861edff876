import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { eventKeyEnv } from '../../../test/harness/event-keys.ts';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runWebhooks } from '../../../test/harness/run-webhooks.ts';

const MAIN = `${import.meta.dirname}/../src/main.ts`;
const SECRET_KEY = randomBytes(32);

type Ids = { readonly accountId: string; readonly endpointId: string };

/** The service with a database and an event log of its own, driven through its real doors. */
export async function webhooksUnderTest(overrides: Record<string, string> = {}) {
  await using starting = new AsyncDisposableStack();
  const events = starting.use(await freshEventLog());
  const env = {
    WEBHOOKS_SECRET_KEY: SECRET_KEY.toString('base64'),
    WEBHOOK_ALLOWED_HOSTS: '',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    // Long enough for a machine that stalls; a test that waits for a timeout shortens it.
    WEBHOOK_TIMEOUT_MS: '30000',
    AUTH_ADDRESS: '127.0.0.1:1',
    ...overrides,
  };
  const webhooks = starting.use(await runWebhooks(events, env));
  const { rpc, db, databaseUrl, appUrl, service, startAnother } = webhooks;

  const endpoint = async (accountId: string, url: string, kinds: string[] = []) => {
    const wanted = { accountId, name: 'shop', url, events: kinds, skipTest: true };
    const { endpoint: made, secret } = await rpc.createEndpoint(wanted);
    return { id: made?.id ?? '', secret };
  };

  const resources = starting.move();
  return {
    rpc,
    db,
    databaseUrl,
    secretKey: SECRET_KEY,
    service,
    startAnother,
    /** The service as a process of its own, to be killed. */
    startProcess() {
      const settings = {
        ...testIdentityEnv('webhooks'),
        ...eventKeyEnv('webhooks'),
        ...env,
        DATABASE_URL_WEBHOOKS: appUrl,
        DATABASE_URL_EVENTS: events.urlOf('webhooks'),
        MODE: 'test',
        GRPC_PORT: '0',
        ADMIN_PORT: '0',
        LISTEN_HOST: '127.0.0.1',
      };
      const child = spawn(process.execPath, [MAIN], { env: settings, stdio: 'ignore' });
      resources.defer(() => void child.kill('SIGKILL'));
      return child;
    },
    publish: events.publish,
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

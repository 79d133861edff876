import { randomUUID } from 'node:crypto';
import { WebhooksService } from '@entrada/contracts/services';
import { connectAsAllowed } from '@entrada/platform/testing/test-runtime';
import { newSecrets } from '../../packages/launcher/src/programs.ts';
import type { BenchRun } from '../run-parts.ts';
import { openDatabases, type ServiceDatabases, startAlone } from '../service-alone.ts';

const CREATED_AT_ONCE = 16;

export type Webhooks = AsyncDisposable &
  Pick<ServiceDatabases, 'db' | 'urls' | 'eventLog'> & {
    /** Registers one endpoint for each of so many new accounts. */
    addEndpoints(count: number, url: string): Promise<readonly string[]>;
  };

/** The webhooks service alone. */
export async function startWebhooks(run: BenchRun, name: string): Promise<Webhooks> {
  await using starting = new AsyncDisposableStack();
  const databases = starting.use(await openDatabases(run, 'webhooks', `${name}_webhooks`));
  const service = await startAlone(run, 'webhooks', {
    ...databases.env,
    AUTH_ADDRESS: '127.0.0.1:1',
    WEBHOOKS_SECRET_KEY: newSecrets().webhookSecretKey,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_HOSTS: 'localhost',
  });
  const { address } = starting.use(service);
  const rpc = starting.use(connectAsAllowed(WebhooksService, { address, timeoutMs: 30_000 }));

  const create = async (url: string): Promise<string> => {
    const accountId = randomUUID();
    await rpc.createEndpoint({ accountId, name: 'bench', url, skipTest: true });
    return accountId;
  };
  const resources = starting.move();
  return {
    ...databases,
    async addEndpoints(count, url) {
      const accounts: string[] = [];
      while (accounts.length < count) {
        const length = Math.min(CREATED_AT_ONCE, count - accounts.length);
        accounts.push(...(await Promise.all(Array.from({ length }, () => create(url)))));
      }
      return accounts;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

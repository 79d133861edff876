import { randomUUID } from 'node:crypto';
import { LedgerEvent, WebhooksService } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { urlAs } from '@entrada/platform/db/roles';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';
import { migrateAll } from '@entrada/platform/migrate';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { connectAsAllowed } from '@entrada/platform/testing/test-runtime';
import pg from 'pg';
import { newSecrets } from '../../packages/launcher/src/programs.ts';
import { supervise } from '../../packages/launcher/src/supervise.ts';
import { eventKeyEnv } from '../../test/harness/event-keys.ts';
import type { BenchRun } from '../bench-run.ts';
import { createDatabase } from '../database.ts';
import { watcherOf } from '../our-system.ts';

const READY_WAIT = { timeoutMs: 120_000 };
const CREATED_AT_ONCE = 16;

export type Webhooks = AsyncDisposable & {
  readonly db: pg.Pool;
  /** Of its database, as the administrator. */
  readonly url: string;
  readonly eventsUrl: string;
  /** Registers one endpoint for each of so many new accounts. */
  addEndpoints(count: number, url: string): Promise<readonly string[]>;
};

/** The webhooks service alone, as a process of its own, with databases of its own. */
export async function startWebhooks(run: BenchRun, name: string): Promise<Webhooks> {
  const { postgres } = run;
  await using starting = new AsyncDisposableStack();
  const own = starting.use(await createDatabase(postgres, 'webhooks', `${name}_webhooks`));
  const events = starting.use(await createDatabase(postgres, 'events', `${name}_events`));
  const addressesAs = (as: 'appUrl' | 'migratorUrl') => ({
    MODE: 'test',
    DATABASE_URL_WEBHOOKS: own[as],
    DATABASE_URL_EVENTS: as === 'appUrl' ? urlAs(events.url, 'webhooks', 'app') : events[as],
  });
  await migrateAll(addressesAs('migratorUrl'), () => {});

  const [grpcPort, adminPort] = [await freePort(), await freePort()];
  const program = supervise(
    {
      name: 'webhooks',
      main: 'services/webhooks/src/main.ts',
      env: {
        ...addressesAs('appUrl'),
        ...testIdentityEnv('webhooks'),
        ...eventKeyEnv('webhooks'),
        LISTEN_HOST: '127.0.0.1',
        GRPC_PORT: String(grpcPort),
        ADMIN_PORT: String(adminPort),
        AUTH_ADDRESS: '127.0.0.1:1',
        WEBHOOKS_SECRET_KEY: newSecrets().webhookSecretKey,
        WEBHOOK_ALLOW_HTTP: 'true',
        WEBHOOK_ALLOWED_HOSTS: 'localhost',
        ...run.env,
      },
    },
    watcherOf(run),
  );
  starting.defer(() => program.stop());
  await eventually(
    async () => (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).ok,
    READY_WAIT,
  );
  const db = new pg.Pool({ connectionString: own.url, max: 2 });
  starting.defer(() => db.end());
  const address = `127.0.0.1:${grpcPort}`;
  const rpc = starting.use(connectAsAllowed(WebhooksService, { address, timeoutMs: 30_000 }));

  const create = async (url: string): Promise<string> => {
    const accountId = randomUUID();
    await rpc.createEndpoint({ accountId, name: 'bench', url, skipTest: true });
    return accountId;
  };
  const resources = starting.move();
  return {
    db,
    url: own.url,
    eventsUrl: events.url,
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

/** A credit committed just now, as the ledger publishes it. */
export function credit(accountId: string): EventRecord {
  const now = new Date().toISOString();
  const charge = {
    chargeId: randomUUID().replaceAll('-', '').slice(0, 24),
    accountId,
    paymentLinkId: randomUUID(),
    valueCents: 5000,
    originalValueCents: 5000,
    feeCents: 50,
    paidCents: 5000,
    endToEndId: 'E00000000202611201200abcdefghijk',
    createdAt: now,
    paidAt: now,
    confirmedAt: now,
  };
  const depositCredited = {
    transactionId: randomUUID(),
    creditedCents: 4950,
    creditedAt: now,
    charge,
  };
  return {
    topic: Topic.Ledger,
    key: accountId,
    value: LedgerEvent.serialize({ depositCredited }),
    headers: { [EVENT_ID_HEADER]: randomUUID() },
  };
}

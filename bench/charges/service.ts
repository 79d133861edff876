import { ChargesService } from '@entrada/contracts/services';
import { migrate } from '@entrada/platform/db/migrate';
import { roleOf, urlAs } from '@entrada/platform/db/roles';
import { migrateAll, SCHEMAS } from '@entrada/platform/migrate';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { connectAsAllowed } from '@entrada/platform/testing/test-runtime';
import pg from 'pg';
import { supervise } from '../../packages/launcher/src/supervise.ts';
import { eventKeyEnv } from '../../test/harness/event-keys.ts';
import type { BenchRun } from '../bench-run.ts';
import { createDatabase } from '../database.ts';
import { watcherOf } from '../our-system.ts';

const READY_WAIT = { timeoutMs: 120_000 };
const CALL_MAX_MS = 30_000;
const CLIENT = { id: 'bench', secret: 'of the bench alone' };
/** Nobody listens there: nothing is refunded. */
const NO_LEDGER = '127.0.0.1:9';

export type Bank = AsyncDisposable & { readonly url: string };
export type Charges = Awaited<ReturnType<typeof startCharges>>;

async function startProgram(
  run: BenchRun,
  program: { name: string; main: string; env: Record<string, string> },
): Promise<AsyncDisposable & { readonly adminUrl: string }> {
  const adminPort = await freePort();
  const env = { LISTEN_HOST: '127.0.0.1', ADMIN_PORT: String(adminPort), ...program.env };
  const supervised = supervise({ ...program, env: { ...env, ...run.env } }, watcherOf(run));
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  await eventually(async () => (await fetch(`${adminUrl}/readyz`)).ok, READY_WAIT);
  return { adminUrl, [Symbol.asyncDispose]: () => supervised.stop() };
}

/** The sandbox bank as a process of its own. */
export async function startBank(run: BenchRun): Promise<Bank> {
  const { appUrl, migratorUrl } = await createDatabase(run.postgres, 'bank', 'bench_charges_bank');
  await migrate(migratorUrl, SCHEMAS.BANK ?? [], roleOf('bank', 'app'));
  const port = await freePort();
  const program = await startProgram(run, {
    name: 'bank',
    main: 'sandbox/bank/src/main.ts',
    env: {
      DATABASE_URL_BANK: appUrl,
      LISTEN_HOST: '127.0.0.1',
      HTTP_PORT: String(port),
      SMTP_PORT: '0',
      BANK_CLIENT_ID: CLIENT.id,
      BANK_CLIENT_SECRET: CLIENT.secret,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  return { url, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

/** The charges service alone, as a process of its own; it sweeps only on request. */
export async function startCharges(run: BenchRun, bank: Bank, name: string) {
  await using starting = new AsyncDisposableStack();
  const own = await createDatabase(run.postgres, 'charges', `${name}_charges`);
  const events = await createDatabase(run.postgres, 'events', `${name}_charges_events`);
  const addressesAs = (as: 'appUrl' | 'migratorUrl') => ({
    MODE: 'test',
    DATABASE_URL_CHARGES: own[as],
    DATABASE_URL_EVENTS: as === 'appUrl' ? urlAs(events.url, 'charges', 'app') : events[as],
  });
  await migrateAll(addressesAs('migratorUrl'), () => {});
  const grpcPort = await freePort();
  const { adminUrl } = starting.use(
    await startProgram(run, {
      name: 'charges',
      main: 'services/charges/src/main.ts',
      env: {
        ...addressesAs('appUrl'),
        ...testIdentityEnv('charges'),
        ...eventKeyEnv('charges'),
        LISTEN_HOST: '127.0.0.1',
        GRPC_PORT: String(grpcPort),
        LEDGER_ADDRESS: NO_LEDGER,
        PROVIDER_URL: bank.url,
        PROVIDER_CLIENT_ID: CLIENT.id,
        PROVIDER_CLIENT_SECRET: CLIENT.secret,
        PROVIDER_PIX_KEY: 'bench@entrada.example',
        SWEEP_EVERY_MS: '86400000',
      },
    }),
  );
  const db = new pg.Pool({ connectionString: own.url, max: 2 });
  starting.defer(() => db.end());
  const address = `127.0.0.1:${grpcPort}`;
  const rpc = starting.use(connectAsAllowed(ChargesService, { address, timeoutMs: CALL_MAX_MS }));
  const resources = starting.move();
  return {
    db,
    rpc,
    /** The sum over all lines of a metric, or over those with this label. */
    async metric(name: string, label = ''): Promise<number> {
      const text = await (await fetch(`${adminUrl}/metrics`)).text();
      const lines = text
        .split('\n')
        .filter((line) => /^\w+/.exec(line)?.[0] === name && line.includes(label));
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '@entrada/platform/db/roles';
import pg, { DatabaseError } from 'pg';
import { type Ran, runCommand, runCommandAt } from '../../operator/test/run-operator.ts';
import {
  type Holder,
  newHolder,
  type Profile,
  type SystemUnderTest,
  startSystemUnderTest,
} from '../e2e/system-under-test.ts';

const IN_USE = '55006';
const COPY_ATTEMPTS_MAX = 100;
const RETRY_AFTER_MS = 100;
/** So that a drill waits seconds for what takes minutes in production. */
const FAST = {
  SWEEP_EVERY_MS: '300',
  RETURNS_EVERY_MS: '500',
  AUDIT_EVERY_MS: '1000',
  AUDIT_LAG_MS: '120000',
  // A machine that stalls must not look like a service that failed.
  REQUEST_TIMEOUT_MS: '40000',
};

export type RestorableSystem = AsyncDisposable & {
  readonly system: SystemUnderTest;
  readonly holder: Holder;
  stop(service: string): Promise<void>;
  start(service: string): Promise<void>;
  /** Keeps databases as they are now, of one point, and gives the time; their services are stopped meanwhile. */
  snapshot(...databases: readonly string[]): Promise<Date>;
  /** Puts back what was kept. The service must be stopped. */
  restore(service: string): Promise<void>;
  operator(...args: readonly string[]): Promise<Ran>;
  /** By the clock of an operator whose time it is; the sandbox bank's clock can be ahead of ours. */
  operatorAt(now: Date, ...args: readonly string[]): Promise<Ran>;
  query<Row extends object>(service: string, text: string, values?: unknown[]): Promise<Row[]>;
};

/** A whole system whose databases can be set back, as after a disaster. */
export async function startRestorableSystem(profile: Profile): Promise<RestorableSystem> {
  await using starting = new AsyncDisposableStack();
  const env = { ...FAST, ...profile.env };
  const system = starting.use(await startSystemUnderTest({ ...profile, env }));
  const holder = starting.use(await newHolder(system));
  const nameOf = (service: string) => new URL(system.databaseUrl(service)).pathname.slice(1);
  const kept = (service: string) => `${nameOf(service)}_kept`;

  const stop = (service: string) => programOf(system, service).stop();
  const start = async (service: string) => {
    programOf(system, service).start();
    await system.ready(service);
  };
  const resources = starting.move();
  return {
    system,
    holder,
    stop,
    start,
    async snapshot(...databases) {
      // The event log has no service.
      const services = databases.filter((name) => system.programs.has(name));
      for (const service of services) await stop(service);
      await asAdmin(async (admin) => {
        for (const service of databases) {
          await admin.query(`drop database if exists "${kept(service)}"`);
          await copy(admin, { service, name: kept(service), template: nameOf(service) });
        }
      });
      const at = new Date();
      for (const service of services) await start(service);
      return at;
    },
    restore: (service) =>
      asAdmin(async (admin) => {
        await admin.query(`drop database "${nameOf(service)}" with (force)`);
        await copy(admin, { service, name: nameOf(service), template: kept(service) });
      }),
    operator: (...args) => runCommand(addressesOf(system), ...args),
    operatorAt: (now, ...args) => runCommandAt(now, addressesOf(system), ...args),
    async query<Row extends object>(service: string, text: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: system.databaseUrl(service) });
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function programOf(system: SystemUnderTest, service: string) {
  const program = system.programs.get(service);
  if (!program) throw new Error(`there is no ${service}`);
  return program;
}

/** As on the machine of an operator: addresses, and nothing else. */
function addressesOf(system: SystemUnderTest): Record<string, string> {
  return {
    AUTH_ADDRESS: system.authAddress,
    CHARGES_ADDRESS: system.chargesAddress,
    LEDGER_ADDRESS: system.ledgerAddress,
    WEBHOOKS_ADDRESS: system.webhooksAddress,
  };
}

type Copy = Parameters<typeof createDatabase>[1];

/** The connections of a stopped process may outlive it by a moment. */
async function copy(admin: pg.Client, wanted: Copy): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createDatabase(admin, wanted);
    } catch (error) {
      const inUse = error instanceof DatabaseError && error.code === IN_USE;
      if (!inUse || attempt === COPY_ATTEMPTS_MAX) throw error;
      await delay(RETRY_AFTER_MS);
    }
  }
}

async function asAdmin(act: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL ?? '' });
  await admin.connect();
  try {
    await act(admin);
  } finally {
    await admin.end();
  }
}

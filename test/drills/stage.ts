import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateFolder } from '@entrada/platform/testing/identity';
import { type Line, openLine } from '@entrada/platform/testing/line';
import pg from 'pg';
import { payAtBank } from '../../scripts/client/pay-at-bank.ts';
import { startPrivateKafka } from '../../scripts/provision/kafka.ts';
import type { TestServer } from '../../scripts/provision/test-server.ts';
import {
  type Holder,
  newHolder,
  type SystemUnderTest,
  startSystemUnderTest,
} from '../e2e/system-under-test.ts';
import { type Load, startLoad } from './load.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';

/** The auditor looks sooner and more often than it would, and an attempt ends soon. */
const EAGER = {
  AUDIT_EVERY_MS: '500',
  AUDIT_LAG_MS: '60000',
  SWEEP_EVERY_MS: '1000',
  WEBHOOK_TIMEOUT_MS: '10000',
};
const SERVICES = ['gateway', 'auth', 'charges', 'ledger', 'webhooks'] as const;

export type Stage = AsyncDisposable & {
  readonly system: SystemUnderTest;
  readonly holder: Holder;
  readonly load: Load;
  readonly kafka: TestServer;
  /** Between services and their databases. */
  readonly lines: Readonly<Record<'charges' | 'ledger', Line>>;
  readonly prometheus: Prometheus;
  /** To the receiver of the holder; a test can silence it. */
  readonly silent: Line;
  /** Addresses at which processes serve their metrics. */
  readonly targets: readonly string[];
  /** Lines that were logged. */
  readonly logged: readonly string[];
  /** A deposit that was paid just now. */
  paidDeposit(): Promise<{ readonly chargeId: string; readonly paymentLinkId: string }>;
  /** Runs a statement as the administrator of a database, whatever its rules. */
  behind(database: string, statement: string): Promise<void>;
};

/** One system on a Kafka of its own, a Prometheus that watches it, and clients that use it. */
export async function openStage(): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const postgresPort = Number(new URL(process.env.TEST_POSTGRES_URL ?? '').port);
  const lines = {
    charges: opening.use(await openLine(postgresPort)),
    ledger: opening.use(await openLine(postgresPort)),
  };
  const certificates = mkdtempSync(join(tmpdir(), 'entrada-drill-'));
  opening.defer(() => rmSync(certificates, { recursive: true, force: true }));
  cpSync(certificateFolder(), certificates, { recursive: true });
  const kafka = opening.use(await startPrivateKafka());
  const logged: string[] = [];
  const system = opening.use(
    await startSystemUnderTest({
      kafkaBrokers: kafka.address,
      env: EAGER,
      certificates,
      logLevel: 'debug',
      onLine: (program, line) => logged.push(`${program} ${line}`),
      databasePort: (name) => lines[name as keyof typeof lines]?.port,
    }),
  );
  const targets = SERVICES.map((name) => `127.0.0.1:${system.ports[`${name}Admin`]}`);
  const prometheus = opening.use(await startPrometheus(targets));
  const holder = opening.use(await newHolder(system));
  const silent = opening.use(await openLine(Number(new URL(holder.receiver.url).port)));
  const load = opening.use(startLoad(holder, system));
  const held = opening.move();
  return {
    system,
    holder,
    load,
    kafka,
    lines,
    prometheus,
    silent,
    targets,
    logged,
    async paidDeposit() {
      const { id, emv, paymentLinkId } = await holder.api.deposits.create({ value: 1_000 });
      await payAtBank(system.bankUrl, emv);
      return { chargeId: id, paymentLinkId };
    },
    behind: (database, statement) => asAdministrator(system.databaseUrl(database), statement),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function asAdministrator(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; ${statement}`);
  } finally {
    await client.end();
  }
}

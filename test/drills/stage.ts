import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueCertificate } from '@entrada/platform/identity/authority';
import { serviceCaller } from '@entrada/platform/identity/caller';
import {
  certificateFile,
  keyFile,
  readPem,
  writePem,
} from '@entrada/platform/identity/certificate-folder';
import { eventually } from '@entrada/platform/testing/eventually';
import { certificateFolder } from '@entrada/platform/testing/identity';
import { type Line, openLine } from '@entrada/platform/testing/line';
import pg from 'pg';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import { startPrivateKafka } from '../../packages/launcher/src/provision/kafka.ts';
import type { TestServer } from '../../packages/launcher/src/provision/test-server.ts';
import {
  type Holder,
  newHolder,
  type SystemUnderTest,
  startSystemUnderTest,
} from '../e2e/system-under-test.ts';
import { type Load, startCrowd, startLoad } from './load.ts';
import { DAY_MS, patient } from './patience.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';

/** The auditor looks sooner and more often than it would, an attempt ends soon, and no refund is ever settled. */
const EAGER = {
  AUDIT_EVERY_MS: '500',
  AUDIT_LAG_MS: '60000',
  SWEEP_EVERY_MS: '1000',
  WEBHOOK_TIMEOUT_MS: '10000',
  BANK_REFUND_SETTLES_AFTER_MS: String(DAY_MS),
};
const BANK_CERTIFICATE = 'for-the-bank';
const BANK_CERTIFICATE_DAYS = 90;
const SERVICES = ['gateway', 'auth', 'charges', 'ledger', 'webhooks'] as const;

export type Stage = AsyncDisposable & {
  readonly system: SystemUnderTest;
  readonly holder: Holder;
  readonly load: Load;
  readonly kafka: TestServer;
  /** Between services and their databases, and between the gateway and Redis. */
  readonly lines: Readonly<Record<'charges' | 'ledger' | 'redis', Line>>;
  readonly prometheus: Prometheus;
  /** To the receiver of the holder; a test can silence it. */
  readonly silent: Line;
  /** Addresses at which processes serve their metrics. */
  readonly targets: readonly string[];
  addressOf(service: string): string;
  /** Lines that were logged. */
  readonly logged: readonly string[];
  /** A deposit that was paid just now. */
  paidDeposit(): Promise<{ readonly chargeId: string; readonly paymentLinkId: string }>;
  /** Runs a statement as the administrator of a database, whatever its rules; returns how many rows it changed. */
  behind(database: string, statement: string): Promise<number>;
  /** Clients who list deposits at once, again and again, until disposed. */
  startCrowd(count: number): AsyncDisposable;
  /** Keeps what a fault needs while it lasts. */
  keep(name: string, what: AsyncDisposable): void;
  release(name: string): Promise<void>;
};

/** One system on a Kafka of its own, a Prometheus that watches it, and clients that use it. */
export async function openStage(): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const postgresPort = Number(new URL(process.env.TEST_POSTGRES_URL ?? '').port);
  const redisUrl = new URL(process.env.TEST_REDIS_URL ?? '');
  const lines = {
    charges: opening.use(await openLine(postgresPort)),
    ledger: opening.use(await openLine(postgresPort)),
    redis: opening.use(await openLine(Number(redisUrl.port))),
  };
  redisUrl.port = String(lines.redis.port);
  const certificates = mkdtempSync(join(tmpdir(), 'entrada-drill-'));
  opening.defer(() => rmSync(certificates, { recursive: true, force: true }));
  cpSync(certificateFolder(), certificates, { recursive: true });
  await writeBankCertificate(certificates, BANK_CERTIFICATE_DAYS);
  const kafka = opening.use(await startPrivateKafka());
  const logged: string[] = [];
  const system = opening.use(
    await startSystemUnderTest({
      kafkaBrokers: kafka.address,
      redisUrl: redisUrl.href,
      env: {
        ...EAGER,
        PROVIDER_TLS_CERT_FILE: certificateFile(certificates, BANK_CERTIFICATE),
        PROVIDER_TLS_KEY_FILE: keyFile(certificates, BANK_CERTIFICATE),
      },
      certificates,
      logLevel: 'debug',
      onLine: (program, line) => logged.push(`${program} ${line}`),
      databasePort: (name) => lines[name as keyof typeof lines]?.port,
    }),
  );
  const addressOf = (name: string) =>
    `127.0.0.1:${system.ports[`${name}Admin` as keyof typeof system.ports]}`;
  const targets = SERVICES.map(addressOf);
  const prometheus = opening.use(await startPrometheus(targets));
  const holder = opening.use(await newHolder(system));
  const silent = opening.use(await openLine(Number(new URL(holder.receiver.url).port)));
  const load = opening.use(startLoad(holder, system));
  const kept = new Map<string, AsyncDisposable>();
  const release = async (name: string) => {
    await kept.get(name)?.[Symbol.asyncDispose]();
    kept.delete(name);
  };
  opening.defer(async () => {
    for (const name of [...kept.keys()]) await release(name);
  });
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
    addressOf,
    logged,
    async paidDeposit() {
      const { id, emv, paymentLinkId } = await eventually(
        () => holder.api.deposits.create({ value: 1_000 }),
        patient,
      );
      await payAtBank(system.bankUrl, emv);
      return { chargeId: id, paymentLinkId };
    },
    behind: (database, statement) => asAdministrator(system.databaseUrl(database), statement),
    startCrowd: (count) => startCrowd(count, holder, system),
    keep: (name, what) => void kept.set(name, what),
    release,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** The one by which charges is known at the bank; that of the sandbox asks for none. */
export async function writeBankCertificate(folder: string, days: number): Promise<void> {
  const authority = await readPem(folder, 'services-ca');
  if (!authority) throw new Error('there is no authority of services');
  const from = new Date();
  const until = new Date(from.getTime() + days * DAY_MS);
  const pem = await issueCertificate(authority, serviceCaller('charges'), { from, until });
  await writePem(folder, BANK_CERTIFICATE, pem);
}

async function asAdministrator(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOurTopics } from '@entrada/platform/migrate';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { ONE_BROKER } from '../../packages/launcher/src/programs.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/launcher/src/provision/embedded-postgres.ts';
import { prepareTemplates } from '../../packages/launcher/src/provision/template-databases.ts';
import { postJson, send } from '../../services/gateway/test/http.ts';
import { startReceiver } from '../../services/gateway/test/receiver.ts';
import { type RunningSystem, runSystem } from '../harness/run-system.ts';
import { countQueries } from './counted-queries.ts';
import { openWrittenRows, type WriteCount } from './counted-rows.ts';

const DEPOSITS = 40;
/** What the last act before may still ask, and hints of changes: less than one more for each deposit. */
const LEFT_OVER_MAX = 30;
const LEFT_OVER_BYTES_MAX = 20_000;
/**
 * Polls for what a lost notification leaves unseen, and what is stored once a second: marks of published events, and
 * offsets. Each is one transaction of few statements.
 */
const POLLS_PER_SECOND = { auth: 0.5, charges: 1.7, ledger: 1.7, webhooks: 3, events: 4 } as const;
const ROWS_OF_POLL_MAX = 4;
const BYTES_OF_POLL_MAX = 1_000;
const STATEMENTS_OF_POLL_MAX = { auth: 3, charges: 1, ledger: 1, webhooks: 3, events: 1 } as const;
type Database = keyof typeof POLLS_PER_SECOND;
const DATABASES = Object.keys(POLLS_PER_SECOND) as Database[];

type Cost = {
  readonly transactions: number;
  readonly statements: number;
  readonly rows: number;
  readonly walBytes: number;
};
const NO_COST: Cost = { transactions: 0, statements: 0, rows: 0, walBytes: 0 };
const NOTHING: WriteCount = { rows: 0, walBytes: 0 };
type CostCount = { readonly seconds: number; readonly costs: Readonly<Record<string, Cost>> };

let system: RunningSystem;
let postgres: EmbeddedPostgres;
let folder: string;
let written: Awaited<ReturnType<typeof openWrittenRows>>;
const sharedPostgres = process.env.TEST_POSTGRES_URL;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let counts: ReturnType<typeof countQueries>;
let headers: Record<string, string>;

beforeAll(async () => {
  await startOwnPostgres();
  counts = countQueries();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  counts?.[Symbol.dispose]();
  await written?.[Symbol.asyncDispose]();
  await postgres?.kill();
  rmSync(folder, { recursive: true, force: true });
  process.env.TEST_POSTGRES_URL = sharedPostgres;
});

/** Jobs behind the path look for work once in a while, so that only the path is counted. */
async function startSystem(eventsEnv: Readonly<Record<string, string>>): Promise<void> {
  process.env.TEST_JOB_SPEED = '0.01';
  system = await runSystem({}, {}, eventsEnv);
  headers = { authorization: `Bearer ${(await system.newAccount()).key}` };
  await call(postJson('/api/webhooks', { name: 'shop', url: receiver.url }, headers));
  // What is asked once, such as terms and secrets, is known from here on.
  for (let deposit = 0; deposit < 3; deposit += 1) await paid(await created());
  // At its start charges lists what the bank received in the last days.
  const leased = 'select from job where lease_until > now()';
  for (const { db } of [system.charges, system.ledger]) {
    await eventually(async () => expect((await db.query(leased)).rowCount).toBe(0));
  }
}

async function stopSystem(): Promise<void> {
  delete process.env.TEST_JOB_SPEED;
  await system?.[Symbol.asyncDispose]();
}

/** A server that nobody else writes to. Without images of whole pages its log grows by what is written alone. */
async function startOwnPostgres(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'entrada-cost-'));
  // The account that Postgres runs under must be able to get there.
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres({
    dataFolder: join(folder, 'data'),
    settings: { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '200' },
  });
  process.env.TEST_POSTGRES_URL = postgres.adminUrl;
  await prepareTemplates(postgres.adminUrl);
  written = await openWrittenRows(postgres.adminUrl);
}

const call = (sent: Parameters<typeof send>[1]) => send(system.port, sent);

async function created(): Promise<{ emv: string; paymentLinkId: string }> {
  return (await call(postJson('/api/deposit', { value: 5_000 }, headers))).body.charge;
}

async function paid({ emv, paymentLinkId }: { emv: string; paymentLinkId: string }) {
  await system.bank.pay(emv, { notify: true });
  await eventually(() => receiver.received.some((body) => body.includes(paymentLinkId)));
}

/** Stored, held by the ledger and asked of the bank; a job follows it to its end. */
async function refunded(paymentLinkId: string): Promise<void> {
  const withKey = { ...headers, 'idempotency-key': paymentLinkId };
  const { status } = await call(postJson(`/api/deposit/${paymentLinkId}/refund`, {}, withKey));
  expect(status).toBe(201);
}

async function costOf(act: (index: number) => Promise<unknown>): Promise<CostCount> {
  counts.reset();
  await written.reset();
  const begunAt = performance.now();
  for (let index = 0; index < DEPOSITS; index += 1) await act(index);
  // What follows the last one, such as the mark of a published event.
  await eventually(async () => {
    const { rows } = await system.charges.db.query(
      '/* test */ select count(*)::integer as left from outbox where published_at is null',
    );
    expect(rows[0].left).toBe(0);
  });
  const rows = await written.read();
  const costs = Object.fromEntries(
    DATABASES.map((name) => [name, { ...counts.of(`_${name}_`), ...(rows.get(name) ?? NOTHING) }]),
  );
  return { costs, seconds: (performance.now() - begunAt) / 1_000 };
}

type Golden = Readonly<Record<string, Partial<Cost>>>;

/** What cost more for each deposit than its golden number. Lower a number when a change makes it too high. */
function overspent({ costs, seconds }: CostCount, golden: Golden): string[] {
  return DATABASES.flatMap((name) => {
    const polls = POLLS_PER_SECOND[name] * seconds;
    const allowed: Cost = {
      transactions: LEFT_OVER_MAX + polls,
      statements: (LEFT_OVER_MAX + polls) * STATEMENTS_OF_POLL_MAX[name],
      rows: LEFT_OVER_MAX + polls * ROWS_OF_POLL_MAX,
      walBytes: LEFT_OVER_BYTES_MAX + polls * BYTES_OF_POLL_MAX,
    };
    const found = { ...NO_COST, ...costs[name] };
    return (Object.keys(NO_COST) as (keyof Cost)[]).flatMap((unit) => {
      const most = (golden[name]?.[unit] ?? 0) * DEPOSITS + allowed[unit];
      return found[unit] <= most ? [] : [`${name}: ${found[unit] / DEPOSITS} ${unit}`];
    });
  });
}

const CREATE: Golden = {
  charges: { transactions: 2, statements: 2, rows: 1, walBytes: 1_490 },
};
const PAY: Golden = {
  charges: { transactions: 3, statements: 3, rows: 5, walBytes: 3_260 },
  ledger: { transactions: 2, statements: 12, rows: 9, walBytes: 3_660 },
  webhooks: { transactions: 2, statements: 6, rows: 7, walBytes: 3_220 },
};
const EVENTS_OF_PAY: Partial<Cost> = { transactions: 4, statements: 4, rows: 6, walBytes: 2_200 };
/** Of a charge that is paid. */
const QUERY: Golden = {
  charges: { transactions: 1, statements: 3, rows: 0, walBytes: 0 },
};
/** With the callback of the bank about it. */
const REFUND: Golden = {
  auth: { transactions: 2, statements: 8, rows: 4, walBytes: 1_940 },
  charges: { transactions: 9, statements: 23, rows: 2, walBytes: 2_050 },
  ledger: { transactions: 1, statements: 8, rows: 4, walBytes: 1_790 },
};

const TITLE =
  'creating, paying, querying and refunding a deposit cost no more than their golden numbers';

describe('on the Postgres log', () => {
  beforeAll(() => startSystem({}));
  afterAll(stopSystem);
  test(TITLE, () => costsNoMoreThan({ ...PAY, events: EVENTS_OF_PAY }));
});

describeNeeding(['postgres', 'kafka'], 'on Kafka', () => {
  beforeAll(async () => {
    const kafkaBrokers = process.env.TEST_KAFKA_BROKERS ?? '';
    const kafkaPrefix = `cost-${randomUUID()}.`;
    await createOurTopics({
      kafkaBrokers,
      kafkaPrefix,
      kafkaReplicationFactor: 1,
      kafkaMinInsyncReplicas: 1,
    });
    await startSystem({ KAFKA_BROKERS: kafkaBrokers, KAFKA_PREFIX: kafkaPrefix, ...ONE_BROKER });
  });
  afterAll(stopSystem);
  test(TITLE, () => costsNoMoreThan(PAY));
});

async function costsNoMoreThan(goldenPay: Golden): Promise<void> {
  const charges: { emv: string; paymentLinkId: string }[] = [];
  const create = await costOf(async () => charges.push(await created()));
  const pay = await costOf(async (index) => {
    const charge = charges[index];
    if (charge) await paid(charge);
  });
  const query = await costOf((index) =>
    call({ path: `/api/deposit/${charges[index]?.paymentLinkId}`, headers }),
  );
  const refund = await costOf((index) => refunded(charges[index]?.paymentLinkId ?? ''));
  expect(overspent(create, CREATE)).toEqual([]);
  expect(overspent(pay, goldenPay)).toEqual([]);
  expect(overspent(query, QUERY)).toEqual([]);
  expect(overspent(refund, REFUND)).toEqual([]);
}

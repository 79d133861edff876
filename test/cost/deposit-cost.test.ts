import { eventually } from '@entrada/platform/testing/eventually';
import { postJson, send } from '../../services/gateway/test/http.ts';
import { startReceiver } from '../../services/gateway/test/receiver.ts';
import { type RunningSystem, runSystem } from '../harness/run-system.ts';
import { countQueries } from './counted-queries.ts';

const DEPOSITS = 40;
/** What the last act before may still ask, and hints of changes: less than one more for each deposit. */
const LEFT_OVER_MAX = 20;
/** Polls for what a lost notification leaves unseen; each opens one transaction of at most three statements. */
const POLLS_PER_SECOND = { auth: 0.5, charges: 1.5, ledger: 1.5, webhooks: 4, events: 4 } as const;
const STATEMENTS_OF_POLL_MAX = { auth: 3, charges: 1, ledger: 1, webhooks: 3, events: 1 } as const;
type Database = keyof typeof POLLS_PER_SECOND;
const DATABASES = Object.keys(POLLS_PER_SECOND) as Database[];

type Cost = { readonly transactions: number; readonly statements: number };
type Counted = { readonly seconds: number; readonly costs: Readonly<Record<string, Cost>> };

let system: RunningSystem;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let counts: ReturnType<typeof countQueries>;
let headers: Record<string, string>;

/** Jobs behind the path look for work once in a while, so that only the path is counted. */
beforeAll(async () => {
  process.env.TEST_JOB_SPEED = '0.01';
  counts = countQueries();
  receiver = await startReceiver();
  system = await runSystem();
  headers = { authorization: `Bearer ${(await system.newAccount()).key}` };
  await call(postJson('/api/webhooks', { name: 'shop', url: receiver.url }, headers));
  // What is asked once, such as terms and secrets, is known from here on.
  for (let deposit = 0; deposit < 3; deposit += 1) await paid(await created());
});
afterAll(async () => {
  delete process.env.TEST_JOB_SPEED;
  await system?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
  counts?.[Symbol.dispose]();
});

const call = (sent: Parameters<typeof send>[1]) => send(system.port, sent);

async function created(): Promise<{ emv: string; paymentLinkId: string }> {
  return (await call(postJson('/api/deposit', { value: 5_000 }, headers))).body.charge;
}

async function paid({ emv, paymentLinkId }: { emv: string; paymentLinkId: string }) {
  await system.bank.pay(emv, { notify: true });
  await eventually(() => receiver.received.some((body) => body.includes(paymentLinkId)));
}

async function costOf(act: (index: number) => Promise<unknown>): Promise<Counted> {
  counts.reset();
  const begunAt = performance.now();
  for (let index = 0; index < DEPOSITS; index += 1) await act(index);
  // What follows the last one, such as the mark of a published event.
  await eventually(async () => {
    const { rows } = await system.charges.db.query(
      'select count(*)::integer as left from outbox where published_at is null',
    );
    expect(rows[0].left).toBe(0);
  });
  const costs = Object.fromEntries(DATABASES.map((name) => [name, { ...counts.of(`_${name}_`) }]));
  return { costs, seconds: (performance.now() - begunAt) / 1_000 };
}

type Golden = Readonly<Record<string, Cost>>;

/** What cost more for each deposit than its golden number. Lower a number when a change makes it too high. */
function overspent({ costs, seconds }: Counted, golden: Golden): string[] {
  return DATABASES.flatMap((name) => {
    const polls = POLLS_PER_SECOND[name] * seconds;
    const allowed = {
      transactions: LEFT_OVER_MAX + polls,
      statements: (LEFT_OVER_MAX + polls) * STATEMENTS_OF_POLL_MAX[name],
    };
    return (['transactions', 'statements'] as const).flatMap((unit) => {
      const spent = costs[name]?.[unit] ?? 0;
      const most = (golden[name]?.[unit] ?? 0) * DEPOSITS + allowed[unit];
      return spent <= most ? [] : [`${name}: ${spent / DEPOSITS} ${unit}`];
    });
  });
}

const CREATE: Golden = { charges: { transactions: 2, statements: 2 } };
const PAY: Golden = {
  charges: { transactions: 7, statements: 13 },
  ledger: { transactions: 4, statements: 16 },
  webhooks: { transactions: 3, statements: 8 },
  events: { transactions: 5.5, statements: 5.5 },
};
const QUERY: Golden = { charges: { transactions: 1, statements: 3 } };

test('creating, paying and querying a deposit cost no more transactions and statements than their golden numbers', async () => {
  const charges: { emv: string; paymentLinkId: string }[] = [];
  const create = await costOf(async () => charges.push(await created()));
  const pay = await costOf(async (index) => {
    const charge = charges[index];
    if (charge) await paid(charge);
  });
  const query = await costOf((index) =>
    call({ path: `/api/deposit/${charges[index]?.paymentLinkId}`, headers }),
  );
  expect(overspent(create, CREATE)).toEqual([]);
  expect(overspent(pay, PAY)).toEqual([]);
  expect(overspent(query, QUERY)).toEqual([]);
});

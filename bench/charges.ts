import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import type { BenchRun } from './bench-run.ts';
import { type Bank, type Charges, startBank, startCharges } from './charges/service.ts';
import { type Row, row } from './report.ts';
import { median } from './statistics.ts';
import { VALUE_CENTS } from './value.ts';

const CREATED_AT_ONCE = 8;
const PAID_AT_ONCE = 16;
const SWEEP_WAIT = { timeoutMs: 120_000 };
const TIMES_AIM = 1.1;

const BANK_CALLS = 'provider_request_duration_seconds_count';
const SWEEP_SECONDS = ['use_case_duration_seconds_sum', 'use_case="sweepPayments"'] as const;

/** Charges as time leaves them behind, without the work of making each at a bank. */
const STORE = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at, check_at, changed_at)
  select lpad(to_hex($3::bigint + n), 8, '0') || md5(n::text)::char(16), gen_random_uuid(),
         gen_random_uuid(), 'bench' || lpad(n::text, 27, '0'), repeat('x', 180), $4, $4, 50, $2,
         now() - n * interval '1 second', now() + interval '1 day', now() + interval '1 day',
         now() - n * interval '1 second'
    from generate_series(1, $1::bigint) as n`;

/** What the sweep costs among many open charges, and what a new charge costs among very many. */
export async function measureCharges(run: BenchRun): Promise<Row[]> {
  const { plan, say } = run;
  say('Charges: starting the sandbox bank and the service, twice...');
  await using bank = await startBank(run);
  await using empty = await startCharges(run, bank, 'bench_empty');
  await using full = await startCharges(run, bank, 'bench_full');
  const sweep = await measureSweep(run, bank, empty);
  await empty.db.query('truncate charge cascade');
  say(`Storing ${plan.charges.stored} charges...`);
  await storeCharges(full, plan.charges.stored, 'EXPIRED');
  return [...sweep, await measureCreate(run, empty, full)];
}

async function storeCharges({ db }: Charges, count: number, status: string): Promise<void> {
  const client = await db.connect();
  try {
    // The guard lets a charge begin only as PENDING.
    await client.query('alter table charge disable trigger user');
    await client.query(STORE, [count, status, 0x1000_0000, VALUE_CENTS]);
    await client.query('alter table charge enable trigger user');
    await client.query('vacuum analyze charge');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}

async function measureSweep({ plan, say }: BenchRun, bank: Bank, charges: Charges): Promise<Row[]> {
  const { open, paid } = plan.charges;
  say(`Sweep: ${open} open charges, ${paid} of them paid...`);
  await eventually(() => isSwept(charges), SWEEP_WAIT);
  await storeCharges(charges, open, 'PENDING');
  for (let first = 1; first <= paid; first += PAID_AT_ONCE) {
    const length = Math.min(PAID_AT_ONCE, paid - first + 1);
    await Promise.all(Array.from({ length }, (_, index) => pay(bank, first + index)));
  }
  const [calls, seconds] = await figures(charges);
  await charges.db.query('update bank_window set due_at = now() where ends_at is null');
  await eventually(async () => {
    const { rows } = await charges.db.query(`select count(*)::int from payment where completes`);
    return rows[0].count === paid && (await isSwept(charges));
  }, SWEEP_WAIT);
  const [callsAfter, secondsAfter] = await figures(charges);
  const title = `sweep of ${paid} payments, ${open} open`;
  return [
    row(title, (secondsAfter - seconds) * 1000, null, 'ms'),
    row('bank calls of that sweep', callsAfter - calls, null, 'calls'),
  ];
}

async function figures({ metric }: Charges): Promise<[number, number]> {
  return [await metric(BANK_CALLS), await metric(...SWEEP_SECONDS)];
}

async function isSwept({ db }: Charges): Promise<boolean> {
  const { rows } = await db.query(
    'select bool_and(due_at > now()) as done from bank_window where ends_at is null',
  );
  return rows[0].done;
}

/** Paid by its txid alone, because this charge was never made at the bank. */
async function pay(bank: Bank, number: number): Promise<void> {
  const txid = `bench${String(number).padStart(27, '0')}`;
  const reply = await fetch(`${bank.url}/sandbox/pay-unknown`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txid, value: VALUE_CENTS, notify: false }),
  });
  if (!reply.ok) throw new Error(`the bank refused a payer: ${reply.status}`);
}

/** In turn, so that whatever else the machine does falls on both. */
async function measureCreate({ plan, say }: BenchRun, empty: Charges, full: Charges): Promise<Row> {
  const { creates, rounds, stored } = plan.charges;
  const ms = { empty: [] as number[], full: [] as number[] };
  for (let turn = 0; turn <= rounds; turn += 1) {
    const [few, many] = [await createMany(empty, creates), await createMany(full, creates)];
    // The first turn warms up.
    if (turn === 0) continue;
    ms.empty.push(few);
    ms.full.push(many);
    say(`create ${turn}: ${few.toFixed(2)} ms among none, ${many.toFixed(2)} ms among ${stored}`);
  }
  const result = row(`create among ${stored} charges`, median(ms.full), median(ms.empty), 'ms');
  if ((result.ratio ?? 0) > TIMES_AIM) say(`That is more than ${TIMES_AIM} times.`);
  return result;
}

/** Milliseconds a charge. */
async function createMany({ rpc }: Charges, count: number): Promise<number> {
  const accountId = randomUUID();
  const startedMs = performance.now();
  for (let made = 0; made < count; made += CREATED_AT_ONCE) {
    await Promise.all(
      Array.from({ length: CREATED_AT_ONCE }, () =>
        rpc.createCharge({ accountId, valueCents: VALUE_CENTS }),
      ),
    );
  }
  return (performance.now() - startedMs) / count;
}

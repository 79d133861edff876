import type { BenchRun } from './bench-run.ts';
import { accountIds } from './ledger/credits.ts';
import { floorRound } from './ledger/floor.ts';
import { type LedgerBench, ledgerDatabase, openLedgerBench } from './ledger/service.ts';
import { type Row, row } from './report.ts';
import { median } from './statistics.ts';

const SPREAD = accountIds(10_000);
const HOT = SPREAD.slice(0, 1);

/** Credits long booked, as years leave them behind: three entries each. */
const STORE = `
  with made as (
    insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, charge_id, payment_link_id, end_to_end_id)
    select gen_random_uuid(), 'DEPOSIT', ('00000000-0000-4000-9000-' || lpad((n % 10000)::text, 12, '0'))::uuid, n,
           sha256(n::text::bytea), now() - interval '30 days', md5('c' || n)::char(24), gen_random_uuid(), 'S' || n
      from generate_series($1::bigint, $2::bigint) as n
    returning id, holder_id
  )
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
  select id, account, case when account = 'available' then holder_id end, amount,
         case when account = 'available' then amount end, now() - interval '30 days'
    from made, (values ('settlement', -5000), ('fees', 50), ('available', 4950)) as side (account, amount)`;
const STORED_AT_ONCE = 50_000;

/** Credits a second through the event log, beside a bare program that only writes the same rows. */
export async function measureLedger(run: BenchRun, kafkaBrokers?: string): Promise<Row[]> {
  const { plan, say } = run;
  const { credits, rounds, storedEntries } = plan.ledger;
  say('Ledger: a database for it and one for the floor...');
  const floor = await ledgerDatabase(run, 'bench_ledger_floor', {});
  // The floor writes and checks nothing.
  for (const table of ['entry', 'ledger_transaction']) {
    await floor.db.query(`alter table ${table} disable trigger user`);
  }
  let floorSeq = 1;
  const floorOf = async (accounts: readonly string[]) => {
    const rate = await floorRound(floor.db, accounts, credits, floorSeq);
    floorSeq += credits;
    return rate;
  };
  const compare = async (name: string, ours: LedgerBench, accounts: readonly string[]) => {
    const [mine, bare]: [number[], number[]] = [[], []];
    for (let turn = 1; turn <= rounds; turn += 1) {
      bare.push(await floorOf(accounts));
      mine.push(await ours.round(accounts, credits));
      say(
        `${name} ${turn}: ours ${Math.round(mine.at(-1) ?? 0)}/s, floor ${Math.round(bare.at(-1) ?? 0)}/s`,
      );
    }
    return row(name, median(mine), median(bare), 'credits/s');
  };
  const rows: Row[] = [];
  {
    await using ours = await openLedgerBench(run, 'bench_ledger');
    await ours.round(SPREAD, credits);
    rows.push(await compare('credits, 10,000 accounts', ours, SPREAD));
    rows.push(await compare('credits, one account', ours, HOT));
    rows.push(await growth(run, ours));
    say(`(${storedEntries} entries were stored for the last one)`);
  }
  if (kafkaBrokers) {
    await using ours = await openLedgerBench(run, 'bench_ledger_kafka', { kafkaBrokers });
    await ours.round(SPREAD, credits);
    rows.push(await compare('credits, 10,000 accounts, Kafka', ours, SPREAD));
    rows.push(await compare('credits, one account, Kafka', ours, HOT));
  }
  await floor.db.end();
  return rows;
}

/** The same rounds before and after the tables have grown; the ratio is after to before. */
async function growth({ plan, say }: BenchRun, ours: LedgerBench): Promise<Row> {
  const { credits, rounds, storedEntries } = plan.ledger;
  const measure = async () => {
    const rates: number[] = [];
    for (let turn = 1; turn <= rounds; turn += 1) rates.push(await ours.round(SPREAD, credits));
    return median(rates);
  };
  const before = await measure();
  say(`Storing ${storedEntries} entries...`);
  await store(ours, storedEntries / 3);
  const after = await measure();
  say(`credits: ${Math.round(before)}/s before, ${Math.round(after)}/s after`);
  return row(`credits, ${storedEntries} entries stored (floor: none)`, after, before, 'credits/s');
}

async function store({ db }: LedgerBench, count: number): Promise<void> {
  await db.query('alter table entry disable trigger user');
  for (let done = 0; done < count; done += STORED_AT_ONCE) {
    const last = Math.min(count, done + STORED_AT_ONCE);
    await db.query(STORE, [done + 1, Math.floor(last)]);
  }
  await db.query('alter table entry enable trigger user');
  await db.query('vacuum analyze ledger_transaction, entry');
  await db.query('checkpoint');
}

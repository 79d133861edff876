import { accountIds } from './events.ts';
import { bookLeanRows, bookSameRows, floorRound, LEAN_SCHEMA } from './ledger/floor.ts';
import { type LedgerBench, openLedgerBench } from './ledger/service.ts';
import { storeEntries } from './ledger/stored.ts';
import { type Row, rowOfRounds } from './report.ts';
import { inTurns } from './rounds.ts';
import type { BenchRun } from './run-parts.ts';
import { openDatabases } from './service-alone.ts';
import { compareStates } from './states.ts';

const SPREAD = accountIds(10_000);
const HOT = SPREAD.slice(0, 1);
const BOOKED_ACCOUNTS = accountIds(1_000);

type Round = (accounts: readonly string[]) => Promise<number>;
type Side = 'ours' | 'floor' | 'lean' | 'grown';
type Sides = Readonly<Partial<Record<Side, Round>>>;

/** Credits a second through the event log, beside a bare program that only writes the same rows. */
export async function measureLedger(run: BenchRun, kafkaBrokers?: string): Promise<Row[]> {
  const { plan, say } = run;
  const { credits, storedEntries, rounds } = plan.ledger;
  say('Ledger: databases for it and for the floor...');
  await using resources = new AsyncDisposableStack();
  const { floor, lean } = await openFloor(run, resources);
  const open = async (name: string, log = {}) =>
    resources.use(await openLedgerBench(run, `bench_ledger_${name}`, log));
  const roundOf =
    (bench: LedgerBench): Round =>
    (accounts) =>
      bench.round(accounts, credits);

  const rows: Row[] = [];
  const measure = async (
    title: string,
    sides: Sides,
    accounts: readonly string[],
    warmUps = 0,
  ): Promise<void> => {
    const turns = Object.entries(sides).map(
      ([side, round]) => [side, async () => ({ 'credits/s': await round(accounts) })] as const,
    );
    const results = await inTurns(run, title, { rounds, warmUps }, Object.fromEntries(turns));
    const rates: Partial<Record<Side, number[]>> = results['credits/s'];
    const { ours = [], floor: same = [], lean: least, grown } = rates;
    rows.push(rowOfRounds(title, ours, same, 'credits/s'));
    if (least) rows.push(rowOfRounds(`${title} (floor: lean schema)`, ours, least, 'credits/s'));
    const stored = `credits, ${storedEntries} entries stored (floor: none)`;
    if (grown) rows.push(rowOfRounds(stored, grown, ours, 'credits/s'));
  };
  const ours = roundOf(await open('small'));
  const grown = await open('grown');
  say(`Storing ${storedEntries} entries...`);
  await storeEntries(grown.db, SPREAD, storedEntries);
  say('Stored.');
  // The first to touch a page after a checkpoint writes all of it to the log.
  const { warmUps } = plan.ledger;
  const all = { floor, lean, ours, grown: roundOf(grown) };
  await measure('credits, 10,000 accounts', all, SPREAD, warmUps);
  await measure('credits, one account', { floor, lean, ours }, HOT);
  if (!kafkaBrokers) return rows;
  const onKafka = { floor, ours: roundOf(await open('kafka', { kafkaBrokers })) };
  await measure('credits, 10,000 accounts, Kafka', onKafka, SPREAD, warmUps);
  await measure('credits, one account, Kafka', onKafka, HOT);
  return rows;
}

async function openFloor(
  run: BenchRun,
  resources: AsyncDisposableStack,
): Promise<Record<'floor' | 'lean', Round>> {
  const { db } = resources.use(await openDatabases(run, 'ledger', 'bench_ledger_floor'));
  // The floor writes and checks nothing.
  for (const table of ['entry', 'ledger_transaction']) {
    await db.query(`alter table ${table} disable trigger user`);
  }
  await db.query(LEAN_SCHEMA);
  const { credits: count } = run.plan.ledger;
  let nextSeq = 1;
  return {
    floor(accounts) {
      const firstSeq = nextSeq;
      nextSeq += count;
      return floorRound(db, bookSameRows, { accounts, count, firstSeq });
    },
    lean: (accounts) => floorRound(db, bookLeanRows, { accounts, count, firstSeq: 0 }),
  };
}

/** How fast payments are booked. */
export function measureBooking(run: BenchRun): Promise<Row[]> {
  const { credits: count, ...plan } = run.plan.booking;
  return compareStates(run, {
    title: 'booking',
    unit: 'credits/s',
    open: (name) => openLedgerBench(run, `bench_booking_${name}`),
    round: (ledger, credits) => ledger.round(BOOKED_ACCOUNTS, credits),
    count,
    ...plan,
  });
}

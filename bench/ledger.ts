import { loadavg } from 'node:os';
import type { BenchRun } from './bench-run.ts';
import { accountIds } from './ledger/credits.ts';
import { bookLeanRows, bookSameRows, floorRound, LEAN_SCHEMA } from './ledger/floor.ts';
import { type LedgerBench, openLedgerBench } from './ledger/service.ts';
import { storeEntries } from './ledger/stored.ts';
import { type Row, rowOfRounds } from './report.ts';
import { openDatabases } from './service-alone.ts';
import { compareStates } from './states.ts';

const SPREAD = accountIds(10_000);
const HOT = SPREAD.slice(0, 1);

type Round = (accounts: readonly string[]) => Promise<number>;
type Sides = Readonly<Record<string, Round>>;

/** Credits a second through the event log, beside a bare program that only writes the same rows. */
export async function measureLedger(
  run: BenchRun,
  kafkaBrokers?: string,
  name = 'bench_ledger',
): Promise<Row[]> {
  run.say('Ledger: databases for it and for the floor...');
  await using resources = new AsyncDisposableStack();
  const { floor, lean } = await openFloor(run, `${name}_floor`, resources);
  const open = async (own: string, log = {}) =>
    resources.use(await openLedgerBench(run, `${name}_${own}`, log));
  const roundOf =
    (bench: LedgerBench): Round =>
    (accounts) =>
      bench.round(accounts, run.plan.ledger.credits);

  const ours = roundOf(await open('small'));
  const grown = await open('grown');
  await store(run, grown);
  const rows = [
    ...(await spread(run, { floor, lean, ours, grown: roundOf(grown) })),
    ...(await hot(run, { floor, lean, ours })),
  ];
  if (!kafkaBrokers) return rows;
  const onKafka = { floor, ours: roundOf(await open('kafka', { kafkaBrokers })) };
  return [
    ...rows,
    ...(await spread(run, onKafka, ', Kafka')),
    ...(await hot(run, onKafka, ', Kafka')),
  ];
}

async function openFloor(
  run: BenchRun,
  name: string,
  resources: AsyncDisposableStack,
): Promise<Record<'floor' | 'lean', Round>> {
  const { db } = resources.use(await openDatabases(run, 'ledger', name));
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

async function store({ plan, say }: BenchRun, { db }: LedgerBench): Promise<void> {
  say(`Storing ${plan.ledger.storedEntries} entries...`);
  await storeEntries(db, SPREAD, plan.ledger.storedEntries);
  say('Stored.');
}

async function spread(run: BenchRun, sides: Sides, on = ''): Promise<Row[]> {
  const title = `credits, 10,000 accounts${on}`;
  for (let turn = 0; turn < run.plan.ledger.warmUps; turn += 1) {
    // The first to touch a page after a checkpoint writes all of it to the log.
    for (const round of Object.values(sides)) await round(SPREAD);
  }
  const rates = await alternate(run, title, sides, SPREAD);
  const { ours = [], grown } = rates;
  const rows = besideFloors(title, rates);
  if (!grown) return rows;
  const stored = `credits, ${run.plan.ledger.storedEntries} entries stored (floor: none)`;
  return [...rows, rowOfRounds(stored, grown, ours, 'credits/s')];
}

async function hot(run: BenchRun, sides: Sides, on = ''): Promise<Row[]> {
  const title = `credits, one account${on}`;
  return besideFloors(title, await alternate(run, title, sides, HOT));
}

function besideFloors(title: string, rates: Readonly<Record<string, number[]>>): Row[] {
  const { floor = [], ours = [], lean } = rates;
  const rows = [rowOfRounds(title, ours, floor, 'credits/s')];
  if (lean) rows.push(rowOfRounds(`${title} (floor: lean schema)`, ours, lean, 'credits/s'));
  return rows;
}

/** In turns, so that whatever else the machine does falls on all of them. */
export async function alternate(
  { plan, say, signal }: BenchRun,
  title: string,
  sides: Sides,
  accounts: readonly string[],
): Promise<Record<string, number[]>> {
  const rates: Record<string, number[]> = {};
  for (let turn = 1; turn <= plan.ledger.rounds; turn += 1) {
    const shown: string[] = [];
    // Each in its turn goes first: what one leaves to be written to disk slows the next.
    const order = Object.entries(sides);
    order.push(...order.splice(0, turn % order.length));
    for (const [side, round] of order) {
      signal.throwIfAborted();
      const rate = await round(accounts);
      rates[side] = [...(rates[side] ?? []), rate];
      shown.push(`${side} ${Math.round(rate)}/s`);
    }
    const load = loadavg()[0]?.toFixed(1);
    say(`${title} ${turn}/${plan.ledger.rounds}: ${shown.join(', ')} (load ${load})`);
  }
  return rates;
}

const BOOKED_ACCOUNTS = accountIds(1_000);

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

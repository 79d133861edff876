import { loadavg } from 'node:os';
import { eventually } from '@entrada/platform/testing/eventually';
import pg from 'pg';
import { seed } from '../packages/launcher/src/seed.ts';
import { ACCOUNT } from './account.ts';
import type { BenchRun } from './bench-run.ts';
import type { Arrivals, Order } from './depositor.ts';
import { storeEntries } from './ledger/stored.ts';
import { addressesOf, startOurSystem } from './our-system.ts';
import { fillAccount } from './overview/fill.ts';
import { alternate, NO_AUDIT } from './overview.ts';
import { type Row, rowOfRounds } from './report.ts';
import { median } from './statistics.ts';
import { VALUE_CENTS } from './value.ts';
import { storeFinished } from './webhooks/backlog.ts';
import { startWorker } from './worker.ts';

const DAYS = 92;
const ENTRIES_OF_CHARGE = 3;
/** Of the side without growth: enough for its lists and queries. */
const FEW = 300;
const ORDER_MAX_MS = 300_000;
const REPLY_MAX_MS = 30_000;
const BODY = JSON.stringify({ timestamp: new Date(0).toISOString(), data: 'x'.repeat(200) });

type Side = Awaited<ReturnType<typeof openSide>>;

/** What a deposit costs its user when the tables have grown, beside the same services with hardly any rows. */
export async function measureGrowth(run: BenchRun): Promise<Row[]> {
  const { plan, say } = run;
  const { charges, rounds, samples } = plan.growth;
  if (charges === 0) return [];
  await using empty = await openSide(run, 'growth_empty', FEW);
  await using full = await openSide(run, 'growth_full', charges);
  const among = `among ${charges} (floor: few)`;
  const rows: Row[] = [];
  for (const [title, act] of Object.entries(REQUESTS)) {
    const sides = { ours: () => act(full), floor: () => act(empty) };
    rows.push(await alternate(run, `${title} ${among}`, sides, { rounds, samples }));
  }
  const credited = { full: [] as number[], empty: [] as number[] };
  const delivered = { full: [] as number[], empty: [] as number[] };
  for (let turn = 0; turn <= rounds; turn += 1) {
    for (const [name, side] of Object.entries({ full, empty })) {
      const { creditedMs, deliveredMs } = await side.pay(samples);
      // The first ones are not measured: code and plans are not warm yet.
      if (turn === 0) continue;
      credited[name as keyof typeof credited].push(median(creditedMs));
      delivered[name as keyof typeof delivered].push(median(deliveredMs));
    }
    say(`paid ${turn}/${rounds} (load ${loadavg()[0]?.toFixed(1)})`);
  }
  return [
    ...rows,
    rowOfRounds(`credit ${among}`, credited.full, credited.empty, 'ms'),
    rowOfRounds(`deliver ${among}`, delivered.full, delivered.empty, 'ms'),
  ];
}

const REQUESTS = {
  create: ({ ask }: Side) => ask('/api/deposit', JSON.stringify({ value: VALUE_CENTS })),
  query: ({ ask, someLink }: Side) => ask(`/api/deposit/${someLink()}`),
  list: ({ ask }: Side) => ask('/api/deposit?limit=50'),
};

/** Our services with so many charges of one account, and the entries and deliveries of another. */
async function openSide(run: BenchRun, name: string, charges: number) {
  const { postgres, say, signal } = run;
  await using opening = new AsyncDisposableStack();
  say(`Growth: starting our services, then storing ${charges} charges...`);
  const system = opening.use(await startOurSystem(run, { name, env: NO_AUDIT }));
  const limits = { askMaxMs: ORDER_MAX_MS, signal };
  const depositor = opening.use(startWorker<Order, Arrivals>('depositor.ts', limits));
  await depositor.ask({ act: 'open', ...addressesOf(system) });
  const { accountId, apiKey } = await seed(system, {
    ...ACCOUNT,
    email: `growth-${ACCOUNT.email}`,
  });
  const urlOf = (service: string) => postgres.url(`${name}_${service}`);
  const pids = [...system.programs.values()].flatMap((program) => program.pid() ?? []);
  // Without their indexes the tables would be read whole by every job.
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await Promise.all([
    withoutIndexes(urlOf('charges'), ['charge'], say, () =>
      fillAccount({ accountId, charges, days: DAYS, signal, urlOf }),
    ),
    withoutIndexes(urlOf('ledger'), ['ledger_transaction', 'entry'], say, async (db) => {
      const { rows } = await db.query('select holder_id from account');
      const accounts = rows.map(({ holder_id }) => holder_id);
      await storeEntries(db, accounts, charges * ENTRIES_OF_CHARGE);
    }),
    withoutIndexes(
      urlOf('webhooks'),
      ['webhook_event', 'delivery', 'delivery_attempt'],
      say,
      (db) => storeFinished(db, charges, BODY),
    ),
  ]).finally(() => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  });
  say(
    `Stored ${charges} charges, ${charges * ENTRIES_OF_CHARGE} entries and ${charges} deliveries.`,
  );
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  await eventually(
    async () => (await fetch(`${system.baseUrl}/api/deposit?limit=1`, { headers })).ok,
  );
  const resources = opening.move();
  return {
    /** Milliseconds. */
    async ask(path: string, body?: string): Promise<number> {
      const init = body === undefined ? {} : { method: 'POST', body };
      const begun = performance.now();
      const reply = await fetch(system.baseUrl + path, {
        ...init,
        headers,
        signal: AbortSignal.timeout(REPLY_MAX_MS),
      });
      await reply.arrayBuffer();
      const took = performance.now() - begun;
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
      return took;
    },
    /** Of any stored charge that was paid, as `fillAccount` names them. */
    someLink(): string {
      const number = 10 * Math.floor((Math.random() * charges) / 10) + 1;
      return `00000000-0000-0000-0000-${number.toString(16).padStart(12, '0')}`;
    },
    async pay(count: number): Promise<Arrivals> {
      const load = { count, perSecond: 20 };
      await depositor.ask({ act: 'create', ...load });
      return depositor.ask({ act: 'pay', ...load });
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** In the order in which they can be dropped: foreign keys need the unique keys that they name. */
const INDEXES = `
  with key as (
    select conrelid::regclass as of, conname as name, contype as kind, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where (contype = 'f' and confrelid = any ($1::text[]::regclass[]))
        or (contype in ('p', 'u') and conrelid = any ($1::text[]::regclass[]))
  ), dropped as (
    select case kind when 'f' then 1 else 2 end as place, format('alter table %s drop constraint %I', of, name) as drop,
           format('alter table %s add constraint %I %s %s', of, name, definition, case kind when 'f' then 'not valid' end)
             as make
      from key
     union all
    select 3, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u', 'x')
     where indrelid = any ($1::text[]::regclass[]) and conindid is null
  )
  select drop, make from dropped order by place`;

/** To sort an index at the end takes a fraction of the time of filling it row by row. */
async function withoutIndexes(
  url: string,
  tables: readonly string[],
  say: BenchRun['say'],
  work: (db: pg.Pool) => Promise<void>,
): Promise<void> {
  const db = new pg.Pool({ connectionString: url, max: 1 });
  db.on('error', () => {});
  try {
    // Without triggers, of which foreign keys take the longest.
    await db.query('set session_replication_role = replica');
    const { rows } = await db.query(INDEXES, [tables]);
    for (const { drop } of rows) await db.query(drop);
    await work(db);
    say(`Stored ${tables.join(', ')}; indexing...`);
    await db.query(`set maintenance_work_mem = '1GB'`);
    for (const { make } of rows.toReversed()) await db.query(make);
    await db.query(`vacuum analyze ${tables.join(', ')}`);
  } finally {
    await db.end();
  }
}

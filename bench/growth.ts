import { eventually } from '@entrada/platform/testing/eventually';
import pg from 'pg';
import { seed } from '../packages/launcher/src/seed.ts';
import { ACCOUNT, VALUE_CENTS } from './account.ts';
import type { Arrivals } from './depositor.ts';
import { fillAccount } from './growth/fill-account.ts';
import { storeEntries } from './ledger/stored.ts';
import { openDepositor, startOurSystem } from './our-system.ts';
import { type Row, rowOfRounds } from './report.ts';
import { inTurns } from './rounds.ts';
import type { BenchRun } from './run-parts.ts';
import { median } from './statistics.ts';
import { storeFinished } from './webhooks/backlog.ts';

const DAYS = 92;
const DAY_MS = 24 * 3_600_000;
/** The charges that are stored have no credits: nothing of this century is compared with them. */
const NO_AUDIT = { AUDIT_LAG_MS: String(100 * 365 * DAY_MS) };
const ENTRIES_OF_CHARGE = 3;
/** Of the side without growth: enough for its lists and queries. */
const FEW = 300;
const REPLY_MAX_MS = 30_000;
const BODY = JSON.stringify({ timestamp: new Date(0).toISOString(), data: 'x'.repeat(200) });

type Side = Awaited<ReturnType<typeof openSide>>;

/** What a deposit costs its user when the tables have grown, beside the same services with hardly any rows. */
export async function measureGrowth(run: BenchRun): Promise<Row[]> {
  const { charges, rounds, samples } = run.plan.growth;
  if (charges === 0) return [];
  await using empty = await openSide(run, 'growth_empty', FEW);
  await using full = await openSide(run, 'growth_full', charges);
  const rows: Row[] = [];
  const measure = async <Figure extends string>(
    titles: Readonly<Record<Figure, string>>,
    act: (side: Side) => Promise<Readonly<Record<Figure, number>>>,
  ): Promise<void> => {
    const about = `${Object.values(titles).join(', ')} among ${charges}`;
    const sides = { ours: () => act(full), floor: () => act(empty) };
    // The first ones are not measured: code and plans are not warm yet.
    const results = await inTurns(run, about, { rounds, warmUps: 1 }, sides);
    for (const [figure, title] of Object.entries<string>(titles)) {
      const { ours, floor } = results[figure as Figure];
      rows.push(rowOfRounds(`${title} among ${charges} (floor: few)`, ours, floor, 'ms'));
    }
  };
  for (const [title, act] of Object.entries(REQUESTS)) {
    await measure({ ms: title }, async (side) => {
      const took: number[] = [];
      // The gateway refuses what a crowded machine cannot take.
      while (took.length < samples) took.push(await eventually(() => act(side)));
      return { ms: median(took) };
    });
  }
  await measure({ credited: 'credit', delivered: 'deliver' }, async (side) => {
    const { creditedMs, deliveredMs } = await side.pay(samples);
    return { credited: median(creditedMs), delivered: median(deliveredMs) };
  });
  return rows;
}

const REQUESTS = {
  create: ({ ask }: Side) => ask('/api/deposit', JSON.stringify({ value: VALUE_CENTS })),
  query: ({ ask, someLink }: Side) => ask(`/api/deposit/${someLink()}`),
  list: ({ ask }: Side) => ask('/api/deposit?limit=50'),
  'overview of 90 days': ({ ask }: Side) => ask(`/api/overview?from=${daysAgo(90)}`),
};

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

type Reply = { readonly overview?: { readonly incomplete: readonly string[] } };

/** Our services with so many charges of one account, and the entries and deliveries of another. */
async function openSide(run: BenchRun, name: string, charges: number) {
  const { postgres, say, signal } = run;
  await using opening = new AsyncDisposableStack();
  say(`Growth: starting our services, then storing ${charges} charges...`);
  const system = opening.use(await startOurSystem(run, { name, env: NO_AUDIT }));
  const { depositor } = opening.use(await openDepositor(system, signal));
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
      const { overview } = (await reply.json()) as Reply;
      const took = performance.now() - begun;
      const isWhole = reply.ok && (overview?.incomplete.length ?? 0) === 0;
      if (!isWhole) throw new Error(`${path} answered ${reply.status}, or without all figures`);
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

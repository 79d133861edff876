import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { System } from '../packages/launcher/src/system.ts';
import { cpuTimeMs } from './cpu-time.ts';
import type { Order } from './depositor.ts';
import type { SharedSystem } from './our-system.ts';
import { type Row, row } from './report.ts';
import type { BenchRun } from './run-parts.ts';
import { median, percentile } from './statistics.ts';

const IDLE_MS = 10_000;
/** What a deposit leaves to do, such as the marks of published events, has been done by then. */
const AFTERWARDS_MS = 1_500;
/** By then every session has reported its transactions: it does so with the first one a second later, and each keeps itself alive. */
const REPORTED_MS = 5_000;
const PROGRAMS = ['gateway', 'auth', 'charges', 'ledger', 'webhooks'];
const DATABASES = ['auth', 'charges', 'ledger', 'webhooks', 'events'];

type Cost = {
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly transactions: Readonly<Record<string, number>>;
  readonly rowsWritten: number;
  readonly walBytes: number;
};

/** What one deposit costs our programs and their databases, the bank's apart: created, then paid and delivered; and an idle system. */
export async function measureCost(
  { plan, postgres, say }: BenchRun,
  { log, system, depositor }: SharedSystem,
): Promise<Row[]> {
  const { perSecond, count, stored } = plan.cost;
  await using meter = await openMeter(postgres.adminUrl, `shared_${log}`, system);
  const load = { count, perSecond };
  // The first ones are not measured: code is not warm yet.
  await depositor.ask({ act: 'create', ...load });
  await depositor.ask({ act: 'pay', ...load });
  await delay(REPORTED_MS);

  const rows: Row[] = [];
  const measure = async (name: string, order: Order & { count: number }) => {
    let deliveredMs: readonly number[] = [];
    const cost = await meter.costOf(async () => {
      ({ deliveredMs } = await depositor.ask(order));
      await delay(AFTERWARDS_MS);
    });
    rows.push(...rowsOf(`${name}, ${log} log`, cost, order.count, 'deposit'));
    if (deliveredMs.length > 0) {
      const title = `${name} at ${perSecond}/s, ${log} log`;
      rows.push(row(`${title}: delivered p50`, median(deliveredMs), null, 'ms'));
      rows.push(row(`${title}: delivered p99`, percentile(deliveredMs, 0.99), null, 'ms'));
    }
    say(`${name}: ${shown(cost, order.count)} (load ${loadavg()[0]?.toFixed(1)})`);
  };
  await measure('create', { act: 'create', ...load });
  await measure('paid to delivered', { act: 'pay', ...load });
  for (let left = stored; left > 0; left -= count) {
    await depositor.ask({ act: 'create', count, perSecond: perSecond * 2 });
    await depositor.ask({ act: 'pay', count, perSecond: perSecond * 2 });
  }
  if (stored > 0) {
    await depositor.ask({ act: 'create', ...load });
    await delay(REPORTED_MS);
    await measure(`paid to delivered after ${stored} more`, { act: 'pay', ...load });
  }
  const idle = await meter.costOf(() => delay(IDLE_MS), { isIdle: true });
  rows.push(...rowsOf(`idle, ${log} log`, idle, IDLE_MS / 1_000, 'second'));
  say(`idle: ${shown(idle, IDLE_MS / 1_000)}`);
  return rows;
}

function rowsOf(name: string, cost: Cost, units: number, unit: string): Row[] {
  const each = (what: string, amount: number, of: string) =>
    row(`${name}: ${what}`, amount / units, null, `${of}/${unit}`);
  return [
    each('CPU time', sum(cost.cpuMs), 'ms'),
    each('transactions', sum(cost.transactions), 'transactions'),
    each('rows written', cost.rowsWritten, 'rows'),
    each('WAL', cost.walBytes / 1_024, 'kB'),
  ];
}

function shown({ cpuMs, transactions, rowsWritten, walBytes }: Cost, units: number): string {
  const each = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([name, amount]) => `${name} ${(amount / units).toFixed(2)}`)
      .join(', ');
  return (
    `CPU ${(sum(cpuMs) / units).toFixed(2)} ms (${each(cpuMs)}), ` +
    `transactions ${(sum(transactions) / units).toFixed(2)} (${each(transactions)}), ` +
    `${(rowsWritten / units).toFixed(1)} rows, WAL ${(walBytes / units / 1_024).toFixed(1)} kB`
  );
}

function sum(amounts: Readonly<Record<string, number>>): number {
  return Object.values(amounts).reduce((total, amount) => total + amount, 0);
}

/** Reads what programs and database sessions have used so far; sessions stay connected while it measures. */
async function openMeter(adminUrl: string, prefix: string, system: System) {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const names = DATABASES.map((name) => `${prefix}_${name}`);

  async function read(): Promise<Cost> {
    await admin.query('select pg_stat_clear_snapshot()');
    const databases = await admin.query<{ name: string; transactions: number; written: number }>(
      `select datname as name, (xact_commit + xact_rollback)::float8 as transactions,
              (tup_inserted + tup_updated + tup_deleted)::float8 as written
         from pg_stat_database where datname = any ($1)`,
      [names],
    );
    const sessions = await admin.query<{ pid: number; wal: number }>(
      `select pid, coalesce((pg_stat_get_backend_wal(pid)).wal_bytes, 0)::float8 as wal
         from pg_stat_activity where datname = any ($1)`,
      [names],
    );
    const pids = sessions.rows.map(({ pid }) => pid);
    const programs = PROGRAMS.map((name) => [name, system.programs.get(name)?.pid() ?? 0] as const);
    return {
      cpuMs: {
        ...Object.fromEntries(programs.map(([name, pid]) => [name, cpuTimeMs([pid]) || 0])),
        postgres: pids.map((pid) => cpuTimeMs([pid]) || 0).reduce((a, b) => a + b, 0),
      },
      transactions: Object.fromEntries(
        databases.rows.map(({ name, transactions }) => [
          name.slice(prefix.length + 1),
          Number(transactions),
        ]),
      ),
      rowsWritten: databases.rows.reduce((total, { written }) => total + Number(written), 0),
      walBytes: sessions.rows.reduce((total, { wal }) => total + Number(wal), 0),
    };
  }

  return {
    /** CPU time until the end of the act; the rest when it has been reported, which an idle system does before and after alike. */
    async costOf(act: () => Promise<unknown>, { isIdle = false } = {}): Promise<Cost> {
      const before = await read();
      await act();
      const atOnce = await read();
      if (!isIdle) await delay(REPORTED_MS);
      const after = isIdle ? atOnce : await read();
      return {
        cpuMs: difference(atOnce.cpuMs, before.cpuMs),
        transactions: difference(after.transactions, before.transactions),
        rowsWritten: after.rowsWritten - before.rowsWritten,
        walBytes: after.walBytes - before.walBytes,
      };
    },
    [Symbol.asyncDispose]: () => admin.end(),
  };
}

type Amounts = Readonly<Record<string, number>>;

function difference(after: Amounts, before: Amounts): Amounts {
  return Object.fromEntries(
    Object.entries(after).map(([name, amount]) => [name, amount - (before[name] ?? 0)]),
  );
}

import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@entrada/platform/testing/eventually';
import { seed } from '../packages/launcher/src/seed.ts';
import { ACCOUNT } from './account.ts';
import type { BenchRun } from './bench-run.ts';
import { cpuTimeMs } from './cpu-time.ts';
import { openPages, type Page } from './live/open-pages.ts';
import { startOurSystem } from './our-system.ts';
import { type Row, rowOfRounds } from './report.ts';
import { VALUE_CENTS } from './value.ts';

/** As many as the gateway allows. */
const STREAMS_PER_ACCOUNT = 20;
const CREATED_AT_ONCE = 8;
/** The first round, which is not measured, is shorter by so much. */
const WARM_UP_SHARE = 5;
/** Without pages nothing happens now and then, so fewer deposits show what one costs. */
const WITHOUT_SHARE = 3;
const ANSWER_MAX_MS = 30_000;
const MEASURED = ['charges', 'gateway'] as const;

type Cpu = Record<(typeof MEASURED)[number], number>;

/** What open pages cost: the CPU time of charges and gateway for the same deposits, with and without pages. */
export async function measureLive(run: BenchRun): Promise<Row[]> {
  const { plan, say, signal } = run;
  const { pages, rounds, deposits, perSecond } = plan.live;
  say('Live: starting our services...');
  await using system = await startOurSystem(run, { name: 'live' });
  const origin = system.baseUrl;
  say(`Making accounts and deposits for ${pages} pages...`);
  const accounts: Record<string, string>[] = [];
  while (accounts.length * STREAMS_PER_ACCOUNT < pages / 2) {
    signal.throwIfAborted();
    const email = `live-${accounts.length}-${ACCOUNT.email}`;
    const { apiKey } = await seed(system, { ...ACCOUNT, email });
    accounts.push({ authorization: `Bearer ${apiKey}` });
  }
  const [headers = {}] = accounts;
  const all = [
    ...ofHolders(accounts, pages / 2),
    ...(await ofPayers(origin, headers, pages / 2, signal)),
  ];
  const pids = MEASURED.map((name) => [system.programs.get(name)?.pid() ?? 0]);
  const measure = async (count: number): Promise<Cpu> => {
    const before = pids.map(cpuOf);
    await createAtRate({ origin, headers, deposits: count, perSecond, signal });
    const [charges = 0, gateway = 0] = pids.map(
      (each, index) => cpuOf(each) - (before[index] ?? 0),
    );
    return { charges, gateway };
  };

  const used = { withPages: [] as Cpu[], without: [] as Cpu[] };
  // The first ones are not measured: code is not warm yet.
  for (let turn = 0; turn <= rounds; turn += 1) {
    const count = turn === 0 ? Math.ceil(deposits / WARM_UP_SHARE) : deposits;
    const without = await measure(Math.ceil(count / WITHOUT_SHARE));
    using _open = await openPages(origin, all, signal);
    const withPages = await measure(count);
    if (turn === 0) continue;
    used.without.push(without);
    used.withPages.push(withPages);
    say(
      `live ${turn}/${rounds}: ${shown(withPages)}, without pages ${shown(without)} (load ${loadavg()[0]?.toFixed(1)})`,
    );
  }
  return MEASURED.map((name) =>
    rowOfRounds(
      `CPU time of ${name}, ${pages} open pages (floor: none)`,
      used.withPages.map((cpu) => cpu[name] / deposits),
      used.without.map((cpu) => cpu[name] / Math.ceil(deposits / WITHOUT_SHARE)),
      'ms/deposit',
    ),
  );
}

function cpuOf(pids: readonly number[]): number {
  return cpuTimeMs(pids) ?? Number.NaN;
}

function shown({ charges, gateway }: Cpu): string {
  return `charges ${charges.toFixed(0)} ms, gateway ${gateway.toFixed(0)} ms`;
}

function ofHolders(accounts: readonly Record<string, string>[], count: number): Page[] {
  const streams = accounts.flatMap((headers) =>
    Array.from({ length: STREAMS_PER_ACCOUNT }, () => ({ path: '/api/live', headers })),
  );
  return streams.slice(0, Math.ceil(count));
}

/** A deposit each, which stays open. */
async function ofPayers(
  origin: string,
  headers: Record<string, string>,
  count: number,
  signal: AbortSignal,
): Promise<Page[]> {
  const pages: Page[] = [];
  const worker = async () => {
    while (pages.length < count) {
      signal.throwIfAborted();
      const link = await createDeposit(origin, headers);
      pages.push({ path: `/payment-link/${link}/status`, headers: {} });
    }
  };
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, worker));
  return pages;
}

/** The gateway refuses what a crowded machine cannot take. */
const createDeposit = (origin: string, headers: Record<string, string>) =>
  eventually(() => tryToCreate(origin, headers));

async function tryToCreate(origin: string, headers: Record<string, string>): Promise<string> {
  const reply = await fetch(`${origin}/api/deposit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ value: VALUE_CENTS }),
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
  });
  if (reply.status !== 201) throw new Error(`a deposit was answered ${reply.status}`);
  const { charge } = (await reply.json()) as { charge: { paymentLinkId: string } };
  return charge.paymentLinkId;
}

type Load = {
  readonly origin: string;
  readonly headers: Record<string, string>;
  readonly deposits: number;
  readonly perSecond: number;
  readonly signal: AbortSignal;
};

/** The same work in the same time on both sides, whatever else the machine does. */
async function createAtRate({ origin, headers, deposits, perSecond, signal }: Load): Promise<void> {
  const begun = performance.now();
  const underway: Promise<string>[] = [];
  for (let made = 0; made < deposits; made += 1) {
    const dueMs = begun + (made * 1_000) / perSecond - performance.now();
    if (dueMs > 0) await delay(dueMs, undefined, { signal });
    signal.throwIfAborted();
    const creating = createDeposit(origin, headers);
    creating.catch(() => {});
    underway.push(creating);
  }
  await Promise.all(underway);
}

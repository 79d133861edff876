import { loadavg } from 'node:os';
import { eventually } from '@entrada/platform/testing/eventually';
import { seed } from '../packages/launcher/src/seed.ts';
import { ACCOUNT } from './account.ts';
import type { BenchRun } from './bench-run.ts';
import { startOurSystem } from './our-system.ts';
import { fillAccount } from './overview/fill.ts';
import { type Row, rowOfRounds } from './report.ts';
import { median } from './statistics.ts';

const NAME = 'overview';
const DAYS = 92;
const DAY_MS = 24 * 3_600_000;
const REPLY_MAX_MS = 30_000;

/** The charges that are stored have no credits: nothing of this century is compared with them. */
export const NO_AUDIT = { AUDIT_LAG_MS: String(100 * 365 * DAY_MS) };

type Ask = () => Promise<number>;

/** How long the overview of an account takes that has very many charges, beside that of an empty one. */
export async function measureOverview(run: BenchRun): Promise<Row[]> {
  const { plan, say, postgres } = run;
  const { charges } = plan.overview;
  say('Overview: starting our services...');
  await using system = await startOurSystem(run, { name: NAME, env: NO_AUDIT });
  const full = await seed(system, ACCOUNT);
  const empty = await seed(system, { ...ACCOUNT, email: `empty-${ACCOUNT.email}` });
  say(`Storing ${charges} charges of one account...`);
  const urlOf = (service: string) => postgres.url(`${NAME}_${service}`);
  await fillAccount({ accountId: full.accountId, charges, days: DAYS, signal: run.signal, urlOf });
  const rows: Row[] = [];
  for (const [title, query] of [
    ['7 days', ''],
    ['24 hours', `?bucket=hour&from=${daysAgo(1)}`],
    ['90 days', `?from=${daysAgo(90)}`],
    // Days that begin three hours before those that are stored, and such that begin in their middle.
    ['90 days in UTC', `?tz=UTC&from=${daysAgo(90)}`],
    ['90 days in Auckland', `?tz=Pacific/Auckland&from=${daysAgo(90)}`],
  ] as const) {
    const askOf =
      ({ apiKey }: { apiKey: string }, isFull: boolean): Ask =>
      () =>
        ask(`${system.baseUrl}/api/overview${query}`, apiKey, isFull);
    const sides = { ours: askOf(full, true), floor: askOf(empty, false) };
    const name = `overview, ${title}, ${charges} charges (floor: none)`;
    rows.push(await alternate(run, name, sides, plan.overview));
  }
  return rows;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

type Reply = { overview?: { incomplete: string[]; totals: { created: { count: number } } } };

/** Milliseconds; a reply that is not what it should be is no figure. */
async function ask(url: string, apiKey: string, isFull: boolean): Promise<number> {
  const begun = performance.now();
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(REPLY_MAX_MS) });
  const { overview } = (await response.json()) as Reply;
  const took = performance.now() - begun;
  const isRight = overview?.incomplete.length === 0 && overview.totals.created.count > 0 === isFull;
  if (!isRight) throw new Error(`${url} answered ${response.status} with other figures`);
  return took;
}

/** In turns, so that whatever else the machine does falls on both. */
export async function alternate(
  { say, signal }: BenchRun,
  title: string,
  sides: { readonly ours: Ask; readonly floor: Ask },
  { rounds, samples }: { readonly rounds: number; readonly samples: number },
): Promise<Row> {
  const medians = { ours: [] as number[], floor: [] as number[] };
  // The first ones are not measured: code and plans are not warm yet.
  for (let turn = 0; turn <= rounds; turn += 1) {
    const took = { ours: [] as number[], floor: [] as number[] };
    for (let sample = 0; sample < samples; sample += 1) {
      signal.throwIfAborted();
      const order = sample % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const);
      // The gateway refuses what a crowded machine cannot take.
      for (const side of order) took[side].push(await eventually(sides[side]));
    }
    const [ours, floor] = [median(took.ours), median(took.floor)];
    if (turn === 0) continue;
    medians.ours.push(ours);
    medians.floor.push(floor);
    const load = loadavg()[0]?.toFixed(1);
    const ratio = (ours / floor).toFixed(2);
    say(
      `${title} ${turn}/${rounds}: ${ours.toFixed(1)} ms, empty ${floor.toFixed(1)} ms, ratio ${ratio} (load ${load})`,
    );
  }
  return rowOfRounds(title, medians.ours, medians.floor, 'ms');
}

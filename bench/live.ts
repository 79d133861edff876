import { once } from 'node:events';
import { get } from 'node:http';
import { Entrada } from '@entrada/client/entrada';
import { eventually } from '@entrada/platform/testing/eventually';
import { seed } from '../packages/launcher/src/seed.ts';
import { ACCOUNT, VALUE_CENTS } from './account.ts';
import { cpuTimeMs } from './cpu-time.ts';
import type { SharedSystem } from './our-system.ts';
import { type Row, rowOfRounds } from './report.ts';
import { inTurns } from './rounds.ts';
import type { BenchRun } from './run-parts.ts';

/** As many as the gateway allows. */
const STREAMS_PER_ACCOUNT = 20;
const CREATED_AT_ONCE = 8;
const OPENED_AT_ONCE = 50;
const OPEN_MAX_MS = 30_000;
const MEASURED = ['charges', 'gateway'] as const;

type Page = { readonly path: string; readonly headers: Readonly<Record<string, string>> };

/** What open pages cost: the CPU time of charges and gateway for the same deposits, with and without pages. */
export async function measureLive(
  run: BenchRun,
  { system, depositor, apiKey }: SharedSystem,
): Promise<Row[]> {
  const { pages: count, rounds, deposits, perSecond } = run.plan.live;
  run.say(`Live: making accounts and deposits for ${count} pages...`);
  const keys = [apiKey];
  while (keys.length * STREAMS_PER_ACCOUNT < count / 2) {
    const email = `live-${keys.length}-${ACCOUNT.email}`;
    keys.push((await seed(system, { ...ACCOUNT, email })).apiKey);
  }
  const ofHolders = keys
    .flatMap((key) => Array.from({ length: STREAMS_PER_ACCOUNT }, () => key))
    .slice(0, count / 2)
    .map((key) => ({ path: '/api/live', headers: { authorization: `Bearer ${key}` } }));
  const pages = [...ofHolders, ...(await pagesOfPayers(run, system.baseUrl, apiKey, count / 2))];

  const measure = async () => {
    const cpu = () => MEASURED.map((name) => cpuTimeMs([system.programs.get(name)?.pid() ?? 0]));
    const before = cpu();
    await depositor.ask({ act: 'create', count: deposits, perSecond });
    const [charges, gateway] = cpu().map((ms, index) => (ms - (before[index] ?? 0)) / deposits);
    return { charges: charges ?? 0, gateway: gateway ?? 0 };
  };
  const results = await inTurns(
    run,
    'CPU time in ms/deposit, open pages',
    { rounds },
    {
      without: measure,
      async pages() {
        using _open = await openPages(run, system.baseUrl, pages);
        return await measure();
      },
    },
  );
  return MEASURED.map((name) => {
    const title = `CPU time of ${name}, ${count} open pages (floor: none)`;
    return rowOfRounds(title, results[name].pages, results[name].without, 'ms/deposit');
  });
}

/** A deposit each, which stays open. */
async function pagesOfPayers(
  { signal }: BenchRun,
  baseUrl: string,
  apiKey: string,
  count: number,
): Promise<Page[]> {
  const { deposits } = new Entrada({ baseUrl, apiKey });
  const pages: Page[] = [];
  await atOnce(CREATED_AT_ONCE, async () => {
    while (pages.length < count) {
      signal.throwIfAborted();
      // The gateway refuses what a crowded machine cannot take.
      const { paymentLinkId } = await eventually(() => deposits.create({ value: VALUE_CENTS }));
      pages.push({ path: `/payment-link/${paymentLinkId}/status`, headers: {} });
    }
  });
  return pages;
}

/** Streams of server-sent events that stay open until disposed. Each has sent its first event. */
async function openPages(
  { signal }: BenchRun,
  origin: string,
  pages: readonly Page[],
): Promise<Disposable> {
  const closing = new AbortController();
  const waiting = [...pages];
  try {
    await atOnce(OPENED_AT_ONCE, async () => {
      for (let page = waiting.pop(); page; page = waiting.pop()) {
        signal.throwIfAborted();
        const { path, headers } = page;
        // The gateway refuses what a crowded machine cannot take.
        await eventually(() => openPage(`${origin}${path}`, headers, closing.signal));
      }
    });
  } catch (error) {
    closing.abort();
    throw error;
  }
  return { [Symbol.dispose]: () => closing.abort() };
}

async function openPage(url: string, headers: Page['headers'], closing: AbortSignal) {
  const request = get(url, { agent: false, headers, signal: closing });
  // It ends because the page is closed.
  request.on('error', () => {});
  const opening = { signal: AbortSignal.timeout(OPEN_MAX_MS) };
  try {
    const [response] = await once(request, 'response', opening);
    response.on('error', () => {});
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    await once(response, 'data', opening);
    response.resume();
  } catch (error) {
    request.destroy();
    throw error;
  }
}

function atOnce(count: number, work: () => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, work));
}

import { type Figure, GROUPS } from './figures.ts';
import { figureOf, type Scrape } from './from-series.ts';
import { promqlOf } from './promql.ts';
import { seriesIn } from './series.ts';

const REPLY_MAX_MS = 5_000;

export type Shown = {
  /** By group and title; null: there is nothing to show it of. */
  readonly values: ReadonlyMap<Figure, number | null>;
  /** Alerts that fire; null when there is no Prometheus to know them. */
  readonly alerts: readonly string[] | null;
  /** What could not be read, in a sentence each. */
  readonly problems: readonly string[];
};

export type Source = { look(): Promise<Shown> };

const FIGURES = GROUPS.flatMap(({ figures }) => figures);

export function fromPrometheus(url: string): Source {
  const base = url.replace(/\/$/, '');
  const get = async (path: string) => {
    const reply = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(REPLY_MAX_MS) });
    if (!reply.ok) throw new Error(`${base} answered ${reply.status}`);
    return ((await reply.json()) as { data: never }).data;
  };
  const valueAt = async (figure: Figure): Promise<number | null> => {
    type Result = { readonly result: readonly { readonly value: readonly [number, string] }[] };
    const query = encodeURIComponent(promqlOf(figure));
    const { result }: Result = await get(`/api/v1/query?query=${query}`);
    return result[0] ? Number(result[0].value[1]) : null;
  };
  return {
    async look() {
      const values = await Promise.all(
        FIGURES.map(async (figure) => [figure, await valueAt(figure)] as const),
      );
      return {
        values: new Map(values),
        alerts: firingIn(await get('/api/v1/alerts')),
        problems: [],
      };
    },
  };
}

type Alerts = {
  readonly alerts: readonly {
    readonly state: string;
    readonly labels: Readonly<Record<string, string>>;
  }[];
};

function firingIn({ alerts }: Alerts): string[] {
  const names = alerts
    .filter(({ state, labels }) => state === 'firing' && labels.alertname !== 'Watchdog')
    .map(({ labels }) => `${labels.alertname} (${labels.severity})`);
  return [...new Set(names)].toSorted();
}

/** Asks each process itself. The first look compares with the start of the processes. */
export function fromProcesses(addresses: readonly string[]): Source {
  let before: Scrape | undefined;
  return {
    async look() {
      const problems: string[] = [];
      const texts = await Promise.all(
        addresses.map((address) =>
          metricsAt(address).catch((error: Error) => {
            problems.push(`${address} does not answer: ${error.message}`);
            return '';
          }),
        ),
      );
      const now = { atMs: Date.now(), series: texts.flatMap(seriesIn) };
      const earlier = before ?? sinceStart(now);
      before = now;
      const values = FIGURES.map((figure) => [figure, figureOf(figure, earlier, now)] as const);
      return { values: new Map(values), alerts: null, problems };
    },
  };
}

async function metricsAt(address: string): Promise<string> {
  const url = `http://${address}/metrics`;
  const reply = await fetch(url, { signal: AbortSignal.timeout(REPLY_MAX_MS) });
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  return reply.text();
}

function sinceStart({ atMs, series }: Scrape): Scrape {
  const starts = series.filter(({ name }) => name === 'process_start_time_seconds');
  const first = Math.min(atMs / 1_000, ...starts.map(({ value }) => value));
  return { atMs: first * 1_000, series: [] };
}

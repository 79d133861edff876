import { type Figure, GROUPS } from './figures.ts';

export type Series = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** What all processes served at one time. */
export type Scrape = { readonly atMs: number; readonly series: readonly Series[] };

const REPLY_MAX_MS = 5_000;
const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const FIGURES = GROUPS.flatMap(({ figures }) => figures);

export type ShownFigures = {
  /** Rates and latencies are of the time since then. */
  readonly since: Date;
  /** Null: there is nothing to show it of. */
  readonly values: ReadonlyMap<Figure, number | null>;
  /** What could not be read, in a sentence each. */
  readonly problems: readonly string[];
};

export type Source = { look(): Promise<ShownFigures> };

/** What a process serves at /metrics. */
export function seriesIn(text: string): Series[] {
  return [...text.matchAll(LINE)].map(([, name = '', labels = '', value = '']) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, label, text]) => [label, text])),
    value: Number(value.replace('Inf', 'Infinity')),
  }));
}

/** Asks each process itself. The first look compares with the start of the oldest process. */
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
      return { since: new Date(earlier.atMs), values: new Map(values), problems };
    },
  };
}

export async function metricsAt(address: string): Promise<string> {
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

/** The figure as Prometheus would compute it, of two scrapes; null when there is nothing to compute it of. */
function figureOf(figure: Figure, before: Scrape, now: Scrape): number | null {
  const { kind, metric } = figure;
  const values = selected(now, figure, metric).map(({ value }) => value);
  if (values.length === 0 && kind !== 'zeros' && kind !== 'p99')
    return figure.isZeroWhenAbsent ? 0 : null;
  switch (kind) {
    case 'zeros':
      return values.filter((value) => value === 0).length;
    case 'p99':
      return quantileOf(0.99, figure, before, now);
    case 'max':
      return Math.max(...values);
    case 'sum':
      return total(values);
    case 'since':
      return now.atMs / 1_000 - Math.max(...values);
    case 'until':
      return Math.min(...values) - now.atMs / 1_000;
    case 'rate':
      return rateOf(values, selected(before, figure, metric), now.atMs - before.atMs);
  }
}

/** A process that was restarted counts from 0 again. */
function rateOf(values: readonly number[], before: readonly Series[], ms: number): number {
  const grown = total(values) - total(before.map(({ value }) => value));
  return ms > 0 ? Math.max(0, grown) / (ms / 1_000) : 0;
}

type Selection = Pick<Figure, 'metric' | 'labels'>;

export function selected(
  { series }: Scrape,
  { labels = {} }: Pick<Selection, 'labels'>,
  name: string,
): Series[] {
  return series.filter(
    (one) =>
      one.name === name &&
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
}

/** Of what was observed between two scrapes; null if nothing was. */
export function quantileOf(
  share: number,
  figure: Selection,
  before: Scrape,
  now: Scrape,
): number | null {
  const counts = (scrape: Scrape) => {
    const byBound = new Map<number, number>();
    for (const { labels, value } of selected(scrape, figure, `${figure.metric}_bucket`)) {
      const bound = Number((labels.le ?? '').replace('+Inf', 'Infinity'));
      byBound.set(bound, (byBound.get(bound) ?? 0) + value);
    }
    return byBound;
  };
  const earlier = counts(before);
  const grown = [...counts(now)]
    .map(([bound, count]) => [bound, count - (earlier.get(bound) ?? 0)] as const)
    .toSorted(([a], [b]) => a - b);
  const all = grown.at(-1)?.[1] ?? 0;
  if (all <= 0) return null;
  const index = grown.findIndex(([, count]) => count >= all * share);
  return interpolated(grown, index, all * share);
}

/** Within a bucket values are taken to be spread evenly, as Prometheus does. */
function interpolated(
  buckets: readonly (readonly [number, number])[],
  index: number,
  rank: number,
): number {
  const [lower, below] = buckets[index - 1] ?? [0, 0];
  const [upper, count] = buckets[index] ?? [lower, below];
  if (upper === Number.POSITIVE_INFINITY) return lower;
  return lower + ((upper - lower) * (rank - below)) / Math.max(1, count - below);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

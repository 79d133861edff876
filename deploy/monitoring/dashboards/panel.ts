/** Of Grafana's names. */
export type Unit = 'short' | 'reqps' | 'ops' | 's' | 'bytes' | 'percentunit' | 'bool' | 'cents';

export type Query = { readonly expr: string; readonly legend: string };

export type Panel = {
  readonly title: string;
  /** What it shows, and from when on it is bad. */
  readonly meaning: string;
  /** A figure is the last value alone, a graph the values over time. */
  readonly kind: 'figure' | 'graph';
  readonly unit: Unit;
  readonly queries: readonly Query[];
};

export type Dashboard = {
  /** As the `dashboard` annotation of alerts names it. */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
};

/** The release that is looked at: variables of the dashboard, which select everything by default. */
const RELEASE = 'namespace=~"$namespace", job=~"$job"';

export function series(metric: string, labels = ''): string {
  return `${metric}{${RELEASE}${labels === '' ? '' : `, ${labels}`}}`;
}

type Kind = { readonly by?: readonly string[]; readonly labels?: string };

/** Per second, of all replicas. */
export function rate(counter: string, { by = [], labels = '' }: Kind = {}): string {
  return `sum${grouped(by)}(rate(${series(counter, labels)}[$__rate_interval]))`;
}

/** Gauges that a database backs repeat per replica: the largest is taken, never the sum. */
export function largest(gauge: string, { by = [], labels = '' }: Kind = {}): string {
  return `max${grouped(by)}(${series(gauge, labels)})`;
}

export function smallest(gauge: string, { by = [], labels = '' }: Kind = {}): string {
  return `min${grouped(by)}(${series(gauge, labels)})`;
}

export function quantile(
  share: number,
  histogram: string,
  { by = [], labels = '' }: Kind = {},
): string {
  const buckets = rate(`${histogram}_bucket`, { by: ['le', ...by], labels });
  return `histogram_quantile(${share}, ${buckets})`;
}

/** The median and the slowest hundredth, by their legends. */
export function latencies(histogram: string, kind: Kind = {}): Record<string, string> {
  const legend = (kind.by ?? []).map((label) => `{{${label}}} `).join('');
  return {
    [`${legend}p50`]: quantile(0.5, histogram, kind),
    [`${legend}p99`]: quantile(0.99, histogram, kind),
  };
}

function grouped(by: readonly string[]): string {
  return by.length === 0 ? '' : ` by (${by.join(', ')}) `;
}

export function figure(title: string, unit: Unit, meaning: string, expr: string): Panel {
  return { title, meaning, kind: 'figure', unit, queries: [{ expr, legend: title }] };
}

/** Its lines by their legends. */
export function graph(
  title: string,
  unit: Unit,
  meaning: string,
  lines: Readonly<Record<string, string>>,
): Panel {
  const queries = Object.entries(lines).map(([legend, expr]) => ({ expr, legend }));
  return { title, meaning, kind: 'graph', unit, queries };
}

import { CATALOGUE } from './catalogue.ts';
import { DASHBOARDS } from './dashboards/all.ts';
import { HOPS } from './hops.ts';
import { allRules } from './rules.ts';
import { metricOfSeries, selectorsIn } from './selectors.ts';

const rules = allRules();
const isKnown = (name: string) => name in CATALOGUE;

function metricsOf(exprs: readonly string[]): Set<string> {
  const metrics = exprs.flatMap(selectorsIn).map(({ metric }) => metricOfSeries(metric, isKnown));
  return new Set(metrics);
}

/** An alert on a recorded series is about what that series reads. */
function sourcesOf(expr: string): string[] {
  const recorded = selectorsIn(expr).flatMap(({ metric }) =>
    rules.filter(({ record }) => record === metric).map((rule) => rule.expr),
  );
  return [expr, ...recorded];
}

/** Which dashboards and alerts use each metric. */
export function usesOf(metric: string): {
  readonly dashboards: string[];
  readonly alerts: string[];
} {
  const dashboards = DASHBOARDS.filter(({ panels }) =>
    metricsOf(panels.flatMap(({ queries }) => queries.map(({ expr }) => expr))).has(metric),
  ).map(({ name }) => name);
  const alerts = rules.flatMap(({ alert, expr }) =>
    alert && metricsOf(sourcesOf(expr)).has(metric) ? [alert] : [],
  );
  return { dashboards, alerts };
}

/** docs/operations/metrics.md. */
export function metricsPage(): string {
  const rows = Object.entries(CATALOGUE).map(([metric, labels]) => {
    const { dashboards, alerts } = usesOf(metric);
    const links = alerts.map((alert) => `[${alert}](runbooks/${alert}.md)`).join(', ');
    const names = Object.keys(labels).map((label) => `\`${label}\``);
    return `| \`${metric}\` | ${names.join(', ')} | ${dashboards.join(', ')} | ${links} |`;
  });
  const hops = HOPS.map(({ title, metric, service, labels = {} }) => {
    const matchers = Object.entries(labels).map(([name, value]) => ` \`${name}="${value}"\``);
    return `| ${title} | \`${metric}\`${matchers.join()} | ${service} |`;
  });
  return `# Metrics

Every process serves them at \`/metrics\` of its admin port, each with a line that says what it measures. All have the label
\`service\`. Labels are closed sets: no account, key, charge, URL or address of a client is in one. Gauges of what a database
holds repeat per replica: take \`max\`, not \`sum\`. The label \`job\` of jobs is \`exported_job\` in Prometheus.
Made by \`npm run generate\` from \`deploy/monitoring/catalogue.ts\`, \`deploy/monitoring/dashboards\` and the rules of the chart.

| metric | labels | dashboards | alerts |
|---|---|---|---|
${rows.join('\n')}

## Latency by hop
The way of a payment to its webhook, on the dashboard money-path. Each hop begins where the one before ends; an event is published when
its relay gives it to the event log, and received when a consumer begins its batch. On several machines the hops contain the differences of their clocks.

| hop | metric | of |
|---|---|---|
${hops.join('\n')}
`;
}

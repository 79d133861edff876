import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE, OF_PROM_CLIENT } from '../../deploy/monitoring/catalogue.ts';
import { DASHBOARDS } from '../../deploy/monitoring/dashboards/all.ts';
import type { Values } from '../../deploy/monitoring/labels.ts';
import { usesOf } from '../../deploy/monitoring/metrics-page.ts';
import { allRules } from '../../deploy/monitoring/rules.ts';
import { QUERIES as RUNBOOK_QUERIES, withBraces } from '../../deploy/monitoring/runbooks.ts';
import { groupingsIn, metricOfSeries, selectorsIn } from '../../deploy/monitoring/selectors.ts';
import { GROUPS } from '../../packages/launcher/src/watch/figures.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Labels that Prometheus adds, or that every process has. */
const EVERYWHERE = ['namespace', 'job', 'instance', 'service', 'le'];
/** Of Prometheus itself. */
const BUILT_IN = ['up', 'ALERTS'];
/** A metric is created with its name as `name`, or by a function that takes it first. */
const CREATED = /(?:name: |(?:gauge|counter|histogram)\(\s*)'([a-z]+(?:_[a-z0-9]+)+)'/g;
/** What a name of ours looks like in a sentence; the rest of a document has other words in code font. */
const IN_DOCS = /`?\b([a-z]+(?:_[a-z0-9]+)+)(?=[{`[])/g;

const rules = allRules();
const recorded = new Set(rules.flatMap(({ record }) => (record ? [record] : [])));
const queries = DASHBOARDS.flatMap(({ name, panels }) =>
  panels.flatMap((panel) =>
    panel.queries.map(({ expr }) => ({ where: `${name}: ${panel.title}`, expr })),
  ),
);
const figures = GROUPS.flatMap(({ figures }) =>
  figures.map(({ title, metric, labels = {} }) => {
    const matchers = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return { where: `watch: ${title}`, expr: `${metric}{${matchers.join(', ')}}` };
  }),
);
const ruleQueries = rules.map(({ alert, record, expr }) => ({
  where: alert ?? record ?? '',
  expr,
}));
const documented = RUNBOOK_QUERIES.map(({ page, text }) => ({
  where: `${page}.md: ${text}`,
  expr: withBraces(text),
}));
const isOurs = (name: string) => name in CATALOGUE;
const isKnown = (name: string) =>
  isOurs(name) || recorded.has(name) || BUILT_IN.includes(name) || OF_PROM_CLIENT.test(name);

function namesInCode(): string[] {
  const files = globSync('{services,packages}/*/src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .filter((text) => /prom-client|telemetry\/metrics/.test(text));
  const created = files.flatMap((text) => [...text.matchAll(CREATED)].map(([, name = '']) => name));
  const streams = files.flatMap((text) => text.match(/rpc_\w+_streams_ended_total/g) ?? []);
  return [...new Set([...created, ...streams])];
}

const labelsOf = (metric: string) => CATALOGUE[metric] ?? {};

/** As Prometheus shows it: our `job` would be its own. */
const shown = (label: string) => (label === 'exported_job' ? 'job' : label);

function allows(values: Values, value: string): boolean {
  return values instanceof RegExp ? values.test(value) : values.includes(value);
}

test('the catalogue has every metric of the code, and no other', () => {
  expect(namesInCode().toSorted()).toEqual(Object.keys(CATALOGUE).toSorted());
});

test('every metric is on a dashboard or in an alert', () => {
  const unused = Object.keys(CATALOGUE).filter((metric) => {
    const { dashboards, alerts } = usesOf(metric);
    return dashboards.length === 0 && alerts.length === 0;
  });
  expect(unused).toEqual([]);
});

test.each([...ruleQueries, ...queries, ...figures])(
  '$where reads metrics that there are',
  ({ expr }) => {
    const unknown = selectorsIn(expr).filter(
      ({ metric }) => !isKnown(metricOfSeries(metric, isKnown)),
    );
    expect(unknown).toEqual([]);
  },
);

test.each([...ruleQueries, ...queries, ...figures, ...documented])(
  '$where uses labels and values that there are',
  ({ expr }) => {
    const selectors = selectorsIn(expr);
    const wrong = selectors.flatMap(({ metric, matchers }) => {
      const labels = labelsOf(metricOfSeries(metric, isKnown));
      return matchers
        .filter(({ label }) => !EVERYWHERE.includes(label))
        .filter(({ label, operator, value }) => {
          const values = labels[shown(label)];
          if (!values) return true;
          const named = operator.endsWith('~') ? value.split('|') : [value];
          return named.some((one) => one !== '' && !allows(values, one));
        });
    });
    expect(wrong).toEqual([]);
    const available = [
      ...EVERYWHERE,
      ...selectors.flatMap(({ metric }) => Object.keys(labelsOf(metricOfSeries(metric, isKnown)))),
    ];
    const groupings = groupingsIn(expr).filter((label) => !available.includes(shown(label)));
    expect(groupings).toEqual([]);
  },
);

test('every selector of a rule can be replaced by the chart, and every one of a panel by its variables', () => {
  for (const { expr } of ruleQueries) {
    for (const [, labels = ''] of expr.matchAll(/\w\{([^}]*)\}/g)) {
      expect(labels).toMatch(/^namespace=~"\.\*", job=~"\.\*"/);
    }
  }
  for (const { expr } of queries) {
    for (const [, labels = ''] of expr.matchAll(/\w\{([^}]*)\}/g)) {
      expect(labels).toMatch(/^namespace=~"\$namespace", job=~"\$job"/);
    }
  }
});

test('documents of operations name no metric that there is not', () => {
  const pages = globSync('docs/operations/**/*.md', { cwd: ROOT });
  // The first words of names: without them other code in a sentence would count.
  const beginnings = new Set(Object.keys(CATALOGUE).map((name) => name.split('_')[0]));
  const unknown = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(IN_DOCS)]
      .map(([, name = '']) => name)
      .filter((name) => /_(total|seconds|cents|state|up|bytes|ratio|count|bucket|sum)$/.test(name))
      .filter((name) => beginnings.has(name.split('_')[0]))
      .filter((name) => !isKnown(metricOfSeries(name, isKnown)))
      .map((name) => `${page}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DASHBOARDS } from '../../deploy/monitoring/dashboards/all.ts';
import { allRules, RULE_FILES, rulesIn } from '../../deploy/monitoring/rules.ts';
import { ALERT_CASES, ALL_RUN, type AlertCase } from './alert-cases.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = join(ROOT, 'docs/operations/runbooks');
/** Fires always, so that its absence is noticed: nothing to test but that. */
const WATCHDOG = 'Watchdog';
const HOURS = 3 * 60;
/** The path of one of ours in a Grafana. */
const DASHBOARD = new RegExp(`^d/entrada-(${DASHBOARDS.map(({ name }) => name).join('|')})$`);
const SECTIONS = ['Meaning', 'Impact', 'How to look', 'How to fix', 'How to verify'];

const rules = allRules();
const alerts = rules.filter(({ alert }) => alert !== undefined);
const fileOf = (name: string) =>
  RULE_FILES.filter((file) => rulesIn(file).some(({ alert }) => alert === name));

const alertIn = (name: string) => name.split(' ')[0] ?? '';

const folder = mkdtempSync(join(tmpdir(), 'entrada-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What promtool prints, which is empty for a rule that behaves as expected. */
async function promtool(...args: string[]): Promise<string> {
  try {
    await promisify(execFile)('promtool', args);
    return '';
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Record<string, string>;
    return `${message}\n${stdout}${stderr}`;
  }
}

const firing = (alert: string, minute: number, count: number) => ({
  expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
  eval_time: `${minute}m`,
  exp_samples: [{ labels: '{}', value: count }],
});

test('the rules are valid', async () => {
  expect(await promtool('check', 'rules', ...RULE_FILES)).toBe('');
});

test('every alert is tested, and no other', () => {
  const names = alerts.map(({ alert }) => alert).filter((name) => name !== WATCHDOG);
  const tested = new Set(Object.keys(ALERT_CASES).map(alertIn));
  expect([...tested].toSorted()).toEqual(names.toSorted());
});

test.each(Object.entries(ALERT_CASES))(
  '%s does not fire while all is well, fires, and resolves',
  async (name, { series, quietAt, firesAt, resolvedAt }: AlertCase) => {
    const alert = alertIn(name);
    const file = join(folder, `${name}.json`);
    const inputs = Object.entries({ ...ALL_RUN, ...series });
    const content = {
      rule_files: fileOf(alert),
      // Rules that look back for hours are evaluated less often, which is cheaper.
      evaluation_interval: resolvedAt > HOURS ? '5m' : '1m',
      tests: [
        {
          interval: '1m',
          input_series: inputs.map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            firing(alert, quietAt, 0),
            firing(alert, firesAt, 1),
            firing(alert, resolvedAt, 0),
          ],
        },
      ],
    };
    writeFileSync(file, JSON.stringify(content));
    expect(await promtool('test', 'rules', file)).toBe('');
  },
);

test('an alert says how urgent it is, what happened, where to see it and what to do', () => {
  for (const { alert, labels, annotations } of alerts) {
    expect([alert, labels]).toEqual([
      alert,
      { severity: expect.stringMatching(/^(page|ticket|none)$/) },
    ]);
    expect([alert, annotations]).toEqual([
      alert,
      {
        summary: expect.stringMatching(/^[A-Z{].{10,}/),
        dashboard: expect.stringMatching(DASHBOARD),
        runbook_url: `docs/operations/runbooks/${alert}.md`,
      },
    ]);
  }
});

test('every alert has a runbook with every section, and every runbook an alert', () => {
  const pages = readdirSync(PAGES).filter((name) => name !== 'README.md');
  expect(pages.toSorted()).toEqual(alerts.map(({ alert }) => `${alert}.md`).toSorted());
  for (const page of pages) {
    const headings = readFileSync(join(PAGES, page), 'utf8').match(/^## .*$/gm);
    expect([page, headings]).toEqual([page, SECTIONS.map((section) => `## ${section}`)]);
  }
});

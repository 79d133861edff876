import { type Dashboard, figure, graph, type Panel, rate, series } from './panel.ts';

type Level = { readonly title: string; readonly rule: string; readonly objective: number };

/** S3 and S6 have no recording rules: one is a latency of its own, the other allows no failure at all. */
const LEVELS: readonly Level[] = [
  { title: 'S1 Create', rule: 'deposit_create', objective: 0.9995 },
  { title: 'S2 Query', rule: 'deposit_query', objective: 0.9995 },
  { title: 'S4 Confirmation to credit within 5 s', rule: 'credit', objective: 0.999 },
  { title: 'S5 Credit to first attempt within 5 s', rule: 'first_attempt', objective: 0.999 },
];
const WINDOWS = ['5m', '1h', '6h', '3d'];
const QUERY = 'http_request_method="GET", http_route="/api/deposit/:paymentLinkId"';
const HTTP = 'http_server_request_duration_seconds';

const ratio = (rule: string, window: string) =>
  `max(${series(`entrada:${rule}:failed_ratio_${window}`)})`;

function left({ title, rule, objective }: Level): Panel {
  const budget = (1 - objective).toFixed(4);
  return figure(
    `${title}: budget left`,
    'percentunit',
    `Objective ${objective * 100} %, at the pace of the last three days. Below 0 it is spent faster than allowed.`,
    `1 - ${ratio(rule, '3d')} / ${Number(budget)}`,
  );
}

function burn({ title, rule, objective }: Level): Panel {
  const budget = Number((1 - objective).toFixed(4));
  return graph(
    `${title}: burn rate`,
    'short',
    '1 spends the budget in exactly 30 days. Above 14.4 in 1h and 5m somebody is paged.',
    Object.fromEntries(WINDOWS.map((window) => [window, `${ratio(rule, window)} / ${budget}`])),
  );
}

/** How fast the error budget of 30 days is spent. Failures of the bank are not in it. */
export const slos: Dashboard = {
  name: 'slos',
  title: 'Service levels',
  panels: [
    ...LEVELS.map(left),
    figure(
      'S3 Queries within 300 ms',
      'percentunit',
      'Objective 99 %. Queries of pending charges, which ask the bank, are in it.',
      `${rate(`${HTTP}_bucket`, { labels: `${QUERY}, le="0.3"` })} / ${rate(`${HTTP}_count`, { labels: QUERY })}`,
    ),
    figure(
      'S6 Invariants broken, 30 days',
      'short',
      'Objective 0.',
      `sum(increase(${series('audit_violations_total')}[30d]))`,
    ),
    ...LEVELS.map(burn),
    graph('Events behind the ratios, a second', 'reqps', 'Below 20 an hour no burn rate alerts.', {
      creates: rate(`${HTTP}_count`, {
        labels: 'http_request_method="POST", http_route="/api/deposit"',
      }),
      queries: rate(`${HTTP}_count`, { labels: QUERY }),
      credits: rate('deposit_confirm_to_credit_seconds_count'),
      'first attempts': rate('webhook_credit_to_first_attempt_seconds_count'),
    }),
  ],
};

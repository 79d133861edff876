import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { CATALOGUE, OF_PROM_CLIENT } from '../../deploy/monitoring/catalogue.ts';
import { DASHBOARDS } from '../../deploy/monitoring/dashboards/all.ts';
import { allRules } from '../../deploy/monitoring/rules.ts';
import { OPERATOR_LINES, QUERIES, STATEMENTS } from '../../deploy/monitoring/runbooks.ts';
import { metricOfSeries } from '../../deploy/monitoring/selectors.ts';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import { type Series, seriesIn } from '../../packages/launcher/src/watch/read-figures.ts';
import { begin, firingAtOnce, isAtOnce, quiet } from './drilling.ts';
import { alertsOf, type Fault } from './fault.ts';
import { FAULTS, SLOW_FAULTS } from './faults.ts';
import { asOperator, guideCommands, guideQueries, runAsOperator } from './guide.ts';
import { OUTAGES } from './outages.ts';
import { ALERT_WAIT_MAX_MS, patient } from './patience.ts';
import { openStage, type Stage } from './stage.ts';

const ROOT = join(import.meta.dirname, '../..');
const WATCH_MAX_MS = 120_000;

type Figure = { readonly title: string; readonly value: number | null; readonly bad: boolean };
type WatchReport = {
  readonly groups: readonly { readonly title: string; readonly figures: readonly Figure[] }[];
  readonly problems: readonly string[];
};

/** What `npm run watch` shows once of these processes. */
async function watchedFigures(addresses: readonly string[]) {
  const args = ['packages/launcher/src/watch.ts', '--once', '--json', '--processes'];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, addresses.join()], {
    cwd: ROOT,
    timeout: WATCH_MAX_MS,
  });
  const { groups, problems }: WatchReport = JSON.parse(stdout);
  const figures = groups.flatMap((group) => group.figures);
  return { figures, problems, shownAs: (title: string) => valueIn(figures, title) };
}

function valueIn(figures: readonly Figure[], title: string): number {
  return figures.find((figure) => figure.title === title)?.value ?? 0;
}

type Query = { readonly where: string; readonly expr: string };

/** Panels that may be empty in a drill, and why. */
const EMPTY: Readonly<Record<string, string>> = {
  'runtime: Connections refused and streams ended 2': 'no stream has ended yet',
  'runtime: Connections refused and streams ended 3': 'no stream has ended yet',
};

/** Kafka does not come back: how long consumers have stood still was known until then. */
const pastIfGone = (expr: string) =>
  expr.includes('event_consumer_progress_age_seconds')
    ? `count_over_time((${expr})[30m:15s])`
    : expr;

/** Every query of every dashboard, with the variables that Grafana would fill in. */
const PANEL_QUERIES: readonly Query[] = DASHBOARDS.flatMap(({ name, panels }) =>
  panels.flatMap(({ title, queries }) =>
    queries.map(({ expr }, index) => ({
      where: `${name}: ${title}${queries.length > 1 ? ` ${index + 1}` : ''}`,
      expr: expr
        .replaceAll('$namespace', '.*')
        .replaceAll('$job', '.*')
        .replaceAll('$__rate_interval', '10m'),
    })),
  ),
);

/** They decide about money, accounts or records, or need something that no runbook has at hand. */
const DECISIONS =
  /^operator (login|approve|suspense (credit|refund|reopen)|refund fail|unclear dismiss|account|parked (retry|discard)|republish|recover|audit-log)/;

type DepositIds = { readonly chargeId: string; readonly paymentLinkId: string };

/** The commands of the runbooks that only look, about a deposit that there is. */
function lookingCommands({ chargeId, paymentLinkId }: DepositIds): string[] {
  return OPERATOR_LINES.map(({ text }) => text)
    .filter((text) => !DECISIONS.test(text))
    .map((text) => text.replace('<charge id>', chargeId).replace('<id>', paymentLinkId));
}

const OPEN_MAX_MS = 360_000;
/** Of a test that waits for several things. */
const TEST_MAX_MS = 5 * ALERT_WAIT_MAX_MS;
/** Of what the burn rates of service levels need: 20 events an hour. */
const PAID_MIN = 25;
/** Questions about failures, of which there may be none. */
const MAY_BE_EMPTY = /error_type|outcome!=/;
const WORKED = ['gateway', 'charges', 'ledger', 'webhooks'];
/** Fires from the start, so that its absence is noticed. */
const ALWAYS = ['Watchdog'];

test('every alert is made to fire by a fault', () => {
  const drilled = [...FAULTS, ...SLOW_FAULTS, ...OUTAGES].flatMap(alertsOf);
  const named = new Set([...drilled.map(({ alertname }) => alertname), ...ALWAYS]);
  const all = allRules().flatMap(({ alert }) => (alert ? [alert] : []));
  expect([...named].toSorted()).toEqual(all.toSorted());
});

describeNeeding(
  ['postgres', 'kafka', 'redis'],
  'a Prometheus that watches a running system',
  () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage();
    }, OPEN_MAX_MS);
    afterAll(() => stage?.[Symbol.asyncDispose](), OPEN_MAX_MS);

    test(
      'is quiet while clients create, pay and query deposits',
      async () => {
        await eventually(async () => {
          expect(stage.load.paid()).toBeGreaterThan(PAID_MIN);
          expect(await firingAtOnce(stage)).toEqual(ALWAYS);
        }, patient);
      },
      2 * ALERT_WAIT_MAX_MS,
    );

    test('no process has a label, or a value of one, that the catalogue does not list', async () => {
      const texts = await Promise.all(
        stage.targets.map(async (target) => (await fetch(`http://${target}/metrics`)).text()),
      );
      expect(texts.flatMap(unlistedIn)).toEqual([]);
    });

    test(
      'npm run watch shows the money path straight from the processes',
      async () => {
        await eventually(async () => {
          const { figures, problems, shownAs } = await watchedFigures(stage.targets);
          expect(problems).toEqual([]);
          expect(figures.filter(({ value }) => value === null)).toEqual([]);
          for (const title of ['created', 'paid', 'credited', 'notified']) {
            expect([title, shownAs(title)]).toEqual([title, expect.any(Number)]);
            expect(shownAs(title)).toBeGreaterThan(0);
          }
        }, patient);
      },
      TEST_MAX_MS,
    );

    test(
      'the id of the request that created a deposit stands in the lines of every service that worked for it, its delivery included, and in its timeline',
      async () => {
        const requestId = `drill-${randomUUID()}`;
        const charge = await eventually(async () => {
          const reply = await fetch(`${stage.system.baseUrl}/api/deposit`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${stage.holder.apiKey}`,
              'content-type': 'application/json',
              'x-request-id': requestId,
            },
            body: JSON.stringify({ value: 1_000 }),
          });
          type Reply = {
            readonly charge?: { readonly emv: string; readonly paymentLinkId: string };
          };
          return ((await reply.json()) as Reply).charge ?? false;
        }, patient);
        await payAtBank(stage.system.bankUrl, charge.emv);
        await eventually(() => {
          const lines = stage.logged.filter((line) => line.includes(requestId));
          const programs = new Set(lines.map((line) => line.split(' ')[0]));
          expect([...programs]).toEqual(expect.arrayContaining(WORKED));
          expect(lines.filter((line) => line.includes('"event":"delivery"'))).not.toEqual([]);
        }, patient);
        expect(await asOperator(stage, `operator timeline ${charge.paymentLinkId}`)).toContain(
          requestId,
        );
      },
      TEST_MAX_MS,
    );

    const begun = new Map<Fault, Promise<() => Promise<void>>>();

    test(
      'is still quiet about what goes wrong next',
      async () => {
        await quiet(stage, [...FAULTS, ...SLOW_FAULTS].flatMap(alertsOf).filter(isAtOnce));
        for (const fault of [...FAULTS, ...SLOW_FAULTS]) {
          const making = begin(stage, fault);
          // Its own test reports it.
          making.catch(() => {});
          begun.set(fault, making);
        }
      },
      2 * ALERT_WAIT_MAX_MS,
    );

    const drill = async (fault: Fault) => {
      const fired = await (begun.get(fault) ?? begin(stage, fault));
      await fired();
    };

    test.each(FAULTS)('fires: $title', drill, 4 * ALERT_WAIT_MAX_MS);

    test(
      'the incident guide answers its ten questions',
      async () => {
        for (const query of guideQueries()) {
          await eventually(async () => {
            const samples = await stage.prometheus.query(query);
            expect([query, samples.length > 0 || MAY_BE_EMPTY.test(query)]).toEqual([query, true]);
          }, patient);
        }
        const { chargeId, paymentLinkId } = await stage.paidDeposit();
        expect(guideCommands()).toEqual([
          expect.stringContaining('npm run watch'),
          'operator audit',
          'operator parked list',
          'operator timeline <id>',
        ]);
        expect(await asOperator(stage, 'operator audit')).toMatch(/I3/);
        expect(await asOperator(stage, 'operator parked list')).toMatch(/unauthenticated/);
        expect(await asOperator(stage, `operator timeline ${paymentLinkId}`)).toContain(chargeId);
      },
      TEST_MAX_MS,
    );

    test(
      'what the runbooks tell to ask and to run can be asked and run',
      async () => {
        for (const { text } of QUERIES) {
          // A query that Prometheus does not understand rejects.
          expect([text, await stage.prometheus.query(text)]).toEqual([text, expect.any(Array)]);
        }
        for (const { text } of STATEMENTS.filter((one) => !one.text.includes('<'))) {
          await stage.behind('charges', text);
        }
        const commands = lookingCommands(await stage.paidDeposit());
        expect(commands.length).toBeGreaterThan(0);
        for (const command of commands) {
          await eventually(async () => {
            const { code, text } = await runAsOperator(stage, command);
            // 1: a problem was found, and there are some.
            expect([command, code, text]).toEqual([
              command,
              code === 0 ? 0 : 1,
              expect.stringMatching(/\S/),
            ]);
          }, patient);
        }
        await eventually(
          async () => (await fetch(`http://${stage.addressOf('ledger')}/readyz`)).ok,
          patient,
        );
      },
      TEST_MAX_MS,
    );

    test.each(OUTAGES)('fires: $title', drill, 4 * ALERT_WAIT_MAX_MS);

    test.each(SLOW_FAULTS)('fires: $title', drill, 4 * ALERT_WAIT_MAX_MS);

    test(
      'every panel of every dashboard has data',
      async () => {
        await eventually(async () => {
          const empty: string[] = [];
          for (const { where, expr } of PANEL_QUERIES) {
            if (where in EMPTY) continue;
            if ((await stage.prometheus.query(pastIfGone(expr))).length === 0) empty.push(where);
          }
          expect(empty).toEqual([]);
        }, patient);
      },
      TEST_MAX_MS,
    );
  },
);

/** Every label that the catalogue does not list, or that has a value which it does not. */
function unlistedIn(text: string): string[] {
  return seriesIn(text).flatMap((series) =>
    OF_PROM_CLIENT.test(series.name) ? [] : problemsOf(series),
  );
}

function problemsOf({ name, labels }: Series): string[] {
  const listed = CATALOGUE[metricOfSeries(name, (known) => known in CATALOGUE)];
  if (!listed) return [`${name} is not in the catalogue`];
  return Object.entries(labels)
    .filter(([label]) => label !== 'service' && label !== 'le')
    .filter(([label, value]) => {
      const values = listed[label];
      return !(values instanceof RegExp ? values.test(value) : values?.includes(value));
    })
    .map(([label, value]) => `${name} has ${label}="${value}"`);
}

import { randomUUID } from 'node:crypto';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../../scripts/client/pay-at-bank.ts';
import { allRules } from '../../scripts/metrics/rules.ts';
import { GROUPS } from '../../scripts/watch/figures.ts';
import { FAULTS, type Fault, NOT_DRILLED, OUTAGES } from './faults.ts';
import { watchedFigures, watchOnce } from './glance.ts';
import { asOperator, guideCommands, guideQueries } from './guide.ts';
import { EMPTY, PANEL_QUERIES } from './panels.ts';
import { unlistedIn } from './scrape.ts';
import { openStage, type Stage } from './stage.ts';

const OPEN_MAX_MS = 180_000;
/** Generous, because another test may have both cores. */
const ALERT_WAIT_MAX_MS = 120_000;
const patient = { timeoutMs: ALERT_WAIT_MAX_MS };
/** Of what the burn rates of service levels need: 20 events an hour. */
const PAID_MIN = 25;
/** Questions about failures, of which there may be none. */
const MAY_BE_EMPTY = /error_type|outcome!=/;
const WORKED = ['gateway', 'charges', 'ledger', 'webhooks'];
const ALWAYS = ['RateLimitLocal', 'Watchdog'];
/** One late reply of a busy machine keeps those of service levels firing for hours; promtool shows that they are quiet. */
const isAtOnce = (alert: string) => !/Burn|Slow/.test(alert);

test('every alert is drilled, or it is said why not', () => {
  const drilled = [...FAULTS, ...OUTAGES].flatMap(({ alerts, alertsAfter = [] }) => [
    ...alerts,
    ...alertsAfter,
  ]);
  const named = [...new Set([...drilled, ...Object.keys(NOT_DRILLED)])];
  const all = allRules().flatMap(({ alert }) => (alert ? [alert] : []));
  expect(named.toSorted()).toEqual(all.toSorted());
});

describeNeeding(['postgres', 'kafka'], 'a Prometheus that watches a running system', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  }, OPEN_MAX_MS);
  afterAll(() => stage?.[Symbol.asyncDispose](), OPEN_MAX_MS);

  const fires = (alerts: readonly string[]) =>
    eventually(
      async () =>
        expect(await stage.prometheus.firing()).toEqual(expect.arrayContaining([...alerts])),
      patient,
    );

  test(
    'is quiet while clients create, pay and query deposits',
    async () => {
      await eventually(async () => {
        expect(stage.load.paid()).toBeGreaterThan(PAID_MIN);
        expect((await stage.prometheus.firing()).filter(isAtOnce)).toEqual(ALWAYS);
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

  test('npm run watch shows the money path from a Prometheus and straight from the processes', async () => {
    const { url } = stage.prometheus;
    for (const options of [
      ['--prometheus', url],
      ['--processes', stage.targets.join()],
    ]) {
      await eventually(async () => {
        const { figures, problems, shownAs } = await watchedFigures(...options);
        expect(problems).toEqual([]);
        expect(figures.filter(({ value }) => value === null)).toEqual([]);
        for (const title of ['created', 'paid', 'credited', 'notified']) {
          expect([title, shownAs(title)]).toEqual([title, expect.any(Number)]);
          expect(shownAs(title)).toBeGreaterThan(0);
        }
      }, patient);
    }
    expect(await watchOnce('--prometheus', url)).toMatch(/Alerts that fire[\s\S]*RateLimitLocal/);
  });

  test('Prometheus itself serves a page with the same figures', async () => {
    await eventually(async () => {
      const page = await fetch(`${stage.prometheus.url}/consoles/entrada.html`);
      const text = await page.text();
      expect(page.status).toBe(200);
      const titles = GROUPS.flatMap(({ figures }) => figures.map(({ title }) => title));
      expect(titles.filter((title) => !text.includes(`<td>${title}</td>`))).toEqual([]);
      expect(text).toContain('<li>RateLimitLocal (ticket)</li>');
      expect(text).not.toContain('no data');
    }, patient);
  });

  test('the id of the request that created a deposit stands in the lines of every service that worked for it', async () => {
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
      return ((await reply.json()) as { charge?: { emv: string } }).charge ?? false;
    }, patient);
    await payAtBank(stage.system.bankUrl, charge.emv);
    await eventually(() => {
      const lines = stage.logged.filter((line) => line.includes(requestId));
      const programs = new Set(lines.map((line) => line.split(' ')[0]));
      expect([...programs]).toEqual(expect.arrayContaining(WORKED));
    }, patient);
  });

  const drill = async ({ make, alerts, end, alertsAfter = [] }: Fault) => {
    await make(stage);
    await fires(alerts);
    await end?.(stage);
    await fires(alertsAfter);
  };

  test.each(FAULTS)('fires: $title', drill, 3 * ALERT_WAIT_MAX_MS);

  test('the incident guide answers its ten questions', async () => {
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
  });

  test.each(OUTAGES)('fires: $title', drill, 3 * ALERT_WAIT_MAX_MS);

  test('every panel of every dashboard has data', async () => {
    await eventually(async () => {
      const empty: string[] = [];
      for (const { where, expr } of PANEL_QUERIES) {
        if (where in EMPTY) continue;
        if ((await stage.prometheus.query(expr)).length === 0) empty.push(where);
      }
      expect(empty).toEqual([]);
    }, patient);
  });
});

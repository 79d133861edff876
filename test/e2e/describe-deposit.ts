import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { Webhook } from 'standardwebhooks';
import { HOPS } from '../../deploy/monitoring/hops.ts';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import { seriesIn } from '../../packages/launcher/src/watch/read-figures.ts';
import { type Holder, newHolder, type SystemUnderTest } from './system-under-test.ts';

/** For the auditor's next run, on a busy machine. */
const AUDIT_WAIT_MAX_MS = 120_000;

type HopService = (typeof HOPS)[number]['service'];

/** A running system and an account holder on it, wherever it runs. */
export type Stage = AsyncDisposable & {
  readonly baseUrl: string;
  readonly bankUrl: string;
  readonly holder: Holder;
  /** How long after a payment the auditor looks for its credit. */
  readonly auditLagMs: number;
  /** What each replica of a service measures, as Prometheus reads it. */
  readonly metricsOf: (service: HopService) => Promise<readonly string[]>;
};

/** Waited for, and longer than a busy machine takes to credit a payment: that would be a violation. */
const AUDIT_LAG_MS = 15_000;
/** The auditor looks sooner and more often than it would. */
export const EAGER_AUDITOR = { AUDIT_EVERY_MS: '500', AUDIT_LAG_MS: String(AUDIT_LAG_MS) };

/** A system of processes of this machine whose auditor is eager. */
export async function stageOn({ ports, ...system }: SystemUnderTest): Promise<Stage> {
  const holder = await newHolder(system);
  return {
    baseUrl: system.baseUrl,
    bankUrl: system.bankUrl,
    holder,
    auditLagMs: AUDIT_LAG_MS,
    metricsOf: async (service) => [
      await (await fetch(`http://127.0.0.1:${ports[`${service}Admin`]}/metrics`)).text(),
    ],
    [Symbol.asyncDispose]: () => holder[Symbol.asyncDispose](),
  };
}

/** What must hold through the public doors alone, however the system is deployed. */
export function describeDeposit(open: () => Promise<Stage>): void {
  const stage = forTests(open);
  // Old enough for the auditor when the other tests have run.
  const audited = forTests(async () => {
    const created = await stage.holder.api.deposits.create({ value: 1_200 });
    await payAtBank(stage.bankUrl, created.emv);
    const paidAtMs = Date.now();
    await webhookFor(created.paymentLinkId);
    return { paidAtMs };
  });

  test('a paid deposit is completed, credited less its fee, and sent to its webhook with a good signature', async () => {
    const before = await stage.holder.api.balance();
    const created = await stage.holder.api.deposits.create({ value: 5_000 });
    expect(created).toMatchObject({
      value: 5_000,
      originalValue: 5_000,
      fee: 50,
      status: 'PENDING',
    });

    await payAtBank(stage.bankUrl, created.emv);

    await expectCompleted(created.paymentLinkId);
    await eventually(async () => {
      const { available } = await stage.holder.api.balance();
      expect(available).toBe(before.available + 4_950);
    });
    const { headers, body } = await webhookFor(created.paymentLinkId);
    const verified = new Webhook(stage.holder.webhookSecret).verify(body, headers);
    expect(verified).toMatchObject({
      event: 'DEPOSIT_ASSET_SUCCESS',
      data: {
        chargeId: created.id,
        status: 'COMPLETED',
        value: 5_000,
        fee: 50,
        creditedValue: 4_950,
      },
    });
    expect(JSON.parse(body).id).toBe(headers['webhook-id']);
  });

  async function measured(
    name: string,
    service: HopService = 'ledger',
    wanted: Readonly<Record<string, string>> = {},
  ): Promise<number[]> {
    const series = (await stage.metricsOf(service)).flatMap(seriesIn);
    const isWanted = ([label, value]: [string, string]) =>
      wanted[label] === undefined || wanted[label] === value;
    return series
      .filter((one) => one.name === name && Object.entries(one.labels).every(isWanted))
      .map(({ value }) => value);
  }

  test('a paid deposit that nobody asks about is measured at each hop, by the process that ends the hop', async () => {
    const countAt = async ({ metric, service, labels }: (typeof HOPS)[number]) =>
      (await measured(`${metric}_count`, service, labels)).reduce((sum, count) => sum + count, 0);
    const before = await Promise.all(HOPS.map(countAt));
    const created = await stage.holder.api.deposits.create({ value: 800 });
    await payAtBank(stage.bankUrl, created.emv);
    await webhookFor(created.paymentLinkId);

    await eventually(async () => {
      const after = await Promise.all(HOPS.map(countAt));
      const missing = HOPS.filter((_, hop) => (after[hop] ?? 0) <= (before[hop] ?? 0));
      expect(missing).toEqual([]);
    });
  });

  test('a payment whose callback is lost is learnt by asking', async () => {
    const created = await stage.holder.api.deposits.create({ value: 900 });
    await payAtBank(stage.bankUrl, created.emv, { notify: false });
    await expectCompleted(created.paymentLinkId);
    await webhookFor(created.paymentLinkId);
  });

  test('the QR code image is a PNG and the payment page is there', async () => {
    const created = await stage.holder.api.deposits.create({ value: 100 });
    const image = await fetch(created.qrCodeLink);
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    const page = await fetch(created.paymentLinkUrl);
    expect(await page.text()).toContain(created.emv);
  });

  test('the auditor keeps looking, and finds nothing wrong with a paid deposit', async () => {
    const dueAt = audited.paidAtMs + stage.auditLagMs;

    await eventually(
      async () => {
        const last = await measured('audit_last_success_timestamp_seconds');
        expect(Math.max(...last) * 1_000).toBeGreaterThan(dueAt);
      },
      { timeoutMs: stage.auditLagMs + AUDIT_WAIT_MAX_MS },
    );

    const violations = await measured('audit_violations_total');
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.filter((count) => count > 0)).toEqual([]);
  });

  /** A query that the bank does not answer in time gets the stored status. */
  async function expectCompleted(paymentLinkId: string): Promise<void> {
    await eventually(async () => {
      const { status } = await stage.holder.api.deposits.get(paymentLinkId);
      expect(status).toBe('COMPLETED');
    });
  }

  function webhookFor(paymentLinkId: string) {
    return eventually(
      () =>
        stage.holder.receiver.received.find(({ body }) => body.includes(paymentLinkId)) ?? false,
    );
  }
}

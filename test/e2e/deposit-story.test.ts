import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { Webhook } from 'standardwebhooks';
import { payAtBank } from '../../scripts/story/api-client.ts';
import {
  type Holder,
  newHolder,
  type Profile,
  type SystemUnderTest,
  startSystemUnderTest,
} from './system-under-test.ts';

const START_MAX_MS = 90_000;

const KAFKA_AND_REDIS = (): Profile => ({
  kafkaBrokers: process.env.TEST_KAFKA_BROKERS,
  redisUrl: process.env.TEST_REDIS_URL,
});

describeNeeding(['postgres', 'kafka', 'redis'], 'on Postgres, Kafka and Redis', () =>
  story(KAFKA_AND_REDIS),
);
describeNeeding(['postgres'], 'on the embedded profile', () => story(() => ({})));

function story(profile: () => Profile): void {
  let system: SystemUnderTest;
  let holder: Holder;

  beforeAll(async () => {
    system = await startSystemUnderTest(profile());
    holder = await newHolder(system);
  }, START_MAX_MS);

  afterAll(async () => {
    await holder?.[Symbol.asyncDispose]();
    await system?.[Symbol.asyncDispose]();
  }, START_MAX_MS);

  test('a paid deposit is completed, credited less its fee, and announced with a good signature', async () => {
    const before = await holder.api.getBalance();
    const created = await holder.api.createDeposit(5_000);
    expect(created).toMatchObject({
      value: 5_000,
      originalValue: 5_000,
      fee: 50,
      status: 'PENDING',
    });

    await payAtBank(system.bankUrl, created.emv);

    const completed = await holder.api.getDeposit(created.paymentLinkId);
    expect(completed.status).toBe('COMPLETED');
    await eventually(async () => {
      const { available } = await holder.api.getBalance();
      expect(available).toBe(before.available + 4_950);
    });
    const { headers, body } = await webhookFor(created.paymentLinkId);
    const verified = new Webhook(holder.webhookSecret).verify(body, headers);
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

  test('a payment that nobody asks about is learnt from the callback of the bank', async () => {
    const created = await holder.api.createDeposit(700);
    await payAtBank(system.bankUrl, created.emv);
    await webhookFor(created.paymentLinkId);
  });

  test('a payment whose callback is lost is learnt by asking', async () => {
    const created = await holder.api.createDeposit(900);
    await payAtBank(system.bankUrl, created.emv, { notify: false });
    const { status } = await holder.api.getDeposit(created.paymentLinkId);
    expect(status).toBe('COMPLETED');
    await webhookFor(created.paymentLinkId);
  });

  test('the three carriers of a key are good for the same deposit', async () => {
    const { paymentLinkId } = await holder.api.createDeposit(100);
    const url = `${system.baseUrl}/api/deposit/${paymentLinkId}`;
    const replies = await Promise.all([
      fetch(url, { headers: { authorization: `Bearer ${holder.apiKey}` } }),
      fetch(url, { headers: { 'x-api-key': holder.apiKey } }),
      fetch(`${url}?api_key=${holder.apiKey}`),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
  });

  test('the QR code image is a PNG and the payment page is there', async () => {
    const created = await holder.api.createDeposit(100);
    const image = await fetch(created.qrCodeLink);
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    const page = await fetch(created.paymentLinkUrl);
    expect(await page.text()).toContain(created.emv);
  });

  function webhookFor(paymentLinkId: string) {
    return eventually(
      () => holder.receiver.received.find(({ body }) => body.includes(paymentLinkId)) ?? false,
    );
  }
}

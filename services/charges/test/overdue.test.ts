import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const MINUTE = 60;
/** The shortest life of a charge, the grace and one second. */
const PAST_GRACE = 121;

const charges = forTests(() => chargesUnderTest());
afterEach(() => charges.bank.clearFaults());

/** The job that checks overdue charges has begun and ended since now. */
async function expiryJobRan(): Promise<void> {
  const last = async () => {
    const text = await charges.metric('job_last_success_timestamp_seconds');
    return Number(/job="expiry"\} (\S+)/.exec(text)?.[1] ?? 0);
  };
  for (let run = 0; run < 2; run += 1) {
    const before = await last();
    await eventually(async () => expect(await last()).toBeGreaterThan(before));
  }
}

test('PENDING, overdue and unknown to the bank: stays PENDING, and is asked about less and less often', async () => {
  const asked = async () => {
    const text = await charges.metric('provider_request_duration_seconds');
    const count = /_count\{operation="get-cob",outcome="not-found"\} (\d+)/.exec(text);
    return Number(count?.[1] ?? 0);
  };
  const charge = await charges.create(5000, undefined, { expiresInSeconds: MINUTE });
  await charges.fault('get-cob', '404', { count: 10_000 });
  await charges.advanceClock(PAST_GRACE);
  await eventually(async () => expect(await asked()).toBe(1));

  await charges.advanceClock(20);
  await expiryJobRan();

  expect(await asked()).toBe(1);
  expect(await charges.stored(charge.id)).toMatchObject({ status: 'PENDING' });
  await charges.advanceClock(MINUTE);
  await eventually(async () => expect(await asked()).toBe(2));
  await charges.bank.clearFaults();
  await charges.advanceClock(MINUTE);
  await eventually(async () =>
    expect(await charges.stored(charge.id)).toMatchObject({ status: 'EXPIRED' }),
  );
});

test('when overdue charges and refunds were last looked after is measured, beside the leased jobs', async () => {
  await eventually(async () => {
    const measured = await charges.metric('job_last_success_timestamp_seconds');
    for (const job of ['expiry', 'refunds', 'returns', 'sweep']) {
      expect(measured).toContain(`job="${job}"`);
    }
  });
});

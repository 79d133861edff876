import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest, type UnderTest } from './charges-under-test.ts';

const quiet = { notify: false } as const;
const HOUR = 3_600;
const DAY = 86_400;
/** Longer than the longest pause between two attempts. */
const PAST_ANY_PAUSE_SECONDS = 1_000;

let charges: UnderTest;
beforeEach(async () => {
  charges = await chargesUnderTest({ SWEEP_EVERY_MS: '50' });
});
afterEach(() => charges[Symbol.asyncDispose]());

const unclear = async () => (await charges.rpc.listUnclearPayments({ limit: 1000 })).payments;

const becomes = (id: string, status: string) =>
  eventually(async () => expect(await charges.stored(id)).toMatchObject({ status }));

const longLived = () => charges.create(5000, undefined, { expiresInSeconds: 14 * DAY });

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/** Lists that contain any of this time fail. */
const failBetween = (fault: string, fromSecondsAgo: number, toSecondsAgo: number) =>
  charges.fault('list-pix', fault, {
    count: 10_000,
    window: { from: ago(fromSecondsAgo), to: ago(toSecondsAgo) },
  });

async function watermark(job = 'sweep'): Promise<Date> {
  const { rows } = await charges.db.query('select watermark from job where name = $1', [job]);
  return rows[0].watermark;
}

async function watermarkMoves(): Promise<void> {
  const before = await watermark();
  await eventually(async () =>
    expect((await watermark()).getTime()).toBeGreaterThan(before.getTime()),
  );
}

/** Also those that were not sent because the circuit was open. */
async function failedListings(): Promise<number> {
  const text = await charges.metric('provider_request_duration_seconds');
  const counts = text.matchAll(/_count\{operation="list-pix",outcome="(?!ok)[^"]+"\} (\d+)/g);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

test.each(['malformed', '500', '403'])(
  'seconds that cannot be listed (%s) are set aside and shown, the sweep goes on, and they are read when the bank can',
  async (fault) => {
    const [hidden, other] = [await charges.create(), await charges.create()];
    // So wide that a slow machine still pays within it.
    await failBetween(fault, 123, 97);
    await charges.bank.pay(hidden.emv, { secondsAgo: 120, ...quiet });
    await charges.bank.pay(other.emv, quiet);

    await becomes(other.id, 'COMPLETED');
    await watermarkMoves();
    const [window, ...more] = await unclear();
    expect(more).toEqual([]);
    expect(window).toMatchObject({ endToEndId: '', problem: expect.stringMatching(/.{10}/) });
    const seconds = (text = '') => (Date.now() - new Date(text).getTime()) / 1000;
    expect(seconds(window?.windowFrom)).toBeGreaterThan(120);
    expect(seconds(window?.windowFrom) - seconds(window?.windowTo)).toBeLessThan(32);
    expect(await charges.stored(hidden.id)).toMatchObject({ status: 'PENDING' });
    await eventually(async () =>
      expect(await charges.metric('bank_windows_unread')).toMatch(/bank_windows_unread 1/),
    );

    await charges.bank.clearFaults();
    await charges.advanceClock(PAST_ANY_PAUSE_SECONDS);
    await becomes(hidden.id, 'COMPLETED');
    await eventually(async () => expect(await unclear()).toEqual([]));
  },
);

test('hours that the bank cannot list hold up no later one: they are set aside, and read when it can', async () => {
  const [hidden, other] = [await longLived(), await longLived()];
  await failBetween('500', 6 * HOUR, 2 * HOUR);
  await charges.bank.pay(hidden.emv, { secondsAgo: 3 * HOUR, ...quiet });
  await charges.makeDue('sweep', 5 * HOUR);
  await charges.bank.pay(other.emv, { secondsAgo: HOUR, ...quiet });

  await becomes(other.id, 'COMPLETED');
  await watermarkMoves();
  const windows = await unclear();
  expect(windows.length).toBeGreaterThan(0);
  expect(windows.length).toBeLessThan(20);
  expect(await charges.stored(hidden.id)).toMatchObject({ status: 'PENDING' });

  await charges.bank.clearFaults();
  const ids = windows.map(({ id }) => id);
  await eventually(async () => {
    const { results } = await charges.rpc.recheckPayments({ ids });
    return results.every(({ outcome }) => outcome !== 'RECHECK_OUTCOME_UNCLEAR');
  });
  await becomes(hidden.id, 'COMPLETED');
  expect(await unclear()).toEqual([]);
});

test('the late pass steps over a slice that cannot be listed, and comes back to it', async () => {
  const hidden = await longLived();
  await failBetween('500', 3 * DAY + 3 * HOUR, 3 * DAY - 3 * HOUR);
  await charges.bank.pay(hidden.emv, { secondsAgo: 3 * DAY, ...quiet });
  await charges.makeDue('late-sweep', 3 * DAY + HOUR);

  await eventually(async () => expect(await unclear()).toHaveLength(1));
  await eventually(async () => {
    const behindMs = Date.now() - (await watermark('late-sweep')).getTime();
    expect(behindMs).toBeLessThan((3 * DAY - HOUR / 2) * 1000);
  });

  await charges.bank.clearFaults();
  await charges.advanceClock(PAST_ANY_PAUSE_SECONDS);
  await becomes(hidden.id, 'COMPLETED');
  await eventually(async () => expect(await unclear()).toEqual([]));
});

test('a bank that is down moves no watermark and sets no window aside, however long it is down', async () => {
  const charge = await longLived();
  await charges.fault('list-pix', '500', { count: 10_000 });
  await charges.makeDue('sweep', 3 * HOUR);
  await charges.bank.pay(charge.emv, { secondsAgo: 2 * HOUR, ...quiet });
  const before = await watermark();

  await eventually(async () => expect(await failedListings()).toBeGreaterThan(60), {
    timeoutMs: 90_000,
  });

  expect(await unclear()).toEqual([]);
  expect(await watermark()).toEqual(before);
  await charges.bank.clearFaults();
  await becomes(charge.id, 'COMPLETED');
  expect(await unclear()).toEqual([]);
});

test('a window that was read and cannot be read again is set aside again', async () => {
  const window = { from: ago(100), to: ago(99) };
  for (let round = 0; round < 2; round += 1) {
    await charges.fault('list-pix', '500', { count: 10_000, window });
    await eventually(async () => expect(await unclear()).toHaveLength(1));
    await charges.bank.clearFaults();
    await eventually(async () => {
      const ids = (await unclear()).map(({ id }) => id);
      if (ids.length > 0) await charges.rpc.recheckPayments({ ids });
      expect(await unclear()).toEqual([]);
    });
  }
  const { rows } = await charges.db.query('select count(*) from unclear_payment');
  expect(rows).toEqual([{ count: 1 }]);
});

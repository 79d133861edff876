import { eventually } from '@entrada/platform/testing/eventually';
import { windowId } from '../src/domain/bank-window.ts';
import { chargesUnderTest, type UnderTest } from './charges-under-test.ts';

const quiet = { notify: false } as const;
const HOUR = 3_600;
const DAY = 86_400;

let charges: UnderTest;
beforeEach(async () => {
  charges = await chargesUnderTest({ SWEEP_EVERY_MS: '50' });
});
afterEach(() => charges[Symbol.asyncDispose]());

/** What cannot be read, and the newest. All windows of a week, due at once, would be listed before them. */
const makeTheseDue = () =>
  charges.db.query(
    `update bank_window set due_at = now()
      where problem is not null or ends_at is null or ends_at > now() - interval '1 hour'`,
  );

/** A check that was under way while the bank failed makes its window due later once more. */
const becomesWhenDue = (id: string, status: string) =>
  eventually(async () => {
    await makeTheseDue();
    expect(await charges.stored(id)).toMatchObject({ status });
  });

/** Each failed attempt makes the next one due later. */
const noneIsUnclear = () =>
  eventually(async () => {
    await makeTheseDue();
    expect(await charges.unclear()).toEqual([]);
  });

const longLived = () => charges.create(5000, undefined, { expiresInSeconds: 14 * DAY });

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/** Lists that contain any of this time fail. */
const failBetween = (fault: string, fromSecondsAgo: number, toSecondsAgo: number) =>
  charges.fault('list-pix', fault, {
    count: 10_000,
    window: { from: ago(fromSecondsAgo), to: ago(toSecondsAgo) },
  });

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

    await charges.becomes(other.id, 'COMPLETED');
    await charges.sweepMoves();
    // Two, if the time is on both sides of the end of a window.
    await eventually(async () => {
      const windows = await charges.unclear();
      expect(windows.length).toBeLessThanOrEqual(2);
      for (const window of windows) {
        expect(window).toMatchObject({ endToEndId: '', problem: expect.stringMatching(/.{10}/) });
      }
      const times = windows.flatMap(({ windowFrom, windowTo }) => [windowFrom, windowTo]);
      const secondsAgo = times.map((time) => (Date.now() - new Date(time).getTime()) / 1000);
      expect(Math.max(...secondsAgo)).toBeGreaterThan(120);
      // The time itself, and a coarser second at either end.
      expect(Math.max(...secondsAgo) - Math.min(...secondsAgo)).toBeLessThanOrEqual(40);
    });
    expect(await charges.stored(hidden.id)).toMatchObject({ status: 'PENDING' });
    await eventually(async () =>
      expect(await charges.metric('bank_windows_unread')).toMatch(/bank_windows_unread [12]/),
    );

    await charges.bank.clearFaults();
    await becomesWhenDue(hidden.id, 'COMPLETED');
    await noneIsUnclear();
  },
);

test('hours that the bank cannot list hold up no later one: they are set aside, and read when it can', async () => {
  const [hidden, other] = [await longLived(), await longLived()];
  await failBetween('500', 6 * HOUR, 2 * HOUR);
  await charges.bank.pay(hidden.emv, { secondsAgo: 3 * HOUR, ...quiet });
  await charges.makeWindowsDue({ unsweptSeconds: 5 * HOUR });
  await charges.bank.pay(other.emv, { secondsAgo: HOUR, ...quiet });

  await charges.becomes(other.id, 'COMPLETED');
  await charges.sweepMoves();
  const windows = await eventually(async () => {
    const found = await charges.unclear();
    return found.length > 0 && found;
  });
  expect(windows.length).toBeLessThan(20);
  expect(await charges.stored(hidden.id)).toMatchObject({ status: 'PENDING' });

  await charges.bank.clearFaults();
  const ids = windows.map(({ id }) => id);
  await eventually(async () => {
    const { results } = await charges.rpc.recheckPayments({ ids });
    return results.every(({ outcome }) => outcome !== 'RECHECK_OUTCOME_UNCLEAR');
  });
  await charges.becomes(hidden.id, 'COMPLETED');
  await noneIsUnclear();
});

test('a bank that is down moves the sweep nowhere and sets no window aside, however long it is down', async () => {
  const charge = await longLived();
  await charges.everyWindowIsSwept();
  await charges.fault('list-pix', '500', { count: 10_000 });
  await charges.makeWindowsDue({ unsweptSeconds: 3 * HOUR });
  await charges.bank.pay(charge.emv, { secondsAgo: 2 * HOUR, ...quiet });
  const before = await charges.sweptTo();

  await eventually(async () => expect(await failedListings()).toBeGreaterThan(60), {
    timeoutMs: 90_000,
  });

  expect(await charges.unclear()).toEqual([]);
  expect(await charges.sweptTo()).toEqual(before);
  await charges.bank.clearFaults();
  await charges.becomes(charge.id, 'COMPLETED');
  expect(await charges.unclear()).toEqual([]);
});

test('a window that was read and cannot be read again is set aside again', async () => {
  const window = { from: ago(100), to: ago(99) };
  for (let round = 0; round < 2; round += 1) {
    await charges.fault('list-pix', '500', { count: 10_000, window });
    await eventually(async () => {
      await makeTheseDue();
      expect(await charges.unclear()).toHaveLength(1);
    });
    await charges.bank.clearFaults();
    await eventually(async () => {
      const ids = (await charges.unclear()).map(({ id }) => id);
      if (ids.length > 0) await charges.rpc.recheckPayments({ ids });
      expect(await charges.unclear()).toEqual([]);
    });
  }
});

/** Windows of the past exist from then on. */
const isSweptOnce = () => eventually(async () => expect(await charges.sweptTo()).not.toBeNull());

/** As many unread windows as are stored, of a time that nothing else is about and due tomorrow. */
const fillUnread = (count: number) =>
  charges.db.query(
    `insert into bank_window (id, starts_at, ends_at, due_at, problem, problem_since, tried_at, attempts)
     select 'W' || number, begin, begin + interval '1 second', now() + interval '1 day', 'p', now(), now(), 1
       from (select number, '2020-01-01Z'::timestamptz + number * interval '1 minute' as begin
               from generate_series(1, $1) as number) as one`,
    [count],
  );

const stretch = (fromSecondsAgo: number, toSecondsAgo: number) => {
  const atMs = Math.floor(Date.now() / 1000) * 1000;
  const time = (seconds: number) => new Date(atMs - seconds * 1000);
  return { from: time(fromSecondsAgo), to: time(toSecondsAgo) };
};

/** Due before all others. */
async function addDueWindow(window: { from: Date; to: Date }, problem: string | null) {
  const id = windowId(window);
  const text = `
    insert into bank_window (id, starts_at, ends_at, due_at, problem, problem_since, tried_at, attempts)
    values ($1, $2, $3, now() - interval '1 hour', $4::text, case when $4::text is null then null else now() end, now(), 1)`;
  await charges.db.query(text, [id, window.from, window.to, problem]);
  return async () =>
    (await charges.db.query('select * from bank_window where id = $1', [id])).rows[0];
}

test.each([
  ['is one of them', 99, 'p'],
  ['is one more', 100, null],
])(
  'with all unread windows stored that can be, a window that cannot be read and %s holds up no other',
  async (_, others, problem) => {
    const hidden = await longLived();
    await isSweptOnce();
    await charges.bank.pay(hidden.emv, { secondsAgo: DAY, ...quiet });
    await fillUnread(others);
    const window = stretch(3 * DAY + 60, 3 * DAY);
    await failBetween('403', 3 * DAY + 70, 3 * DAY - 10);
    const stored = await addDueWindow(window, problem);

    await charges.db.query(
      'update bank_window set due_at = now() where problem is null and due_at > now()',
    );

    await charges.becomes(hidden.id, 'COMPLETED');
    await eventually(async () =>
      expect((await stored()).due_at.getTime()).toBeGreaterThan(Date.now()),
    );
    expect(await stored()).toMatchObject({ problem: problem && expect.stringContaining('403') });
    expect(await charges.unclear()).toHaveLength(100);
  },
);

test('with all unread windows stored that can be, a second of the newest that cannot be read holds up no other', async () => {
  const [hidden, other] = [await longLived(), await longLived()];
  await isSweptOnce();
  await fillUnread(100);
  await failBetween('403', 100, 98);
  await charges.bank.pay(hidden.emv, { secondsAgo: 3 * DAY, ...quiet });
  await charges.bank.pay(other.emv, quiet);

  await charges.db.query('update bank_window set due_at = now() where problem is null');

  await charges.becomes(other.id, 'COMPLETED');
  await charges.becomes(hidden.id, 'COMPLETED');
  expect(await charges.unclear()).toHaveLength(100);
});

test.each([0, 3_000, 60_000])(
  'a bank that rejects lists which end in its future, and is %d ms behind, is swept, and no part of its list is set aside',
  async (ms) => {
    // No window closes during the test: one that has ended for us only is set aside until it has ended for the bank.
    const intoWindowSeconds = Math.floor(Date.now() / 1000) % 600;
    await charges.advanceClock(600 - intoWindowSeconds + 120);
    const [past, present] = [await charges.create(), await charges.create()];
    await isSweptOnce();
    await charges.fault('list-pix', 'window-in-future', { count: 10_000, ms });
    await charges.bank.pay(past.emv, { secondsAgo: 90, ...quiet });

    await charges.becomes(past.id, 'COMPLETED');
    for (let sweep = 1; sweep <= 3; sweep += 1) await charges.sweepMoves();

    expect(await charges.unclear()).toEqual([]);
    await charges.bank.pay(present.emv, quiet);
    await charges.bank.clearFaults();
    await charges.becomes(present.id, 'COMPLETED');
  },
);

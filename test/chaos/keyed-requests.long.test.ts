import { randomUUID } from 'node:crypto';
import { openPool } from '@entrada/platform/db/pool';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { Pool } from 'pg';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import {
  type Holder,
  newHolder,
  type SystemUnderTest,
  startSystemUnderTest,
} from '../e2e/system-under-test.ts';
import { type Sandbox, sandboxAt } from '../harness/sandbox.ts';
import { createOnce, postOnce, type Reply, VALUE_CENTS } from './keyed-client.ts';

/** CHAOS_SEED=n repeats a run that failed. */
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 100_000);
const KILLS = ['charges', 'gateway', 'charges'] as const;
const KILL_AFTER_MAX_MS = 500;
const AT_ONCE = 6;
const KEYS_MIN = 60;
const KEYS_MAX = 3_000;
const KILL_WAIT_MAX_MS = 120_000;
/** A request's lease lasts as long as its time: a minute, so that an answer long before has not waited for its end. */
const REQUEST_MAX = { REQUEST_TIMEOUT_MS: '60000' };
const REPLY_AFTER_RESTART_MAX_MS = 25_000;

describeNeeding(['postgres'], 'requests with an Idempotency-Key', () => {
  let system: SystemUnderTest;
  let holder: Holder;
  let bank: Sandbox;
  let chargesDb: Pool;
  let bankDb: Pool;

  beforeAll(async () => {
    system = await startSystemUnderTest({ env: REQUEST_MAX });
    holder = await newHolder(system);
    bank = sandboxAt(system.bankUrl);
    const { log } = testRuntime('chaos');
    chargesDb = openPool(system.databaseUrl('charges'), { max: 2, log });
    bankDb = openPool(system.databaseUrl('bank'), { max: 2, log });
  });

  afterAll(async () => {
    await chargesDb?.end();
    await bankDb?.end();
    await holder?.[Symbol.asyncDispose]();
    await system?.[Symbol.asyncDispose]();
  });

  const access = () => ({ ...system, apiKey: holder.apiKey });
  const create = (key: string) => createOnce(access(), key);

  /** What the same request gets when everything is over must be what it got. */
  async function expectReplay(key: string, first: Reply): Promise<void> {
    const again = await create(key);
    expect(again).toEqual({ body: first.body, replayed: true });
  }

  /** A code at the bank without a charge of ours could be paid with nobody to credit. */
  async function expectNoOrphan(): Promise<void> {
    const ours = await chargesDb.query('select txid from charge order by txid');
    const theirs = await bankDb.query('select txid from cob order by txid');
    expect(theirs.rows).toEqual(ours.rows);
  }

  async function crash(name: 'charges' | 'gateway'): Promise<void> {
    const program = system.programs.get(name);
    const before = program?.pid();
    program?.crash();
    await eventually(() => program?.pid() !== before);
    await system.ready(name);
  }

  test(`kill -9 of charges and gateway at random moments leaves one charge for each key (seed ${SEED})`, async () => {
    const random = seeded(SEED);
    const replies = new Map<string, Reply>();
    let killing = true;
    const killer = async (): Promise<void> => {
      for (const victim of KILLS) {
        const reached = replies.size + 1 + Math.floor(random() * AT_ONCE);
        const at = Date.now() + random() * KILL_AFTER_MAX_MS;
        await eventually(() => replies.size >= reached && Date.now() >= at, {
          timeoutMs: KILL_WAIT_MAX_MS,
        });
        await crash(victim);
      }
      killing = false;
    };
    const client = async (): Promise<void> => {
      while (replies.size < KEYS_MAX && (killing || replies.size < KEYS_MIN)) {
        const key = randomUUID();
        replies.set(key, await create(key));
      }
    };
    await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, client)]);

    for (const [key, first] of replies) await expectReplay(key, first);
    const created = [...replies.values()].map(({ body }) => JSON.parse(body).charge);
    const links = created.map(({ paymentLinkId }) => paymentLinkId).sort();
    const listed: string[] = [];
    for await (const { paymentLinkId } of holder.api.deposits.list()) listed.push(paymentLinkId);
    expect(listed.sort()).toEqual(links);
    expect(new Set(links).size).toBe(replies.size);
    await expectNoOrphan();
  });

  test.each([
    ['charges', 'before the bank has received it', { fault: 'slow', ms: 2_000 }],
    ['charges', 'when the bank has opened it and we have not', { fault: 'timeout' }],
    ['gateway', 'while charges is at work', { fault: 'slow', ms: 500 }],
  ] as const)(
    'kill -9 of %s %s: the same key gets its one charge as soon as it is back',
    async (victim, _when, fault) => {
      await bank.fail({ operation: 'put-cob', ...fault });
      const key = randomUUID();
      const answered = create(key);
      const txid = await eventually(async () => (await reserved(key)) ?? false);
      if (fault.fault === 'timeout') await eventually(async () => isOpenAtBank(txid));

      await crash(victim);
      const back = Date.now();
      const first = await answered;
      const waitedMs = Date.now() - back;
      process.stderr.write(`answer ${waitedMs} ms after ${victim} was back\n`);

      expect(waitedMs).toBeLessThan(REPLY_AFTER_RESTART_MAX_MS);
      await expectReplay(key, first);
      await expectNoOrphan();
    },
  );

  test('kill -9 of charges when the bank has begun a refund and we do not know: it is made once', async () => {
    const { charge } = JSON.parse((await create(randomUUID())).body);
    await payAtBank(system.bankUrl, charge.emv);
    await eventually(async () => {
      expect((await holder.api.balance()).available).toBeGreaterThanOrEqual(VALUE_CENTS / 2);
    });
    await bank.fail({ operation: 'put-devolucao', fault: 'timeout' });
    const path = `/api/deposit/${charge.paymentLinkId}/refund`;
    const refund = { path, key: randomUUID(), body: { value: VALUE_CENTS / 2 } };
    const answered = postOnce(access(), refund);
    await eventually(async () => expect(await bank.returns()).toHaveLength(1));

    await crash('charges');
    const first = JSON.parse((await answered).body).refund;
    const again = JSON.parse((await postOnce(access(), refund)).body).refund;

    expect(again).toMatchObject({ id: first.id, value: VALUE_CENTS / 2 });
    await eventually(async () => {
      const { rows } = await chargesDb.query('select value_cents, status from payment_return');
      expect(rows).toEqual([{ value_cents: VALUE_CENTS / 2, status: 'SETTLED' }]);
    });
    expect(await bank.returns()).toHaveLength(1);
  });

  async function reserved(key: string): Promise<string | undefined> {
    const find = 'select txid from create_request where key = $1';
    return (await chargesDb.query<{ txid: string }>(find, [key])).rows[0]?.txid;
  }

  async function isOpenAtBank(txid: string): Promise<boolean> {
    return (await bankDb.query('select from cob where txid = $1', [txid])).rowCount === 1;
  }
});

/** Random numbers in [0, 1), the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

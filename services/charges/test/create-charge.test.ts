import { randomUUID } from 'node:crypto';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { openTestPool } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openLine } from '@entrada/platform/testing/line';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { Ports } from '../src/ports.ts';
import { openMoves } from '../src/store/charge-moves.ts';
import { newChargeIds, newProcessLock } from '../src/store/ids.ts';
import { requestStore } from '../src/store/request-store.ts';
import { chargesUnderTest, present } from './charges-under-test.ts';

const charges = forTests(() => chargesUnderTest());
const pool = forTests(() => openTestPool(charges.appUrl));
afterEach(() => charges.repair());

test('a new charge is pending and carries a code that pays it', async () => {
  const charge = await charges.create(5000);

  expect(charge).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    paymentLinkId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f-]+$/),
    emv: expect.any(String),
    valueCents: 5000,
    originalValueCents: 5000,
    feeCents: 50,
    status: 'CHARGE_STATUS_PENDING',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  const { emv, createdAt, expiresAt } = charge;
  expect(decodeBrCode(emv)).toMatchObject({ kind: 'dynamic', name: 'Entrada', city: 'Sao Paulo' });
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(86_400_000);
  await expect(charges.bank.pay(emv)).resolves.toMatchObject({ value: 5000 });
});

test('neither the txid nor the id of a charge can be derived from its public link', async () => {
  const charge = await charges.create();
  const { txid } = await charges.stored(charge.id);

  const publicId = charge.paymentLinkId.replaceAll('-', '');
  expect(txid).toMatch(/^[0-9a-zA-Z]{32}$/);
  expect(publicId).not.toContain(charge.id);
  expect(txid).not.toBe(publicId);
  expect(charge.emv).not.toContain(txid);
});

test('with the fee on top the payer pays it, and the original value is what was asked for', async () => {
  await using onTop = await chargesUnderTest({ FEE_MODE: 'ON_TOP' });
  const charge = await onTop.create(10_000);

  expect(charge).toMatchObject({ originalValueCents: 10_000, valueCents: 10_100, feeCents: 100 });
  await expect(onTop.bank.pay(charge.emv)).resolves.toMatchObject({ value: 10_100 });

  await expect(onTop.create(999_999_999_999)).rejects.toMatchObject({
    code: 'OUT_OF_RANGE',
    message: 'value plus the fee of 10000000000 cents must be at most 999999999999 cents',
  });
});

test.each([
  ['zero', 0],
  ['negative', -1],
  ['the least int64', '-9223372036854775808'],
  ['the first integer a float cannot hold', 2 ** 53],
  ['the highest int64', '9223372036854775807'],
])('a value that is %s is refused as no positive integer', async (_what, valueCents) => {
  const before = await charges.countCharges();
  await expect(
    charges.rpc.createCharge({ accountId: randomUUID(), valueCents }),
  ).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    reason: 'invalid_value',
    message: 'value must be a positive integer (cents)',
  });
  expect(await charges.countCharges()).toBe(before);
});

test('an account id that is none is refused before the bank hears of it', async () => {
  for (const accountId of ['', 'nobody', '\u0000']) {
    await expect(charges.create(5000, accountId)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  }
});

function request(more: object = {}) {
  const idempotency = { key: randomUUID(), fingerprint: 'of the body' };
  return { accountId: randomUUID(), valueCents: 5000, idempotency, ...more };
}

test('twenty requests with one key at once make one charge; the others must wait', async () => {
  const asked = request();
  const before = await charges.countCharges();
  await using replica = await charges.startAnother();

  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? charges : replica).rpc.createCharge(asked),
    ),
  );

  expect(await charges.countCharges()).toBe(before + 1);
  const ids = new Set<string>();
  for (const result of results) {
    if (result.status === 'fulfilled') ids.add(present(result.value.charge).id);
    else
      expect(result.reason).toMatchObject({ code: 'CONFLICT', reason: 'idempotency_in_progress' });
  }
  expect(ids.size).toBe(1);
});

test('another request under the same key is refused, and changes nothing', async () => {
  const asked = request();
  await charges.rpc.createCharge(asked);
  const other = { ...asked, idempotency: { ...asked.idempotency, fingerprint: 'of another' } };

  await expect(charges.rpc.createCharge(other)).rejects.toMatchObject({
    code: 'KEY_REUSED',
    reason: 'idempotency_key_reused',
  });
});

test('a request that failed at the bank goes on with the same txid when it is repeated', async () => {
  const asked = request();
  charges.bank.line.cut();
  await expect(charges.rpc.createCharge(asked)).rejects.toMatchObject({
    reason: 'provider_unavailable',
  });
  const chosen = await reservationOf(asked.idempotency.key);
  charges.bank.line.restore();

  const { charge, replayed } = await eventually(() => charges.rpc.createCharge(asked));

  expect(replayed).toBe(false);
  expect(await charges.stored(present(charge).id)).toMatchObject({
    id: chosen.charge_id,
    txid: chosen.txid,
  });
});

test('a request whose charge the bank keeps with the fee of before gets a charge of its own', async () => {
  const asked = request();
  await charges.rpc.setTerms({ ...asked, feeMode: 'ON_TOP', reason: 'new contract' });
  await charges.fault('put-cob', '500-after');
  await charges.fault('get-cob', '500', { count: 10 });
  const failed = { reason: 'provider_unavailable' };
  await expect(charges.rpc.createCharge(asked)).rejects.toMatchObject(failed);
  const chosen = await reservationOf(asked.idempotency.key);
  await charges.bank.clearFaults();
  await charges.rpc.setTerms({ ...asked, feeMode: 'DEDUCT', reason: 'newer contract' });
  // This bank changes no charge.
  await charges.fault('put-cob', '400');

  const { charge } = await eventually(() => charges.rpc.createCharge(asked));

  expect(present(charge).id).not.toBe(chosen.charge_id);
  expect(present(charge)).toMatchObject({ valueCents: 5000 });
});

test('a charge that an earlier attempt made at the bank lives no longer with us than there', async () => {
  const asked = request({ expiresInSeconds: 3_600 });
  await charges.fault('put-cob', '500-after');
  await charges.fault('get-cob', '500', { count: 10 });
  await expect(charges.rpc.createCharge(asked)).rejects.toMatchObject({
    reason: 'provider_unavailable',
  });
  await charges.bank.clearFaults();
  await charges.advanceClock(600);
  // Its response brings the time of the bank.
  await eventually(() => charges.create());

  const { charge } = await eventually(() => charges.rpc.createCharge(asked));

  const { createdAt, expiresAt } = present(charge);
  const lifeSeconds = (Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000;
  expect(lifeSeconds).toBeGreaterThan(2_900);
  expect(lifeSeconds).toBeLessThanOrEqual(3_001);
});

test.each([
  ['whose lease is over', 'lease_until = now()'],
  ['whose process died', 'owner = -1'],
])('a request %s is gone on with at once, with the same ids', async (_whose, change) => {
  const asked = request();
  await charges.rpc.createCharge(asked);
  // As it was between the bank's response and our commit.
  const chosen = await reservationOf(asked.idempotency.key);
  await charges.db.query('delete from charge where id = $1', [chosen.charge_id]);
  const leave = (text: string) =>
    charges.db.query(`update create_request set ${text} where key = $1`, [asked.idempotency.key]);
  await leave(`done = false, lease_until = now() + interval '1 minute'`);
  await expect(charges.rpc.createCharge(asked)).rejects.toMatchObject({
    reason: 'idempotency_in_progress',
  });

  await leave(change);

  const { charge } = await charges.rpc.createCharge(asked);
  expect(await charges.stored(present(charge).id)).toMatchObject({
    id: chosen.charge_id,
    txid: chosen.txid,
  });
});

test('a lease is no longer than the request may take', async () => {
  const asked = request();
  charges.bank.line.mute();
  const running = charges.rpc.createCharge(asked).catch(() => {});
  const lease = await eventually(async () => {
    const { rows } = await charges.db.query(
      'select extract(epoch from lease_until - now())::float as seconds from create_request where key = $1',
      [asked.idempotency.key],
    );
    return rows[0]?.seconds ?? false;
  });
  charges.bank.line.restore();
  await running;

  // The caller waits for thirty seconds at most; without a deadline the lease would be a minute.
  expect(lease).toBeLessThan(33);
});

test('an external id is unique in an account permanently, and a conflict names the charge that has it', async () => {
  const accountId = randomUUID();
  const first = await charges.create(5000, accountId, { externalId: 'order 7' });
  const conflict = {
    code: 'CONFLICT',
    reason: 'external_id_conflict',
    message: expect.stringContaining(first.paymentLinkId),
  };

  await expect(charges.create(5000, accountId, { externalId: 'order 7' })).rejects.toMatchObject(
    conflict,
  );
  const keyed = request({ accountId, externalId: 'order 7' });
  await expect(charges.rpc.createCharge(keyed)).rejects.toMatchObject(conflict);
  await expect(charges.rpc.createCharge(keyed)).rejects.toMatchObject(conflict);
  await charges.create(5000, randomUUID(), { externalId: 'order 7' });
});

test('of ten charges with one external id at once, one is made', async () => {
  const accountId = randomUUID();

  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => charges.create(5000, accountId, { externalId: 'the one' })),
  );

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') {
      expect(result.reason).toMatchObject({ reason: 'external_id_conflict' });
    }
  }
});

test.each([60, 1_209_600])('an expiry of %d seconds is kept to', async (seconds) => {
  const charge = await charges.create(5000, undefined, { expiresInSeconds: seconds });

  expect(Date.parse(charge.expiresAt) - Date.parse(charge.createdAt)).toBe(seconds * 1000);
});

test('a request without a key writes nothing but its charge', async () => {
  const count = async () =>
    (await charges.db.query('select count(*) from create_request')).rows[0].count;
  const before = await count();
  await charges.create();

  expect(await count()).toBe(before);
});

async function reservationOf(key: string) {
  const { rows } = await charges.db.query('select * from create_request where key = $1', [key]);
  return rows[0];
}

const { log } = testRuntime('charges');
/** A number that no process has. */
const DEAD = -1;

function newRequest() {
  return { accountId: randomUUID(), key: randomUUID(), fingerprint: 'of the body' };
}

type Request = ReturnType<typeof newRequest>;

async function reserved(requests: Ports['requests'], request: Request) {
  const reservation = await requests.reserve(request, newChargeIds(new Date()));
  if (reservation.state !== 'OURS') throw new Error(`it is ${reservation.state}`);
  return { ...request, ...reservation };
}

async function stateFor(requests: Ports['requests'], request: Request): Promise<string> {
  return (await requests.reserve(request, newChargeIds(new Date()))).state;
}

test.each([{ externalId: 'order 1' }, {}])(
  'a request let in beside its own twin gets the charge that the twin makes %j',
  async (wishes) => {
    const idempotency = { key: randomUUID(), fingerprint: 'of the body' };
    const asked = { accountId: randomUUID(), valueCents: 5000, ...wishes, idempotency };
    const { charge } = await charges.rpc.createCharge(asked);
    // As the second one finds it, when the twin seems dead and commits just behind its back.
    await charges.db.query('update create_request set done = false, owner = $2 where key = $1', [
      idempotency.key,
      DEAD,
    ]);

    const second = await charges.rpc.createCharge(asked);

    expect(second).toEqual({ charge: present(charge), replayed: true });
  },
);

test('a request that another process has forgotten makes no charge any more, whatever it counts', async () => {
  const accountId = randomUUID();
  for (const isCounted of [false, true]) {
    const idempotency = { key: randomUUID(), fingerprint: 'of the body' };
    const asked = { accountId, valueCents: 5000, idempotency };
    const limit = { dailyDepositCentsMax: 1_000_000, reason: 'for the test' };
    if (isCounted) await charges.rpc.setTerms({ accountId, ...limit });
    const before = await charges.countCharges();
    charges.bank.line.mute();
    const late = charges.rpc.createCharge(asked);
    await eventually(async () => {
      const text = 'delete from create_request where key = $1';
      expect((await charges.db.query(text, [idempotency.key])).rowCount).toBe(1);
    });
    charges.bank.line.restore();

    await expect(late).rejects.toMatchObject({ reason: 'idempotency_in_progress' });
    expect(await charges.countCharges()).toBe(before);
  }
  const counted = 'select from velocity_day where account_id = $1';
  expect((await charges.db.query(counted, [accountId])).rowCount).toBe(0);
});

test('the process names itself as the owner of a request only while it holds its lock', async () => {
  const url = new URL(charges.appUrl);
  await using line = await openLine(Number(url.port));
  url.host = `127.0.0.1:${line.port}`;
  line.cut();
  const processLock = newProcessLock();
  await using moves = openMoves({ databaseUrl: url.href, processLock, log });
  const requests = requestStore(pool, moves.owner);
  const ownerOfNew = async () => {
    const request = newRequest();
    await reserved(requests, request);
    const find = 'select owner from create_request where key = $1';
    return (await charges.db.query(find, [request.key])).rows[0].owner;
  };

  expect(await ownerOfNew()).toBeNull();
  line.restore();
  await eventually(async () => expect(await ownerOfNew()).toBe(processLock));
  line.cut();
  await eventually(async () => expect(await ownerOfNew()).toBeNull());
  line.restore();
  await eventually(async () => expect(await ownerOfNew()).toBe(processLock));
});

test('a request without an owner cannot be taken until its lease expires', async () => {
  const requests = requestStore(pool, () => null);
  const request = newRequest();
  await reserved(requests, request);

  expect(await stateFor(requests, request)).toBe('RUNNING');
  await endLease(request);
  expect(await stateFor(requests, request)).toBe('OURS');
});

test.each([
  ['of another process', DEAD, null],
  ['of the same process', null, null],
])('who was succeeded ends nothing of his successor, %s', async (_whose, owner, other) => {
  const first = await reserved(
    requestStore(pool, () => owner),
    newRequest(),
  );
  const later = requestStore(pool, () => other);
  await endLease(first);
  const second = await reserved(later, first);

  await later.release(first);
  expect(await stateFor(later, first)).toBe('RUNNING');
  await later.forget(first);
  expect(await stateFor(later, first)).toBe('RUNNING');

  await later.release(second);
  const third = await reserved(later, first);
  expect(third.ids).toEqual(first.ids);
  await later.forget(third);
  expect((await reserved(later, first)).ids).not.toEqual(first.ids);
});

async function endLease({ key }: Request): Promise<void> {
  const end = `update create_request set lease_until = now() - interval '1 second' where key = $1`;
  await charges.db.query(end, [key]);
}

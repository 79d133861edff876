import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest, present } from './charges-under-test.ts';

const charges = forTests(() => chargesUnderTest());
afterEach(() => charges.repair());

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

test('the plan behind a fee is kept with the charge, under a version of its own', async () => {
  const { id } = await charges.create();

  expect((await charges.stored(id)).fee_plan).toMatchObject({
    version: expect.stringMatching(/^[0-9a-f]{12}$/),
    basisPoints: 100,
    fixedCents: 0,
    mode: 'DEDUCT',
  });
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

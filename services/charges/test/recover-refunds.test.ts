import { randomUUID } from 'node:crypto';
import { LedgerEvent } from '@entrada/contracts/services';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { QueryResult } from 'pg';
import { runCommand } from '../../../operator/test/run-operator.ts';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { present } from './charges-under-test.ts';
import { forgetCharge } from './lose-charges.ts';
import { type MadeCharge, refusesChanges, restoreUnderTest } from './restore-under-test.ts';

const under = forTests(() => restoreUnderTest());

const keyOf = (fingerprint: string, key: string = randomUUID()) => ({ key, fingerprint });
const refund = (charge: MadeCharge, valueCents: number, idempotency = keyOf('the same')) =>
  under.rpc.refundCharge({ ...charge, valueCents, idempotency });

async function refundedTwice() {
  const charge = await under.create(5_000);
  const endToEndId = await under.pay(charge.emv);
  await under.recheck(endToEndId);
  await ledgerCredit(charge.accountId);
  await under.booked(charge, 4_950 + 990);
  await refund(charge, 2_000);
  const all = keyOf('all');
  const { refund: rest } = await refund(charge, 0, all);
  expect(rest).toMatchObject({ valueCents: 3_000 });
  return { charge, all, rest };
}

/** So that the balance covers the fee, too. */
async function ledgerCredit(accountId: string): Promise<void> {
  const { charge } = await under.rpc.createCharge({ accountId, valueCents: 1_000 });
  await under.recheck(await under.pay(present(charge).emv));
}

test('a refund of all that is left is the same one when it is repeated after a restore lost it', async () => {
  const { charge, all, rest } = await refundedTwice();

  await under.restore(() => forgetCharge(under.db, charge.id));
  await under.recover();

  const again = await refund(charge, 0, all);
  expect(again).toMatchObject({ replayed: true, refund: { id: rest?.id, valueCents: 3_000 } });
  const refunds = await under.refundsOf(charge);
  expect(refunds.map(({ valueCents }) => valueCents).sort()).toEqual([2_000, 3_000]);
});

test('a refund that was recovered counts on the daily limit of its day again', async () => {
  const { charge } = await refundedTwice();
  const { accountId } = charge;
  await under.restore(() => forgetCharge(under.db, charge.id));
  await under.recover();
  const other = present((await under.rpc.createCharge({ accountId, valueCents: 900 })).charge);
  await under.recheck(await under.pay(other.emv));

  await refund(charge, 0, keyOf('another')).catch(() => {});

  const { rows } = await under.db.query(
    `select made, cents from velocity_day where account_id = $1 and kind = 'refund'`,
    [accountId],
  );
  expect(rows).toEqual([{ made: 2, cents: 5_000 }]);
});

test('the key of a refund that was recovered is refused for another value or another charge', async () => {
  const { charge, all, rest } = await refundedTwice();
  const { accountId } = charge;
  const other = present((await under.rpc.createCharge({ accountId, valueCents: 900 })).charge);
  await under.recheck(await under.pay(other.emv));

  await under.restore(() => forgetCharge(under.db, charge.id));
  await under.recover();

  const reused = { reason: 'idempotency_key_reused' };
  await expect(refund(charge, 2_999, all)).rejects.toMatchObject(reused);
  await expect(refund({ accountId, ...other }, 3_000, all)).rejects.toMatchObject(reused);
  expect(await refund(charge, 3_000, all)).toMatchObject({ refund: { id: rest?.id } });
});

test('what cannot be recovered is named and keeps charges closed, until an operator has given all of it up', async () => {
  const refusedOne = async () => {
    const { charge } = await under.createPaid();
    await expect(refund(charge, 5_000)).rejects.toMatchObject({ reason: 'insufficient_balance' });
    return { charge, refundId: await releaseWithoutEvent(charge) };
  };
  const [one, other] = [await refusedOne(), await refusedOne()];
  const { charge } = await refundedTwice();
  await under.restore(
    () => forgetCharge(under.db, charge.id),
    () => forgetCharge(under.db, one.charge.id),
    () => forgetCharge(under.db, other.charge.id),
  );
  await using auth = await runAuth();
  const env = {
    AUTH_ADDRESS: auth.service.address,
    CHARGES_ADDRESS: under.address,
    LEDGER_ADDRESS: under.ledger.service.address,
  };
  const run = (...skip: string[]) =>
    eventually(async () => {
      const ran = await runCommand(env, 'recover', ...skip, '--reason', 'drill');
      expect(ran.stderr).not.toMatch(/left to read/);
      return ran;
    });

  const failed = await run();

  expect(failed).toMatchObject({ code: 1 });
  for (const { refundId } of [one, other]) {
    expect(failed.stdout).toMatch(`${refundId} cannot be recovered: `);
  }
  expect(failed.stdout).toMatch(/charges refuses changes\.\n$/);
  await refusesChanges(under.rpc);
  const refunds = await under.refundsOf(charge);
  expect(refunds.map(({ valueCents }) => valueCents).sort()).toEqual([2_000, 3_000]);
  expect(await run('--skip', one.refundId)).toMatchObject({
    code: 1,
    stdout: expect.not.stringContaining(one.refundId),
  });
  // What was given up before stays so.
  const done = await run('--skip', other.refundId);
  expect(done).toMatchObject({ code: 0 });
  expect(done.stdout).toMatch(/charges accepts changes\.\n$/);
  await under.create(700);
  const again = await run();
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No restore is noted/) });
  const { rows } = await auth.db.query(
    `select actor, detail::json ->> 'skip' as skip from audit_entry where action = 'charges.recover' order by seq`,
  );
  const actor = 'operator:ana';
  expect(rows).toEqual([
    { actor, skip: null },
    { actor, skip: one.refundId },
    { actor, skip: other.refundId },
    { actor, skip: null },
  ]);
});

test('a failed refund that is recovered has the code that its event has', async () => {
  const { charge } = await under.createPaid();
  await expect(refund(charge, 5_000)).rejects.toMatchObject({ reason: 'insufficient_balance' });
  const { refundReleased } = LedgerEvent.deserialize(await releaseEvent(charge));
  const failed = refundReleased?.refund;
  expect(failed).toMatchObject({ failureCode: 'insufficient_balance' });
  await under.restore(() => forgetCharge(under.db, charge.id));
  await under.recover();

  const refunds = await under.refundsOf(charge);
  const { reason: failure, failureCode } = failed ?? {};
  expect(refunds).toEqual([expect.objectContaining({ failure, failureCode })]);
});

async function releaseEvent({ id }: MadeCharge): Promise<Buffer> {
  const text = `select event from ledger_transaction where charge_id = $1 and kind = 'REFUND_RELEASE'`;
  return eventually(async () => (await under.ledger.db.query(text, [id])).rows[0]?.event ?? false);
}

/** As the ledger booked it before it kept the events, long enough ago that the outbox is pruned. */
async function releaseWithoutEvent(charge: MadeCharge): Promise<string> {
  await releaseEvent(charge);
  await eventually(async () => {
    await under.ledger.db.query('delete from outbox where published_at is not null');
    expect((await under.ledger.db.query('select from outbox')).rowCount).toBe(0);
  });
  return removeEvent(charge);
}

/** Gives the id of the refund that the event was about. */
async function removeEvent({ id }: MadeCharge): Promise<string> {
  const [, , updated] = (await under.ledger.db.query(`
    begin;
    alter table ledger_transaction disable trigger transaction_is_append_only;
    update ledger_transaction set event = null
     where charge_id = '${id}' and kind = 'REFUND_RELEASE' returning reference;
    alter table ledger_transaction enable trigger transaction_is_append_only;
    commit`)) as unknown as QueryResult<{ reference: string }>[];
  return updated?.rows[0]?.reference ?? '';
}

import { randomUUID } from 'node:crypto';
import { Topic } from '@entrada/contracts/topics';
import { requestRetry } from '@entrada/platform/events/parked';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openLine } from '@entrada/platform/testing/line';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { NO_BALANCE } from '../src/domain/posting.ts';
import {
  completed,
  exceptional,
  ledgerUnderTest,
  paidCharge,
  settled,
} from './ledger-under-test.ts';

const auth = forTests(() => runAuth());
const line = forTests(() => openLine(Number(auth.service.address.split(':').at(-1))));
const ledger = forTests(() => ledgerUnderTest({ AUTH_ADDRESS: `127.0.0.1:${line.port}` }));

const nobodys = () => {
  const [paid, wrong, refunded] = [paidCharge(), paidCharge(), paidCharge()];
  return [
    ['a credit', paid, completed(paid)],
    ['a suspended payment', wrong, exceptional(wrong)],
    ['a refund', refunded, settled(refunded, { refundId: randomUUID(), valueCents: 5 })],
  ] as const;
};

test.each(nobodys())(
  '%s of an account that nobody has is set aside, and the others flow',
  async (_what, { accountId }, record) => {
    const other = paidCharge({ accountId: await auth.newAccount() });
    const { key } = record;

    await ledger.publish(record, completed(other));

    await ledger.holds(other.accountId, 4950);
    await eventually(async () =>
      expect(await ledger.parkedOf(key)).toEqual([
        { reason: 'unprocessable', detail: `account not found: ${accountId}` },
      ]),
    );
    expect(await ledger.balanceOf(accountId)).toEqual(NO_BALANCE);
    const held = await ledger.db.query('select from account where holder_id = $1', [accountId]);
    expect(held.rowCount).toBe(0);
  },
);

test('once the account is there, what was set aside is credited when it is tried again', async () => {
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  await eventually(async () => expect(await ledger.parkedOf(charge.chargeId)).toHaveLength(1));
  await auth.db.query(
    `insert into account (id, email, password_hash, name, created_at)
     values ($1, $2, 'none', 'Shop', now())`,
    [charge.accountId, `${charge.accountId}@example.com`],
  );

  await requestRetry(ledger.db, { group: 'ledger', topic: Topic.Charges, key: charge.chargeId });

  await ledger.holds(charge.accountId, 4950);
});

test('while nobody can tell whether an account exists, its credit waits and is not set aside; what came before it does not wait', async () => {
  const known = paidCharge({ accountId: await auth.newAccount() });
  await ledger.publish(completed(known));
  await ledger.holds(known.accountId, 4950);
  const fresh = paidCharge({ accountId: await auth.newAccount() });
  line.cut();
  try {
    await ledger.publish(completed(paidCharge({ accountId: known.accountId })));
    await ledger.holds(known.accountId, 9900);
    await ledger.publish(completed(fresh));
    await eventually(() =>
      ledger.service.runtime.logged.some((text) => /unavailable|in time/i.test(text)),
    );
    expect(await ledger.parkedOf(fresh.chargeId)).toEqual([]);
  } finally {
    line.restore();
  }

  await ledger.holds(fresh.accountId, 4950);
  expect(await ledger.parkedOf(fresh.chargeId)).toEqual([]);
});

test('a decision is in the audit log before it is made, and once however often it is repeated', async () => {
  const charge = paidCharge({ accountId: await auth.newAccount() });
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(charge, { exceptionId }));
  await ledger.holds(charge.accountId, 0, 700);
  const decision = { exceptionId, decision: 'CREDIT', reason: 'the payer called' };
  line.cut();

  await expect(ledger.rpc.resolveSuspense(decision)).rejects.toMatchObject({
    code: expect.stringMatching(/^(UNAVAILABLE|TIMEOUT)$/),
  });
  await ledger.holds(charge.accountId, 0, 700);
  line.restore();
  await eventually(() => ledger.rpc.resolveSuspense(decision));

  await ledger.holds(charge.accountId, 700);
  const { item } = await ledger.rpc.resolveSuspense(decision);
  expect(item).toMatchObject({ resolution: 'CREDITED' });
  await expect(
    ledger.rpc.resolveSuspense({ ...decision, decision: 'REFUND' }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^(CONFLICT|UNAVAILABLE)$/) });
  const text = 'select actor, action from audit_entry where subject = $1';
  const { rows } = await auth.db.query(text, [`exception:${exceptionId}`]);
  expect(rows).toEqual([{ actor: 'operator:ana@ledger', action: 'suspense.credit' }]);
});

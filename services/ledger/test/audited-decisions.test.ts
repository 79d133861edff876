import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { exceptional, ledgerUnderTest, paidCharge } from './ledger-under-test.ts';

const NOBODY = '127.0.0.1:9';

async function newAccount({ rpc }: Pick<Awaited<ReturnType<typeof runAuth>>, 'rpc'>) {
  const email = `${randomUUID()}@example.com`;
  const input = { email, password: 'correct horse battery staple', name: 'Shop' };
  return (await rpc.createAccount(input)).account?.id ?? '';
}

test('a decision is in the audit log before it is made, and once however often it is repeated', async () => {
  await using auth = await runAuth();
  await using ledger = await ledgerUnderTest({ AUTH_ADDRESS: auth.service.address });
  const charge = paidCharge({ accountId: await newAccount(auth) });
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(charge, { exceptionId }));
  await ledger.holds(charge.accountId, 0, 700);

  const decision = { exceptionId, decision: 'CREDIT', reason: 'the payer called' };
  await ledger.rpc.resolveSuspense(decision);

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

test('where the audit log cannot be reached, nothing is decided', async () => {
  await using ledger = await ledgerUnderTest({ AUTH_ADDRESS: NOBODY });
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(null, { exceptionId }));
  await eventually(async () =>
    expect((await ledger.rpc.listSuspense({ limit: 10 })).items).toHaveLength(1),
  );

  const decision = { exceptionId, decision: 'CREDIT', reason: 'a guess' };
  const accountId = randomUUID();
  await expect(ledger.rpc.resolveSuspense({ ...decision, accountId })).rejects.toMatchObject({
    code: expect.stringMatching(/^(UNAVAILABLE|TIMEOUT)$/),
  });

  await eventually(async () => {
    const { items } = await ledger.rpc.listSuspense({ limit: 10 });
    expect(items).toMatchObject([{ exceptionId, resolution: '' }]);
  });
});

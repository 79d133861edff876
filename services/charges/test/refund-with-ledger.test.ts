import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { runLedger } from '../../../test/harness/run-ledger.ts';
import { present } from './charges-under-test.ts';

const ACCOUNT = '6f9619ff-8b86-4011-b42d-00c04fc964ff';

test('with the real ledger: a refund leaves the balance at once, and for good when the bank has settled it', async () => {
  await using bank = await runBank();
  await using events = await freshEventLog();
  await using ledger = await runLedger(events);
  const env = { LEDGER_ADDRESS: ledger.service.address, PROVIDER_CLOCK: 'sandbox' };
  await using charges = await runCharges({ bank, events, env });
  const available = async () =>
    (await ledger.rpc.getBalance({ accountId: ACCOUNT })).availableCents;
  const charge = present(
    (await charges.rpc.createCharge({ accountId: ACCOUNT, valueCents: 5000 })).charge,
  );
  await bank.pay(charge.emv, { notify: false });
  await eventually(async () => expect(await available()).toBe(4950));
  const newKey = () => ({ key: randomUUID(), fingerprint: 'x' });
  const asked = { accountId: ACCOUNT, paymentLinkId: charge.paymentLinkId };

  await expect(
    charges.rpc.refundCharge({ ...asked, valueCents: 5000, idempotency: newKey() }),
  ).rejects.toMatchObject({
    reason: 'insufficient_balance',
  });
  await charges.rpc.refundCharge({ ...asked, valueCents: 4000, idempotency: newKey() });

  expect(await available()).toBe(950);
  await eventually(async () => {
    await bank.control('clock', { advanceSeconds: 30 });
    const found = await charges.rpc.getCharge(asked);
    expect(found.charge).toMatchObject({ refundedCents: 4000 });
  });
  expect(await available()).toBe(950);
});

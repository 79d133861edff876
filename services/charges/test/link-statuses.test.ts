import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const charges = forTests(() => chargesUnderTest());

test('statuses are read for many links at once, without those that are unknown or malformed', async () => {
  const [open, canceled] = [await charges.create(), await charges.create()];
  const { accountId, paymentLinkId } = canceled;
  await charges.rpc.cancelCharge({ accountId, paymentLinkId });

  const paymentLinkIds = [open.paymentLinkId.toUpperCase(), paymentLinkId, randomUUID(), 'x', ''];
  const { statuses } = await charges.rpc.getLinkStatuses({ paymentLinkIds });

  expect(new Map(statuses.map(({ paymentLinkId: link, status }) => [link, status]))).toEqual(
    new Map([
      [open.paymentLinkId, 'PENDING'],
      [paymentLinkId, 'CANCELED'],
    ]),
  );
  expect(await charges.rpc.getLinkStatuses({})).toEqual({ statuses: [] });
});

test('what was received for a charge is returned with its status, also where it completes nothing', async () => {
  const { emv, paymentLinkId, accountId } = await charges.create(5000);
  for (const received of [4999, 9998]) {
    await charges.bank.pay(emv, { value: 4999, force: true, notify: false });
    await charges.rpc.getCharge({ accountId, paymentLinkId });
    const { statuses } = await charges.rpc.getLinkStatuses({ paymentLinkIds: [paymentLinkId] });
    expect(statuses).toEqual([{ paymentLinkId, status: 'PENDING', receivedCents: received }]);
  }
  await charges.bank.pay(emv, { force: true, notify: false });
  await charges.rpc.getCharge({ accountId, paymentLinkId });
  expect(await charges.rpc.getPaymentLink({ paymentLinkId })).toMatchObject({
    status: 'CHARGE_STATUS_COMPLETED',
    receivedCents: 14998,
  });
});

test('more than 500 links are refused', async () => {
  const paymentLinkIds = Array.from({ length: 501 }, () => randomUUID());
  await expect(charges.rpc.getLinkStatuses({ paymentLinkIds })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});

import { randomUUID } from 'node:crypto';
import { chargesUnderTest, type UnderTest } from './charges-under-test.ts';

let charges: UnderTest;
beforeAll(async () => {
  charges = await chargesUnderTest();
});
afterAll(() => charges[Symbol.asyncDispose]());

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

test('more than 500 links are refused', async () => {
  const paymentLinkIds = Array.from({ length: 501 }, () => randomUUID());
  await expect(charges.rpc.getLinkStatuses({ paymentLinkIds })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});

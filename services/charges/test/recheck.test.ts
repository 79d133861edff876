import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const quiet = { notify: false } as const;

const charges = forTests(() => chargesUnderTest());
beforeAll(async () => {
  // The sweep is made once at the start, and would find what a test pays.
  await charges.everyWindowIsSwept();
});
afterEach(() => charges.bank.clearFaults());

const recheck = async (...ids: string[]) => (await charges.rpc.recheckPayments({ ids })).results;

test('a payment that nobody took in is confirmed by its endToEndId, once', async () => {
  const charge = await charges.create();
  const { endToEndId } = await charges.bank.pay(charge.emv, quiet);

  expect(await recheck(endToEndId)).toEqual([
    {
      id: endToEndId,
      outcome: 'RECHECK_OUTCOME_CONFIRMED',
      endToEndId,
      paymentLinkId: charge.paymentLinkId,
      problem: '',
    },
  ]);
  expect(await recheck(endToEndId)).toMatchObject([{ outcome: 'RECHECK_OUTCOME_ALREADY_KNOWN' }]);
  expect(await charges.stored(charge.id)).toMatchObject({
    status: 'COMPLETED',
    changed_by: 'recheck',
  });
  expect(await charges.eventsOf(charge.id)).toHaveLength(1);
});

test('a charge is asked about by its txid or its payment link', async () => {
  const [byTxid, byLink, unpaid] = await Promise.all([
    charges.create(),
    charges.create(),
    charges.create(),
  ]);
  const { txid } = await charges.bank.pay(byTxid.emv, quiet);
  const twice = await charges.bank.payAll(byLink.emv, { times: 2, ...quiet });

  const results = await recheck(txid, byLink.paymentLinkId, unpaid.paymentLinkId);

  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
    [txid, 'RECHECK_OUTCOME_CONFIRMED'],
    [byLink.paymentLinkId, expect.stringMatching(/CONFIRMED|SUSPENDED/)],
    [byLink.paymentLinkId, expect.stringMatching(/CONFIRMED|SUSPENDED/)],
    [unpaid.paymentLinkId, 'RECHECK_OUTCOME_UNPAID'],
  ]);
  expect(new Set(results.slice(1, 3).map(({ outcome }) => outcome)).size).toBe(2);
  expect(
    results
      .slice(1, 3)
      .map((one) => one.endToEndId)
      .toSorted(),
  ).toEqual(twice.map(({ endToEndId }) => endToEndId).toSorted());
});

test('a payment without a charge goes to suspense once its charge cannot be in the making', async () => {
  const { txid, endToEndId } = await charges.payUnknown(1200);
  expect(await recheck(endToEndId)).toMatchObject([
    { outcome: 'RECHECK_OUTCOME_UNCLEAR', problem: 'no charge has this txid' },
  ]);

  await charges.advanceClock(61);

  expect(await recheck(endToEndId)).toMatchObject([
    { outcome: expect.stringMatching(/SUSPENDED|ALREADY_KNOWN/) },
  ]);
  expect(await charges.exceptionsOf(txid)).toEqual([['UNKNOWN_TXID', 1200]]);
});

test('what neither we nor the bank know is not found, and not kept', async () => {
  const ids = [`E${'1'.repeat(31)}`, randomUUID(), 'mistyped'];

  const results = await recheck(...ids);

  expect(results.map(({ outcome }) => outcome)).toEqual([
    'RECHECK_OUTCOME_NOT_FOUND',
    'RECHECK_OUTCOME_NOT_FOUND',
    'RECHECK_OUTCOME_NOT_FOUND',
  ]);
  expect((await charges.unclear()).map(({ id }) => id)).not.toContain(ids[0]);
});

test('a bank that does not answer makes a payment unclear and fails no call', async () => {
  const charge = await charges.create();
  const { endToEndId } = await charges.bank.pay(charge.emv, quiet);
  await charges.fault('get-pix', '500', { count: 20 });

  expect(await recheck(endToEndId)).toMatchObject([
    { outcome: 'RECHECK_OUTCOME_UNCLEAR', problem: expect.stringContaining('500') },
  ]);
});

test.each([[[]], [['not an id!']], [Array.from({ length: 51 }, () => 'a')]])(
  'ids that are missing, malformed or too many are refused: %#',
  async (ids) => {
    await expect(charges.rpc.recheckPayments({ ids })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  },
);

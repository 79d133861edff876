import { forTests } from '@entrada/platform/testing/for-tests';
import fc from 'fast-check';
import { chargesUnderTest, type UnderTest } from './charges-under-test.ts';

const VALUE = 5_000;
const LIFE_SECONDS = 60;
const PAST_GRACE_SECONDS = 121;
const quiet = { notify: false, force: true } as const;

const charges = forTests(() => chargesUnderTest());

type CreatedCharge = Awaited<ReturnType<UnderTest['create']>>;
type Real = { charge: CreatedCharge };
type Status = 'PENDING' | 'COMPLETED' | 'EXPIRED' | 'CANCELED';
/** What a clerk expects who knows what happened at the bank. */
type Model = {
  status: Status;
  unseen: number[];
  atBank: 'open' | 'paid' | 'removed';
  overdue: boolean;
};

type Step = fc.AsyncCommand<Model, Real>;
const step = (name: string, run: Step['run']): Step => ({
  check: () => true,
  run,
  toString: () => name,
});

/** We look at the bank: unseen payments count first, then how the charge stands. */
function look(model: Model): void {
  for (const cents of model.unseen.splice(0)) {
    const waits = model.status === 'PENDING' || model.status === 'EXPIRED';
    if (waits && cents >= VALUE) model.status = 'COMPLETED';
  }
  if (model.status !== 'PENDING') return;
  if (model.atBank === 'removed') model.status = 'CANCELED';
  else if (model.overdue) model.status = 'EXPIRED';
}

const pay = (cents: number) =>
  step(`pay ${cents}`, async (model, { charge }) => {
    await charges.bank.pay(charge.emv, { value: cents, ...quiet });
    model.unseen.push(cents);
    if (model.atBank === 'open') model.atBank = 'paid';
  });

const query = step('query', async (model, { charge }) => {
  const { status } = await charges.statusOf(charge);
  if (['PENDING', 'EXPIRED'].includes(model.status)) look(model);
  expect(status).toBe(`CHARGE_STATUS_${model.status}`);
});

const callBack = step('callback', async (model, { charge }) => {
  await charges.callBack(charge);
  look(model);
  expect(await charges.stored(charge.id)).toMatchObject({ status: model.status });
});

const cancel = step('cancel', async (model, { charge }) => {
  const canceled = await charges.cancel(charge).then(
    () => true,
    () => false,
  );
  if (model.status === 'PENDING') {
    if (model.atBank === 'open') model.atBank = 'removed';
    look(model);
    // The bank closed it for too little money: that is a cancellation.
    if (model.status === 'PENDING') model.status = 'CANCELED';
  }
  expect(canceled).toBe(model.status === 'CANCELED');
});

test('whatever payers, clients and the bank do, in any order, a charge does what the model says', async () => {
  const steps = [pay(VALUE), pay(VALUE + 7), pay(VALUE - 7), query, callBack, cancel];
  const histories = fc.commands(
    steps.map((one) => fc.constant(one)),
    { maxCommands: 8 },
  );
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const charge = await charges.create(VALUE);
      const model: Model = { status: 'PENDING', unseen: [], atBank: 'open', overdue: false };
      await fc.asyncModelRun(() => ({ model, real: { charge } }), history);
      await everyCentIsInOnePlace(charge);
    }),
    { numRuns: 25 },
  );
});

test('the same for a charge whose time is over', async () => {
  const steps = [pay(VALUE), pay(VALUE + 7), pay(VALUE - 7), query, callBack];
  const histories = fc.commands(
    steps.map((one) => fc.constant(one)),
    { maxCommands: 6 },
  );
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const charge = await charges.create(VALUE, undefined, { expiresInSeconds: LIFE_SECONDS });
      await charges.advanceClock(PAST_GRACE_SECONDS);
      // Settles it before the background does.
      await charges.statusOf(charge);
      const model: Model = { status: 'EXPIRED', unseen: [], atBank: 'open', overdue: true };
      await fc.asyncModelRun(() => ({ model, real: { charge } }), history);
      await everyCentIsInOnePlace(charge);
    }),
    { numRuns: 10 },
  );
});

/** What the bank took for the charge is credited or suspended, each cent once. */
async function everyCentIsInOnePlace(charge: CreatedCharge): Promise<void> {
  await charges.callBack(charge);
  const { txid, status } = await charges.stored(charge.id);
  const { payments } = await charges.bank.truth();
  const received = payments.filter((payment) => payment.txid === txid);
  const suspended = (await charges.exceptionsOf(charge.id)).map(([, cents]) => cents);
  const credited = status === 'COMPLETED' ? VALUE : 0;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
  expect(credited + sum(suspended)).toBe(sum(received.map(({ value }) => value)));
}

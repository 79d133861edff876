import { eventually } from '@entrada/platform/testing/eventually';
import {
  chargesUnderTest,
  type UnderTest,
} from '../../../services/charges/test/charges-under-test.ts';
import { runCommand } from './run-operator.ts';

let charges: UnderTest;
beforeAll(async () => {
  charges = await chargesUnderTest({ SWEEP_EVERY_MS: '50' });
});
afterAll(() => charges[Symbol.asyncDispose]());

const run = (...args: string[]) =>
  runCommand({ CHARGES_ADDRESS: charges.service.address }, ...args);

test('a payment whose look-up fails is shown, asked about on demand, and gone when it is confirmed', async () => {
  expect(await run('unclear')).toMatchObject({ stdout: 'No payment is unclear.\n', code: 0 });
  await charges.fault('get-pix', '500', { count: 10_000 });
  const charge = await charges.create(5000);
  const { endToEndId, txid } = await charges.bank.pay(charge.emv, { value: 4000, notify: false });

  await eventually(async () => expect((await run('unclear')).stdout).toContain(endToEndId));
  const failed = await run('recheck', endToEndId);
  expect(failed.stdout + failed.stderr).toContain(`Payment ${endToEndId} is still unclear`);
  expect(failed.code).not.toBe(0);

  await charges.bank.clearFaults();
  await eventually(async () => expect((await run('recheck', txid)).code).toBe(0));
  expect((await run('recheck', charge.paymentLinkId)).stdout).toContain('was stored before');
  expect(await charges.exceptionsOf(charge.id)).toEqual([['UNDERPAID', 4000]]);
  expect((await run('unclear')).stdout).toBe('No payment is unclear.\n');
});

test('an id that nobody knows is refused with what to do', async () => {
  const { stdout, stderr, code } = await run('recheck', `E${'1'.repeat(31)}`);

  expect(stdout + stderr).toContain('Check the id.');
  expect(code).not.toBe(0);
});

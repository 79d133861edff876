import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from '../../services/charges/test/charges-under-test.ts';
import { runAuth } from '../../test/harness/run-auth.ts';
import { runCommand } from './run-operator.ts';

const auth = forTests(() => runAuth());
const charges = forTests(() =>
  chargesUnderTest({ SWEEP_EVERY_MS: '50', AUTH_ADDRESS: auth.service.address }),
);

const run = (...args: string[]) =>
  runCommand({ CHARGES_ADDRESS: charges.service.address }, ...args);

test('a payment whose look-up fails is shown, asked about on demand, and gone when it is confirmed', async () => {
  expect(await run('unclear')).toMatchObject({ stdout: 'Nothing is unclear.\n', code: 0 });
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
  expect((await run('unclear')).stdout).toBe('Nothing is unclear.\n');
});

test('an id that nobody knows is refused with what to do', async () => {
  const { stdout, stderr, code } = await run('recheck', `E${'1'.repeat(31)}`);

  expect(stdout + stderr).toContain('Check the id.');
  expect(code).not.toBe(0);
});

test('a window that cannot be read is shown, and gone for good when an operator dismisses it', async () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  const window = { from: ago(100), to: ago(98) };
  await charges.fault('list-pix', '500', { count: 10_000, window });
  const shown = await eventually(async () => {
    const { stdout } = await run('unclear');
    return /(W\w+) {2}window .* next attempt .* 500/.exec(stdout) ?? false;
  });
  const id = shown[1] ?? '';

  const failed = await run('recheck', id);
  expect(failed.stdout).toContain(`Window ${id} is still unclear`);
  expect(failed.code).toBe(1);
  expect(await run('unclear', 'dismiss', id, '--reason', 'a test')).toMatchObject({
    stdout: `${id} was dismissed: it is not asked about again.\n`,
    code: 0,
  });

  const charge = await charges.create();
  await charges.bank.pay(charge.emv, { notify: false });
  await eventually(async () =>
    expect(await charges.stored(charge.id)).toMatchObject({ status: 'COMPLETED' }),
  );
  expect((await run('unclear')).stdout).toBe('Nothing is unclear.\n');
  expect(await run('unclear', 'dismiss', id, '--reason', 'again')).toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/^Nothing unclear has the id W\w+[^\n]*\n$/),
    code: 1,
  });
  await charges.bank.clearFaults();
});

/** An entry that names no payment, and a payment. */
async function setAside(digest: string, endToEndId: string): Promise<void> {
  await charges.db.query(
    `insert into unclear_payment (id, end_to_end_id, problem, first_seen_at, last_seen_at, attempts)
     values ($1, null, 'not valid at: valor', now(), now(), 1), ($2, $2, 'p', now(), now(), 1)`,
    [digest, endToEndId],
  );
}

async function audited(id: string): Promise<object[]> {
  const text = `select actor, action, detail::json from audit_entry where subject = $1 order by seq`;
  return (await auth.db.query(text, [`unclear:${id}`])).rows;
}

test('an entry without an endToEndId can be dismissed, which is in the audit log with its operator and reason; a payment with one cannot', async () => {
  const digest = 'a'.repeat(64);
  const endToEndId = `E${'2'.repeat(31)}`;
  await setAside(digest, endToEndId);

  const reason = 'bank: a test entry';
  expect(await run('unclear', 'dismiss', digest, '--reason', reason)).toMatchObject({
    stdout: `${digest} was dismissed: it is not asked about again.\n`,
    code: 0,
  });
  expect((await run('unclear')).stdout).not.toContain(digest);
  expect(await run('unclear', 'dismiss', endToEndId, '--reason', 'a test')).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('it cannot be dismissed'),
    code: 1,
  });
  expect((await run('unclear')).stdout).toContain(endToEndId);
  const detail = { reason, problem: 'not valid at: valor' };
  expect(await audited(digest)).toEqual([
    { actor: 'operator:ana@charges', action: 'unclear.dismiss', detail },
  ]);
  expect(await audited(endToEndId)).toEqual([]);
});

test('where charges has no audit log, a dismissal says that it was not recorded', async () => {
  const digest = 'c'.repeat(64);
  await setAside(digest, `E${'4'.repeat(31)}`);
  await using other = await charges.startAnother({ AUTH_ADDRESS: '' });
  const env = { CHARGES_ADDRESS: other.address };

  expect(await runCommand(env, 'unclear', 'dismiss', digest, '--reason', 'a test')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Your name and reason were not recorded: .* AUTH_ADDRESS/),
  });
  expect(await audited(digest)).toEqual([]);
});

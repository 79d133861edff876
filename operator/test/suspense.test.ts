import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openLine } from '@entrada/platform/testing/line';
import {
  exceptional,
  ledgerUnderTest,
  paidCharge,
  returned,
} from '../../services/ledger/test/ledger-under-test.ts';
import { runAuth } from '../../test/harness/run-auth.ts';
import { runCommand } from './run-operator.ts';

const auth = forTests(() => runAuth());
const ledger = forTests(() => ledgerUnderTest({ AUTH_ADDRESS: auth.service.address }));

async function runAt(LEDGER_ADDRESS: string, ...args: string[]) {
  const { stdout, stderr, code } = await runCommand({ LEDGER_ADDRESS }, ...args);
  return { out: `${stdout}${stderr}`, code };
}

const run = (...args: string[]) => runAt(ledger.service.address, ...args);

async function newAccount(): Promise<string> {
  const email = `${randomUUID()}@entrada.example`;
  const asked = { email, password: randomUUID(), name: 'Shop' };
  return (await auth.rpc.createAccount(asked)).account?.id ?? '';
}

/** Held until it is disposed. */
async function lockOn(exceptionId: string) {
  const locker = await ledger.db.connect();
  await locker.query('begin');
  const lock = 'select from suspended_payment where exception_id = $1 for update';
  await locker.query(lock, [exceptionId]);
  return {
    query: (text: string) => locker.query(text),
    async [Symbol.asyncDispose]() {
      await locker.query('rollback');
      locker.release();
    },
  };
}

const lineOf = (exceptionId: string, out: string) =>
  out.split('\n').find((line) => line.includes(exceptionId)) ?? '';

test('what the bank took back of a suspended payment is no part of the amount to decide about', async () => {
  const payment = {
    exceptionId: randomUUID(),
    endToEndId: paidCharge().endToEndId,
    amountCents: 1234,
  };
  const { exceptionId } = payment;
  await ledger.publish(exceptional(null, payment));
  await ledger.publish(returned(payment, { returnId: randomUUID(), valueCents: 234 }));

  const amount = /1000 cents \(1234 less 234 that the bank took back\) .* (undecided|CREDITED)$/;
  await eventually(async () =>
    expect(lineOf(exceptionId, (await run('suspense')).out)).toMatch(amount),
  );
  const to = ['--account', await newAccount(), '--reason', 'known payer'];
  const { out } = await run('suspense', 'credit', exceptionId, ...to);
  expect(lineOf(exceptionId, out)).toMatch(amount);
  expect(out).toContain('CREDITED');
});

test('a decision without a reply is said to be unknown, and how to learn it', async () => {
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(null, { exceptionId }));
  await eventually(async () => expect((await run('suspense')).out).toContain(exceptionId));
  await using line = await openLine(Number(ledger.service.address.split(':').at(-1)));
  const address = `127.0.0.1:${line.port}`;
  const to = ['--account', await newAccount(), '--reason', 'known payer'];
  // Again where the machine stalled until the ledger gave up waiting, and said so.
  await eventually(async () => {
    line.restore();
    await using locker = await lockOn(exceptionId);
    const decided = runAt(address, 'suspense', 'credit', exceptionId, ...to);
    await eventually(async () => {
      const waiting = 'select from pg_locks where not granted';
      expect((await locker.query(waiting)).rowCount).toBeGreaterThan(0);
    });
    line.cut();

    expect(await decided).toEqual({
      out: expect.stringMatching(
        /It may have taken effect: look with operator suspense list --all; repeating is safe\.\n$/,
      ),
      code: 1,
    });
  });
});

test('an account id that cannot be one is refused by the option it was typed in, with the exit code of wrong arguments', async () => {
  const why = ['--reason', 'known payer'];
  expect(await run('suspense', 'credit', randomUUID(), '--account', 'foo', ...why)).toEqual({
    out: '--account must be a UUID. Run it with --help to see what it takes.\n',
    code: 2,
  });
});

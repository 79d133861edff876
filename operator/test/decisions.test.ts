import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openLine } from '@entrada/platform/testing/line';
import {
  completed,
  exceptional,
  ledgerUnderTest,
  paidCharge,
  returned,
} from '../../services/ledger/test/ledger-under-test.ts';
import { runAuth } from '../../test/harness/run-auth.ts';
import { runOnScreen } from './run-operator.ts';

const auth = forTests(() => runAuth());
const ledger = forTests(() => ledgerUnderTest({ AUTH_ADDRESS: auth.service.address }));

/** A command as an operator types it, against this ledger. */
const run = (...args: string[]) => runWith({}, ...args);

function runWith(settings: Readonly<Record<string, string>>, ...args: string[]) {
  const env = { AUTH_ADDRESS: auth.service.address, LEDGER_ADDRESS: ledger.service.address };
  return runOnScreen({ ...env, ...settings }, ...args);
}

/** A payment for nobody that waits for a decision. */
async function suspended(): Promise<string> {
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(null, { exceptionId }));
  await eventually(async () => expect((await run('suspense')).out).toContain(exceptionId));
  return exceptionId;
}

function repeatFrom(from: string) {
  return run('suspense', 'repeat', '--from', from, '--reason', 'ledger restored');
}

async function audited(subject: string): Promise<string[]> {
  const text = 'select actor, action from audit_entry where subject = $1 order by seq';
  const { rows } = await auth.db.query(text, [subject]);
  return rows.map(({ actor, action }) => `${actor} ${action}`);
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

test('of opposite decisions at the same moment the audit log has the one that holds', async () => {
  const accounts = [await auth.newAccount(), await auth.newAccount()];
  const payments = await Promise.all(Array.from({ length: 8 }, suspended));
  const decide = (exceptionId: string, accountId: string) =>
    ledger.rpc.resolveSuspense({ exceptionId, decision: 'CREDIT', accountId, reason: 'drill' });

  await Promise.allSettled(
    payments.flatMap((id) => accounts.map((accountId) => decide(id, accountId))),
  );

  const held = 'select credited_to from suspended_payment where exception_id = $1';
  const logged = 'select account_id from audit_entry where subject = $1';
  for (const exceptionId of payments) {
    const { rows } = await ledger.db.query<{ credited_to: string }>(held, [exceptionId]);
    await eventually(async () => {
      const lines = await auth.db.query(logged, [`exception:${exceptionId}`]);
      expect(lines.rows).toEqual([{ account_id: rows[0]?.credited_to }]);
    });
  }
});

test('a decision whose process died before the audit log had it is recorded', async () => {
  const exceptionId = await suspended();
  const subject = `exception:${exceptionId}`;
  const line = { actor: 'operator:ana', action: 'suspense.credit', subject, accountId: '' };
  await ledger.db.query(
    'update suspended_payment set audit_line = $2, ask_at = now() where exception_id = $1',
    [...[exceptionId, { ...line, detail: { reason: 'drill' } }]],
  );

  await eventually(async () => {
    expect(await audited(subject)).toEqual(['operator:ana@ledger suspense.credit']);
  });
});

test('decisions are made again one by one: one that is impossible is named and stops no other', async () => {
  const from = new Date().toISOString();
  const [accountId, another] = [await auth.newAccount(), await auth.newAccount()];
  const [lost, undecided, credited] = [randomUUID(), await suspended(), await suspended()];
  const to = ['--account', another, '--reason', 'known payer'];
  expect(await run('suspense', 'credit', credited, ...to)).toMatchObject({ code: 0 });
  for (const exceptionId of [lost, credited, undecided]) {
    const decision = { action: 'suspense.credit', subject: `exception:${exceptionId}`, accountId };
    await auth.rpc.recordAudit({ actor: 'operator:ana', ...decision, detail: '{}' });
  }

  const { out, code } = await repeatFrom(from);

  expect(out).toContain(`${lost}  Suspended payment not found`);
  expect(out).toContain(`${credited}  Already resolved differently: CREDITED`);
  expect(out).toContain(`${undecided}  CREDITED`);
  expect(code).toBe(1);
});

test('decisions are not made again while the ledger has charge events left to read', async () => {
  await suspended();
  // As in a database that was restored to the moment before.
  await ledger.db.query(`update consumer_position set next_offset = next_offset - 1
    where moved_at = (select max(moved_at) from consumer_position)`);

  expect(await repeatFrom(new Date().toISOString())).toEqual({
    out: expect.stringMatching(
      /^The ledger has 1 record of entrada\.charges\.v1 left to read: a decision would .*\n$/,
    ),
    code: 1,
  });
});

test('a suspended payment is listed, and crediting it to an account that nobody has is refused in words', async () => {
  const [exceptionId, accountId] = [await suspended(), randomUUID()];

  const why = ['--reason', 'a guess'];
  expect(await run('suspense', 'credit', exceptionId, '--account', accountId, ...why)).toEqual({
    out: `Account not found: ${accountId}. Check the id.\n`,
    code: 1,
  });
  const { out } = await run('suspense', 'list');
  expect(out).toMatch(new RegExp(`${exceptionId}.*undecided`));
  expect(out).toContain('What next: operator suspense credit <exception id>');
});

test('a bank that is unavailable is said with the setting to correct', async () => {
  await using other = await ledger.startAnother({
    PROVIDER_URL: 'http://127.0.0.1:1',
    PROVIDER_CLIENT_ID: 'entrada',
    PROVIDER_CLIENT_SECRET: 'secret',
    PROVIDER_PIX_KEY: 'key@entrada.example',
  });
  expect(await runWith({ LEDGER_ADDRESS: other.address }, 'audit')).toEqual({
    out: 'The bank could not be reached. Check PROVIDER_URL of the ledger.\n',
    code: 1,
  });
});

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
  const to = ['--account', await auth.newAccount(), '--reason', 'known payer'];
  const { out } = await run('suspense', 'credit', exceptionId, ...to);
  expect(lineOf(exceptionId, out)).toMatch(amount);
  expect(out).toContain('CREDITED');
});

test('a decision without a reply is said to be unknown, and how to learn it', async () => {
  const exceptionId = await suspended();
  await using line = await openLine(Number(ledger.service.address.split(':').at(-1)));
  const address = `127.0.0.1:${line.port}`;
  const to = ['--account', await auth.newAccount(), '--reason', 'known payer'];
  // Again where the machine stalled until the ledger gave up waiting, and said so.
  await eventually(async () => {
    line.restore();
    await using locker = await lockOn(exceptionId);
    const decided = runWith({ LEDGER_ADDRESS: address }, 'suspense', 'credit', exceptionId, ...to);
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

describe('of parked records', () => {
  const LEDGERS = ['--service', 'ledger'];
  const overcharged = () => completed(paidCharge({ feeCents: 9999 }));

  test('a record is shown with its reason, and retrying and discarding it are in the audit log', async () => {
    const reason = /fee is not within the value/;
    const record = overcharged();
    const { key } = record;
    await ledger.publish(record);
    await eventually(async () => expect(await ledger.parkedOf(key)).toHaveLength(1));

    const { out } = await run('parked', '--service', 'ledger');
    expect(out.split('\n').find((line) => line.includes(key))).toMatch(reason);
    expect(out).toContain('What next: operator parked retry <key>');
    expect(await run('parked', 'retry', key, ...LEDGERS, '--reason', 'fixed')).toMatchObject({
      out: `ledger handles 1 record of ${key} again, in order.\n`,
    });
    const again = await eventually(async () => {
      const lines = (await run('parked', 'list', '--service', 'ledger')).out.split('\n');
      const line = lines.find((text) => text.includes(key));
      return line?.includes('attempts 2') ? line : false;
    });
    expect(again).toMatch(reason);

    const [id = ''] = again.split(' ');
    const discarded = await run('parked', 'discard', id, ...LEDGERS, '--reason', 'junk');

    expect(discarded).toEqual({ out: 'Discarded. No record waits behind it.\n', code: 0 });
    expect(await ledger.parkedOf(key)).toEqual([]);
    expect(await audited(`ledger:entrada.charges.v1:${key}`)).toEqual([
      'operator:ana@ledger parked.retry',
    ]);
    expect(await audited(`ledger:parked:${id}`)).toEqual(['operator:ana@ledger parked.discard']);
  }, 60_000);

  test('a record that waits behind another is not discarded, and the one to decide about is named', async () => {
    const first = overcharged();
    const second = { ...overcharged(), key: first.key };
    await ledger.publish(first, second);
    await eventually(async () => expect(await ledger.parkedOf(first.key)).toHaveLength(2));
    const text = 'select id from parked_record where key = $1 order by id';
    const [head, waiting] = (await ledger.db.query<{ id: string }>(text, [first.key])).rows;

    const refused = await run(
      'parked',
      'discard',
      `${waiting?.id}`,
      ...LEDGERS,
      '--reason',
      'junk',
    );

    expect(refused).toEqual({
      out: `Record ${waiting?.id} waits behind record ${head?.id} of the same key: decide about that one first.\n`,
      code: 1,
    });
    expect(await ledger.parkedOf(first.key)).toHaveLength(2);
    expect(await audited(`ledger:parked:${waiting?.id}`)).toEqual([]);
  });

  test('all records that did not prove their producer are retried, then discarded, at once', async () => {
    const forged = [overcharged(), overcharged()];
    await ledger.events.forge(forged);
    for (const { key } of forged) {
      await eventually(async () => expect(await ledger.parkedOf(key)).toHaveLength(1));
    }

    const retried = await run(
      'parked',
      'retry-unauthenticated',
      ...LEDGERS,
      '--reason',
      'key corrected',
    );

    expect(retried).toEqual({ out: 'ledger handles 2 records of 2 keys again.\n', code: 0 });
    await eventually(async () => {
      const text = 'select attempts from parked_record where key = any($1)';
      const { rows } = await ledger.db.query(text, [forged.map(({ key }) => key)]);
      expect(rows).toEqual([{ attempts: 2 }, { attempts: 2 }]);
    });
    await eventually(async () => {
      await run('parked', 'discard-unauthenticated', ...LEDGERS, '--reason', 'forged');
      for (const { key } of forged) expect(await ledger.parkedOf(key)).toEqual([]);
    });
    const none = await run('parked', 'discard-unauthenticated', ...LEDGERS, '--reason', 'forged');
    expect(none).toEqual({ out: 'No record is parked as unauthenticated in ledger.\n', code: 1 });
    expect(await audited('ledger:unauthenticated')).toContain('operator:ana@ledger parked.retry');
  });

  test('a decision about nothing is refused, and is not in the audit log', async () => {
    const [key, topic] = [randomUUID(), 'entrada.charges.v1'];
    const why = ['--service', 'ledger', '--reason', 'a guess'];
    expect(await run('parked', 'retry', key, ...why)).toEqual({
      out: expect.stringMatching(
        /^No record of .* is parked in ledger\. Take it from operator parked list\.\n$/,
      ),
      code: 1,
    });
    expect(await run('parked', 'discard', '987654321', ...why)).toEqual({
      out: 'No record 987654321 is parked in ledger. Take it from operator parked list.\n',
      code: 1,
    });
    expect(await audited(`ledger:${topic}:${key}`)).toEqual([]);
    expect(await audited('ledger:parked:987654321')).toEqual([]);
  });
});

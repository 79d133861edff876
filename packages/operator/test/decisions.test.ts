import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import {
  chargeRecord,
  completed,
  exceptional,
  ledgerUnderTest,
  paidCharge,
  type UnderTest,
} from '../../../services/ledger/test/ledger-under-test.ts';
import { type RunningAuth, runAuth } from '../../../test/harness/run-auth.ts';
import { runCommand } from './run-operator.ts';

const resources = new AsyncDisposableStack();
let auth: RunningAuth;
let ledger: UnderTest;
beforeAll(async () => {
  auth = resources.use(await runAuth());
  ledger = resources.use(await ledgerUnderTest({ AUTH_ADDRESS: auth.service.address }));
});
afterAll(() => resources.disposeAsync());

const LEDGERS = ['--service', 'ledger'];

/** A command as an operator types it, against this ledger. */
const run = (command: string, ...args: string[]) => runWith({}, command, ...args);

async function runWith(
  settings: Readonly<Record<string, string>>,
  command: string,
  ...args: string[]
) {
  const env = {
    AUTH_ADDRESS: auth.service.address,
    LEDGER_ADDRESS: ledger.service.address,
    DATABASE_URL_LEDGER: ledger.appUrl,
    ...settings,
  };
  const { stdout, stderr, code } = await runCommand(env, command, ...args);
  return { out: `${stdout}${stderr}`, code };
}

function repeatFrom(from: string) {
  const settings = {
    DATABASE_URL_EVENTS: ledger.events.adminUrl,
  };
  return runWith(settings, 'suspense', 'repeat', '--from', from, '--reason', 'ledger restored');
}

async function audited(subject: string): Promise<string[]> {
  const text = 'select actor, action from audit_entry where subject = $1 order by seq';
  const { rows } = await auth.db.query(text, [subject]);
  return rows.map(({ actor, action }) => `${actor} ${action}`);
}

const future = () => {
  const charge = paidCharge();
  return chargeRecord(charge.chargeId, randomUUID(), { chargeCompleted: charge, version: 9 });
};
const foreign = () => {
  const charge = paidCharge();
  return chargeRecord(charge.chargeId, randomUUID(), { chargeCompleted: charge, currency: 'USD' });
};
const overcharged = () => completed(paidCharge({ feeCents: 9999 }));
const nobodys = () => completed(paidCharge());
test.each([
  ['of an unknown version', future, /unsupported event version 9/],
  ['in another currency', foreign, /unsupported currency USD/],
  ['with a fee above its value', overcharged, /fee is not within the value/],
  ['of an unknown account', nobodys, /account not found/],
])(
  'an event %s is shown with its reason, and retrying and discarding it are in the audit log',
  async (_what, event, reason) => {
    const record = event();
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
      'operator:ana parked.retry',
    ]);
    expect(await audited(`ledger:parked:${id}`)).toEqual(['operator:ana parked.discard']);
  },
  60_000,
);

test('a record that waits behind another is not discarded, and the one to decide about is named', async () => {
  const first = overcharged();
  const second = { ...overcharged(), key: first.key };
  await ledger.publish(first, second);
  await eventually(async () => expect(await ledger.parkedOf(first.key)).toHaveLength(2));
  const text = 'select id from parked_record where key = $1 order by id';
  const [head, waiting] = (await ledger.db.query<{ id: string }>(text, [first.key])).rows;

  const refused = await run('parked', 'discard', `${waiting?.id}`, ...LEDGERS, '--reason', 'junk');

  expect(refused).toEqual({
    out: `Record ${waiting?.id} waits behind record ${head?.id} of the same key: decide about that one first.\n`,
    code: 1,
  });
  expect(await ledger.parkedOf(first.key)).toHaveLength(2);
  expect(await audited(`ledger:parked:${waiting?.id}`)).toEqual([]);
});

test('all records that did not prove their producer are retried, then discarded, at once', async () => {
  const forged = [overcharged(), nobodys()];
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
  expect(await audited('ledger:unauthenticated')).toContain('operator:ana parked.retry');
});

test('a decision about nothing is refused, and is not in the audit log', async () => {
  const [key, topic] = [randomUUID(), 'entrada.charges.v1'];
  const why = ['--service', 'ledger', '--reason', 'a guess'];
  expect(await run('parked', 'retry', key, ...why)).toEqual({
    out: expect.stringMatching(
      /^No record of .* is parked in ledger\. Take key and topic from operator parked list\.\n$/,
    ),
    code: 1,
  });
  expect(await run('parked', 'discard', '987654321', ...why)).toEqual({
    out: 'No record 987654321 is parked in ledger. Take the id from operator parked list.\n',
    code: 1,
  });
  expect(await audited(`ledger:${topic}:${key}`)).toEqual([]);
  expect(await audited('ledger:parked:987654321')).toEqual([]);
});

const newAccount = async (): Promise<string> => {
  const email = `${randomUUID()}@entrada.example`;
  const asked = { email, password: randomUUID(), name: 'Shop' };
  return (await auth.rpc.createAccount(asked)).account?.id ?? '';
};

test('of opposite decisions at the same moment the audit log has the one that holds', async () => {
  const accounts = [await newAccount(), await newAccount()];
  const payments = Array.from({ length: 8 }, () => randomUUID());
  await ledger.publish(...payments.map((exceptionId) => exceptional(null, { exceptionId })));
  for (const exceptionId of payments) {
    await eventually(async () => expect((await run('suspense')).out).toContain(exceptionId));
  }
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
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(null, { exceptionId }));
  await eventually(async () => expect((await run('suspense')).out).toContain(exceptionId));
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
  const [accountId, another] = [await newAccount(), await newAccount()];
  const [lost, suspended, credited] = [randomUUID(), randomUUID(), randomUUID()];
  for (const exceptionId of [suspended, credited]) {
    await ledger.publish(exceptional(null, { exceptionId }));
    await eventually(async () => expect((await run('suspense')).out).toContain(exceptionId));
  }
  const to = ['--account', another, '--reason', 'known payer'];
  expect(await run('suspense', 'credit', credited, ...to)).toMatchObject({ code: 0 });
  for (const exceptionId of [lost, credited, suspended]) {
    const decision = { action: 'suspense.credit', subject: `exception:${exceptionId}`, accountId };
    await auth.rpc.recordAudit({ actor: 'operator:ana', ...decision, detail: '{}' });
  }

  const { out, code } = await repeatFrom(from);

  expect(out).toContain(`${lost}  Suspended payment not found`);
  expect(out).toContain(`${credited}  Already resolved differently: CREDITED`);
  expect(out).toContain(`${suspended}  CREDITED`);
  expect(code).toBe(1);
});

test('decisions are not made again while the ledger has charge events left to read', async () => {
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(null, { exceptionId }));
  await eventually(async () => expect((await run('suspense')).out).toContain(exceptionId));
  // As in a database that was restored to the moment before.
  await ledger.db.query(`update consumer_position set next_offset = next_offset - 1
    where moved_at = (select max(moved_at) from consumer_position)`);
  const settings = { DATABASE_URL_EVENTS: ledger.events.adminUrl };
  const from = ['--from', new Date().toISOString(), '--reason', 'ledger restored'];

  expect(await runWith(settings, 'suspense', 'repeat', ...from)).toEqual({
    out: expect.stringMatching(
      /^The ledger has 1 record of entrada\.charges\.v1 left to read: a decision would .*\n$/,
    ),
    code: 1,
  });
});

test('a suspended payment is listed, and crediting it to an account that nobody has is refused in words', async () => {
  const [exceptionId, accountId] = [randomUUID(), randomUUID()];
  await ledger.publish(exceptional(null, { exceptionId }));
  await eventually(async () => expect((await run('suspense')).out).toContain(exceptionId));

  const why = ['--reason', 'a guess'];
  expect(await run('suspense', 'credit', exceptionId, '--account', accountId, ...why)).toEqual({
    out: `Account not found: ${accountId}. Check the id.\n`,
    code: 1,
  });
  const { out } = await run('suspense', 'list');
  expect(out).toMatch(new RegExp(`${exceptionId}.*undecided`));
  expect(out).toContain('What next: operator suspense credit <exception id>');
});

test('brokers and a bank that are unavailable are said with the setting to correct', async () => {
  const kafka = { KAFKA_BROKERS: '127.0.0.1:1' };
  const from = ['--from', new Date().toISOString(), '--reason', 'restored'];
  expect(await runWith(kafka, 'suspense', 'repeat', ...from)).toEqual({
    out: expect.stringMatching(
      /^Kafka does not answer \(.*ECONNREFUSED.*\)\. Correct KAFKA_BROKERS\.\n$/,
    ),
    code: 1,
  });

  const bank = {
    PROVIDER_URL: 'http://127.0.0.1:1',
    PROVIDER_CLIENT_ID: 'entrada',
    PROVIDER_CLIENT_SECRET: 'secret',
    PROVIDER_PIX_KEY: 'key@entrada.example',
  };
  const { out, code } = await runWith({ ...kafka, ...bank }, 'audit');
  expect(out).toContain(
    'The bank could not be reached. Check that npm start is running, or correct PROVIDER_URL.',
  );
  expect(code).toBe(1);
});

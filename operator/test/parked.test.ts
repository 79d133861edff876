import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import {
  completed,
  ledgerUnderTest,
  paidCharge,
} from '../../services/ledger/test/ledger-under-test.ts';
import { runAuth } from '../../test/harness/run-auth.ts';
import { runOnScreen } from './run-operator.ts';

const auth = forTests(() => runAuth());
const ledger = forTests(() => ledgerUnderTest({ AUTH_ADDRESS: auth.service.address }));

const LEDGERS = ['--service', 'ledger'];

/** A command as an operator types it, against this ledger. */
function run(...args: string[]) {
  const env = { AUTH_ADDRESS: auth.service.address, LEDGER_ADDRESS: ledger.service.address };
  return runOnScreen(env, ...args);
}

async function audited(subject: string): Promise<string[]> {
  const text = 'select actor, action from audit_entry where subject = $1 order by seq';
  const { rows } = await auth.db.query(text, [subject]);
  return rows.map(({ actor, action }) => `${actor} ${action}`);
}

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

  const refused = await run('parked', 'discard', `${waiting?.id}`, ...LEDGERS, '--reason', 'junk');

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

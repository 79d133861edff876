import { Topic } from '@entrada/contracts/topics';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { openLine } from '@entrada/platform/testing/line';
import { relayLeaderCount } from '@entrada/platform/testing/relay-leaders';
import pg from 'pg';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { runLedger } from '../../../test/harness/run-ledger.ts';
import { runCommand } from './run-operator.ts';

const TO = '2026-01-01T00:00:00Z';

test('a restore of charges is noted only when the ledger has read all that charges published', async () => {
  await using auth = await runAuth();
  await using events = await freshEventLog();
  await using database = await freshDatabase('charges');
  const noted = async () => {
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    try {
      return (await client.query<{ restored_to: Date }>('select restored_to from restore')).rows;
    } finally {
      await client.end();
    }
  };
  await using ledger = await runLedger(events);
  const env = {
    AUTH_ADDRESS: auth.service.address,
    LEDGER_ADDRESS: ledger.service.address,
    DATABASE_URL_CHARGES: database.url,
  };
  const run = () => runCommand(env, 'restored', '--to', TO, '--reason', 'drill');
  const headers = { 'event-id': 'a', version: '1' };
  const busy = await ledger.db.connect();
  await busy.query('begin; lock table inbox, parked_record in exclusive mode');
  await events.publish([{ topic: Topic.Charges, key: 'k', value: Buffer.from([1]), headers }]);

  expect(await run()).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The ledger has 1 record of entrada\.charges\.v1 left to read: .*\n$/,
    ),
  });
  expect(await noted()).toEqual([]);

  await busy.query('commit');
  busy.release();
  await eventually(async () => {
    const { rowCount } = await ledger.db.query('select from parked_record');
    expect(rowCount).toBe(1);
    expect(await run()).toMatchObject({ code: 0, stderr: '' });
  });
  expect(await noted()).toEqual([{ restored_to: new Date(TO) }]);
  const { rows } = await auth.db.query(
    `select actor, subject from audit_entry where action = 'charges.restored'`,
  );
  expect(rows).toEqual([{ actor: 'operator:ana', subject: 'service:charges' }]);
});

test('a restore of charges is not noted while charges is running', async () => {
  await using auth = await runAuth();
  await using bank = await runBank();
  await using events = await freshEventLog();
  await using charges = await runCharges({ bank, events, env: {} });
  await using ledger = await runLedger(events);
  const env = {
    AUTH_ADDRESS: auth.service.address,
    LEDGER_ADDRESS: ledger.service.address,
    DATABASE_URL_CHARGES: charges.databaseUrl,
  };

  // It has just started: its relay takes the lock in the background.
  await eventually(async () =>
    expect(await runCommand(env, 'restored', '--to', TO, '--reason', 'drill')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^charges is running on this database, .* Stop every process/),
    }),
  );
});

test('a restore of charges is not noted while no relay of charges leads because none can publish', async () => {
  await using auth = await runAuth();
  await using bank = await runBank();
  await using events = await freshEventLog();
  const eventsUrl = new URL(events.urlOf('charges'));
  await using line = await openLine(Number(eventsUrl.port));
  eventsUrl.port = String(line.port);
  await using charges = await runCharges({ bank, events: { urlOf: () => eventsUrl.href } });
  await using ledger = await runLedger(events);
  const env = {
    AUTH_ADDRESS: auth.service.address,
    LEDGER_ADDRESS: ledger.service.address,
    DATABASE_URL_CHARGES: charges.databaseUrl,
  };
  const leaderCount = () => relayLeaderCount(charges.db);
  await eventually(async () => expect(await leaderCount()).toBe(1));
  line.cut();
  await charges.db.query(
    `insert into outbox (topic, key, event_id, value) values ($1, 'k', uuidv7(), 'v')`,
    [Topic.Charges],
  );

  // A leader stays for ten seconds: none before and none after the command is none in between.
  const refused = await eventually(
    async () => {
      if ((await leaderCount()) > 0) return false;
      const ran = await runCommand(env, 'restored', '--to', TO, '--reason', 'drill');
      return (await leaderCount()) === 0 || ran.code === 0 ? ran : false;
    },
    { timeoutMs: 120_000 },
  );

  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^charges is running on this database, /),
  });
});

test('a restore of a dump from before its table is refused with what to do, and is not in the audit log', async () => {
  await using auth = await runAuth();
  await using events = await freshEventLog();
  await using database = await freshDatabase('charges');
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query('drop table restore');
  await client.end();
  await using ledger = await runLedger(events);
  const env = {
    AUTH_ADDRESS: auth.service.address,
    LEDGER_ADDRESS: ledger.service.address,
    DATABASE_URL_CHARGES: database.url,
  };

  expect(await runCommand(env, 'restored', '--to', TO, '--reason', 'drill')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The dump of charges is older than this release: migrate the database first .*\n$/,
    ),
  });
  const { rowCount } = await auth.db.query(
    `select from audit_entry where action = 'charges.restored'`,
  );
  expect(rowCount).toBe(0);
});

import { Topic } from '@entrada/contracts/topics';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { openLine } from '@entrada/platform/testing/line';
import { relayLeaderCount } from '@entrada/platform/testing/servers';
import pg from 'pg';
import { freshEventLog } from '../../test/harness/fresh-event-log.ts';
import { runAuth } from '../../test/harness/run-auth.ts';
import { runBank } from '../../test/harness/run-bank.ts';
import { runCharges } from '../../test/harness/run-charges.ts';
import { runLedger } from '../../test/harness/run-ledger.ts';
import { runCommand } from './run-operator.ts';

const TO = '2026-01-01T00:00:00Z';
const RUNNING = /^charges is running on this database/;

async function inDatabase(url: string, text: string): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

const noteRestore = (url: string) => inDatabase(url, `select note_restore('${TO}')`);

test('a restore of charges may be noted only when the ledger has read all that charges published', async () => {
  await using auth = await runAuth();
  await using events = await freshEventLog();
  await using database = await freshDatabase('charges');
  await using ledger = await runLedger(events);
  const env = { AUTH_ADDRESS: auth.service.address, LEDGER_ADDRESS: ledger.service.address };
  const run = () => runCommand(env, 'restored', '--to', TO, '--reason', 'drill', '--json');
  const headers = { 'event-id': 'a', version: '1' };
  const busy = await ledger.db.connect();
  await busy.query('begin; lock table inbox, parked_record in exclusive mode');
  await events.publish([{ topic: Topic.Charges, key: 'k', value: Buffer.from([1]), headers }]);

  const refused = await run();
  expect(refused.code).toBe(1);
  expect(`${refused.stdout}${refused.stderr}`).toMatch(
    /The ledger has 1 record of entrada\.charges\.v1 left to read: /,
  );

  await busy.query('commit');
  busy.release();
  const { statement } = await eventually(async () => {
    const { rowCount } = await ledger.db.query('select from parked_record');
    expect(rowCount).toBe(1);
    const ran = await run();
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(ran.stdout);
  });
  await inDatabase(database.adminUrl, statement);
  expect(await inDatabase(database.adminUrl, 'select restored_to from restore')).toEqual([
    { restored_to: new Date(TO) },
  ]);
  const { rows } = await auth.db.query(
    `select actor, subject from audit_entry where action = 'charges.restored'`,
  );
  expect(rows).toEqual([{ actor: 'operator:ana', subject: 'service:charges' }]);
});

test('a restore of charges is not noted while charges is running', async () => {
  await using bank = await runBank();
  await using events = await freshEventLog();
  await using charges = await runCharges({ bank, events, env: {} });

  // It has just started: its relay takes the lock in the background.
  await eventually(() => expect(noteRestore(charges.databaseUrl)).rejects.toThrow(RUNNING));
});

test('a restore of charges is not noted while no relay of charges leads because none can publish', async () => {
  await using bank = await runBank();
  await using events = await freshEventLog();
  const eventsUrl = new URL(events.urlOf('charges'));
  await using line = await openLine(Number(eventsUrl.port));
  eventsUrl.port = String(line.port);
  await using charges = await runCharges({ bank, events: { urlOf: () => eventsUrl.href } });
  const leaderCount = () => relayLeaderCount(charges.db);
  await eventually(async () => expect(await leaderCount()).toBe(1));
  line.cut();
  await charges.db.query(
    `insert into outbox (topic, key, event_id, value) values ($1, 'k', uuidv7(), 'v')`,
    [Topic.Charges],
  );

  // A leader stays for ten seconds: none before and none after the statement is none in between.
  const refused = await eventually(
    async () => {
      if ((await leaderCount()) > 0) return false;
      const outcome = await noteRestore(charges.databaseUrl).catch((error: Error) => error);
      return (await leaderCount()) === 0 || !(outcome instanceof Error) ? outcome : false;
    },
    { timeoutMs: 120_000 },
  );

  expect(String(refused)).toMatch(/charges is running on this database/);
});

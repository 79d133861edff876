import { Client } from 'pg';
import { createRoles, urlAs } from '../../src/db/roles.ts';
import { createTopics, requireSafeTopics } from '../../src/events/admin.ts';
import { openPostgresEventLog } from '../../src/events/postgres/log.ts';
import { freshDatabase, withTestClient } from '../../src/testing/database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { forTests } from '../../src/testing/for-tests.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

const CHARGES = 'entrada_charges_app';
const LEDGER = 'entrada_ledger_app';
const RIGHTS = {
  topics: { 'topic-of-charges': CHARGES, 'topic-of-ledger': LEDGER },
  groups: { ledger: LEDGER },
};
const append = (topic: string) => `
  select append_records(array['${topic}'], array[0], array['k'], array[''::bytea], array['{}'::jsonb])`;
const insert = (topic: string) => `
  insert into log_record (topic, partition, log_offset, key, value, headers) values ('${topic}', 0, 99, 'k', '', '{}')`;
const started = `
  insert into group_offset (consumer_group, topic, partition, next_offset) values ('ledger', 'topic-of-charges', 0, 0)`;

const database = forTests(() => freshDatabase('events'));
beforeAll(async () => {
  await createTopics(
    { eventsDatabaseUrl: database.adminUrl },
    { topics: Object.keys(RIGHTS.topics), partitions: 1, rights: RIGHTS },
  );
  await ask('admin', append('topic-of-charges'));
  await ask('admin', started);
});

function ask(service: string, text: string) {
  const { adminUrl } = database;
  return inDatabase(service === 'admin' ? adminUrl : urlAs(adminUrl, service, 'app'), text);
}

const inDatabase = (url: string, text: string) =>
  withTestClient(url, (client) => client.query(text));

test.each([
  ['charges', 'topic-of-charges'],
  ['ledger', 'topic-of-ledger'],
])('%s appends to its own topic', async (service, topic) => {
  await ask(service, append(topic));
});

test.each([
  ['charges', 'topic-of-ledger'],
  ['ledger', 'topic-of-charges'],
  ['webhooks', 'topic-of-charges'],
  ['webhooks', 'topic-of-ledger'],
  ['events', 'topic-of-charges'],
])('%s cannot append to %s, by the function or by a statement', async (service, topic) => {
  for (const statement of [append(topic), insert(topic)]) {
    await expect(ask(service, statement)).rejects.toThrow(/row-level security policy/);
  }
});

test.each([
  [`update log_record set value = 'forged'`, /permission denied/],
  [`update log_record set topic = 'topic-of-ledger'`, /permission denied/],
  [`update log_partition set topic = 'topic-of-ledger'`, /permission denied/],
  [`insert into log_partition (topic, partition) values ('more', 0)`, /permission denied/],
  [`insert into log_right values ('topic', 'more', '${LEDGER}')`, /permission denied/],
  [`update log_right set role = '${LEDGER}'`, /permission denied/],
  ['delete from log_right', /permission denied/],
  ['truncate log_record', /permission denied/],
  ['alter table log_record disable row level security', /must be owner/],
  ['drop policy append on log_record', /must be owner/],
  [`set role ${CHARGES}`, /permission denied/],
  ['set row_security = off; select count(*) from log_record', /would be affected by row-level/],
])('no service can %s', async (statement, refusal) => {
  for (const service of ['ledger', 'webhooks']) {
    await expect(ask(service, statement)).rejects.toThrow(refusal);
  }
});

test('records that may still be read are removed by nobody, and old ones by consumers', async () => {
  await ask('admin', append('topic-of-charges'));
  await expect(ask('ledger', 'delete from log_record')).rejects.toThrow(/permission denied/);
  expect((await ask('ledger', 'select from prune_records(9)')).rowCount).toBe(0);
  await ask('admin', `update log_record set at = now() - interval '31 days'`);
  expect((await ask('webhooks', 'select from prune_records(9)')).rowCount).toBeGreaterThan(0);
});

test.each(['log_record', 'log_partition', 'group_offset'])(
  'no service can lock %s against the others',
  async (table) => {
    for (const service of ['ledger', 'webhooks']) {
      const lock = `begin; lock table ${table} in share row exclusive mode`;
      await expect(ask(service, lock)).rejects.toThrow(/permission denied/);
    }
  },
);

test('the position of a consumer is moved by that consumer only', async () => {
  const move = `update group_offset set next_offset = 7 where consumer_group = 'ledger'`;
  for (const service of ['webhooks', 'charges']) {
    expect((await ask(service, move)).rowCount).toBe(0);
    await expect(ask(service, started.replace(', 0, 0)', ', 5, 7)'))).rejects.toThrow(
      /row-level security policy/,
    );
  }
  expect((await ask('ledger', move)).rowCount).toBe(1);
});

/** Whatever a consumer of the log has ever locked in its database, and what it locks in its own. */
const LOCKS = ['consumer ledger', 'ledger topic-of-charges 0', 'outbox relay'];

test('no other service can keep a consumer from reading, whatever it locks or writes in the log', async () => {
  await using held = new AsyncDisposableStack();
  const own = held.use(await freshDatabase('ledger'));
  await ask('admin', 'update group_offset set next_offset = 0');
  const attacker = new Client({ connectionString: urlAs(database.adminUrl, 'webhooks', 'app') });
  await attacker.connect();
  held.defer(() => attacker.end());
  for (const name of LOCKS)
    await attacker.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
  await attacker.query('begin');
  for (const table of ['log_record', 'log_partition', 'group_offset'])
    await attacker.query(`lock table ${table} in access share mode`);
  await attacker.query('select from log_partition for update');
  await attacker.query('select from group_offset for update');
  await attacker.query('update group_offset set next_offset = 1000');
  await expect(inDatabase(urlAs(own.adminUrl, 'webhooks', 'app'), 'select')).rejects.toThrow(
    'permission denied for database',
  );
  const received: string[] = [];
  const url = urlAs(database.adminUrl, 'ledger', 'app');
  const log = held.use(openPostgresEventLog({ url, runtime: testRuntime() }));
  const options = { group: 'ledger', topics: ['topic-of-charges'], databaseUrl: own.url };

  await log.subscribe(options, async (records) => {
    received.push(...records.map(({ offset }) => offset));
  });
  await ask('charges', append('topic-of-charges'));

  const { rows } = await ask('admin', 'select max(log_offset) as last from log_record');
  await eventually(() => received.includes(rows[0].last));
});

const all = Object.keys(RIGHTS.topics);
const start = (eventsDatabaseUrl: string, own: string[]) =>
  requireSafeTopics({ eventsDatabaseUrl, mode: 'live' }, { all, own }, testRuntime());

test('in live mode a service starts when it may write its own topics only', async () => {
  using _charges = await start(urlAs(database.adminUrl, 'charges', 'app'), ['topic-of-charges']);
  using _webhooks = await start(urlAs(database.adminUrl, 'webhooks', 'app'), []);
});

test.each([
  ['the role of another service', 'charges', /entrada_charges_app .* may write topic-of-charges/],
  ['an administrator', 'admin', /owns the event log or bypasses its rules/],
])('in live mode a service refuses to start as %s', async (_who, service, problem) => {
  const url = service === 'admin' ? database.adminUrl : urlAs(database.adminUrl, service, 'app');
  await expect(start(url, ['topic-of-ledger'])).rejects.toThrow(problem);
});

test('in live mode a service refuses to start as the owner, or as a member of two services', async () => {
  const { adminUrl } = database;
  await withTestClient(adminUrl, async (admin) => {
    await createRoles({ admin, adminUrl }, 'both');
    await admin.query(`grant ${CHARGES}, ${LEDGER} to entrada_both_app`);
  });
  await expect(start(urlAs(adminUrl, 'both', 'app'), ['topic-of-ledger'])).rejects.toThrow(
    'may write topic-of-charges',
  );
  const owner = urlAs(adminUrl, 'events', 'migrator');
  await expect(start(owner, ['topic-of-ledger'])).rejects.toThrow('owns the event log');
});

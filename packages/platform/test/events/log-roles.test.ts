import { Client } from 'pg';
import { createRoles, urlAs } from '../../src/db/roles.ts';
import { createTopics } from '../../src/events/create-topics.ts';
import { requireSafeTopics } from '../../src/events/safe-topics.ts';
import { freshDatabase, type TestDatabase } from '../../src/testing/database.ts';
import { openTestRuntime } from '../support/test-runtime.ts';

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
const join = (member: string) => `
  insert into group_member (consumer_group, member_id, topics) values ('ledger', '${member}', array['topic-of-charges'])
  on conflict (consumer_group, member_id) do update set seen_at = clock_timestamp()`;
const MEMBER = '00000000-0000-4000-8000-000000000001';
const INVENTED = '00000000-0000-4000-8000-000000000002';
const started = `
  insert into group_offset (consumer_group, topic, partition, next_offset) values ('ledger', 'topic-of-charges', 0, 0)`;

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase('events');
  await createTopics(
    { eventsDatabaseUrl: database.adminUrl },
    { topics: Object.keys(RIGHTS.topics), partitions: 1, rights: RIGHTS },
  );
  await ask('admin', append('topic-of-charges'));
  await ask('admin', started);
});

afterAll(() => database?.[Symbol.asyncDispose]());

async function ask(service: string, text: string) {
  const url = service === 'admin' ? database.adminUrl : urlAs(database.adminUrl, service, 'app');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

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

test('members of a consumer group are added, renewed and removed by that consumer only', async () => {
  await ask('ledger', join(MEMBER));
  for (const service of ['webhooks', 'charges']) {
    for (const member of [MEMBER, INVENTED]) {
      await expect(ask(service, join(member))).rejects.toThrow(/row-level security policy/);
    }
    const leave = `update group_member set seen_at = '-infinity' where consumer_group = 'ledger'`;
    expect((await ask(service, leave)).rowCount).toBe(0);
    const move = `update group_member set consumer_group = 'ledger'`;
    await expect(ask(service, move)).rejects.toThrow(/permission denied/);
    await expect(ask(service, 'delete from group_member')).rejects.toThrow(/permission denied/);
    await ask(service, 'select from prune_members(9)');
  }
  const { rows } = await ask('admin', 'select member_id from group_member');
  expect(rows).toEqual([{ member_id: MEMBER }]);
  await ask('ledger', join(MEMBER));
});

test.each(['log_record', 'log_partition', 'group_offset', 'group_member'])(
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

const all = Object.keys(RIGHTS.topics);
const start = (eventsDatabaseUrl: string, own: string[]) =>
  requireSafeTopics({ eventsDatabaseUrl, mode: 'live' }, { all, own }, openTestRuntime());

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
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    const { adminUrl } = database;
    await createRoles({ admin, adminUrl }, 'both');
    await admin.query(`grant ${CHARGES}, ${LEDGER} to entrada_both_app`);
    await expect(start(urlAs(adminUrl, 'both', 'app'), ['topic-of-ledger'])).rejects.toThrow(
      'may write topic-of-charges',
    );
  } finally {
    await admin.end();
  }
  const owner = urlAs(database.adminUrl, 'events', 'migrator');
  await expect(start(owner, ['topic-of-ledger'])).rejects.toThrow('owns the event log');
});

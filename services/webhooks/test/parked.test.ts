import { randomUUID } from 'node:crypto';
import { ChargeEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { listParked, requestRetry } from '@entrada/platform/events/parked';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { signed } from '../../../test/harness/event-keys.ts';
import { credited, expired } from './event-records.ts';
import { startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const webhooks = forTests(() => webhooksUnderTest());

test('a parked event that is retried is delivered once, and before the one that waited behind it', async () => {
  await using receiver = await startReceiver();
  const { accountId } = await webhooks.endpointAt(receiver.url);
  const [first, second] = [credited(accountId), credited(accountId)];
  const malformed = { ...first, value: Buffer.from('malformed') };
  await webhooks.publish([malformed, { ...second, key: first.key }]);
  await eventually(async () =>
    expect(await listParked(webhooks.db, 10)).toMatchObject([
      { key: first.key, reason: 'undecodable', waitingBehind: 1 },
    ]),
  );
  expect(receiver.log).toEqual([]);
  // As a version that can read it would find it.
  const fix = `update parked_record set value = $1, headers = $2 where reason = 'undecodable'`;
  await webhooks.db.query(fix, [first.value, signed(first).headers]);

  await requestRetry(webhooks.db, { group: 'webhooks', topic: Topic.Ledger, key: first.key });

  await eventually(() => receiver.log.length === 2);
  const { events } = await webhooks.rpc.listEvents({ accountId });
  expect(events.map((body) => JSON.parse(body).id)).toEqual(
    [first, second].map(({ headers }) => headers['event-id']),
  );
  expect(await listParked(webhooks.db, 10)).toEqual([]);
});

test.each([
  ['of a version that we do not know', { version: 2 }, 'unsupported event version 2'],
  ['in another currency', { currency: 'USD' }, 'unsupported currency USD'],
])('an event of charges %s is parked, not delivered', async (_, unsupported, problem) => {
  const accountId = randomUUID();
  const record = expired(accountId, randomUUID());
  const message = ChargeEvent.deserialize(record.value);
  await webhooks.publish([
    { ...record, value: ChargeEvent.serialize({ ...message, ...unsupported }) },
  ]);

  await eventually(async () =>
    expect(await listParked(webhooks.db, 10)).toContainEqual(
      expect.objectContaining({
        key: record.key,
        reason: 'undecodable',
        detail: expect.stringContaining(problem),
      }),
    ),
  );
  expect((await webhooks.rpc.listEvents({ accountId })).events).toEqual([]);
});

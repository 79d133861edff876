import { Topic } from '@entrada/contracts/topics';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { testBackupsBehind } from './behind-at-backup.ts';
import { clientOf } from './client.ts';
import { followPage } from './follow-page.ts';
import { drillLostStretch } from './lost-stretch.ts';
import { DRILL_MAX_MS, PATIENT } from './patience.ts';
import { startRestorableSystem } from './restorable-system.ts';
import { expectSettled } from './settled.ts';

const SUCCESS = 'DEPOSIT_ASSET_SUCCESS';

describeNeeding(['postgres'], 'the way of events after a disaster', () => {
  const begunAt = new Date();
  const system = forTests(() => startRestorableSystem({}));
  const client = forTests(() => clientOf(system));

  test(
    'webhooks restored: events come again under their ids, and no cursor of the feed skips one',
    async () => {
      const before = await client.deposit(10_000);
      const restoredTo = await system.snapshot('webhooks');
      const after = await client.deposit(4_000);
      await client.refund(after.charge, 1_000);
      await client.returnByBank(before.endToEndId, 500);
      await eventually(async () => {
        expect(await client.balance()).toMatchObject({ available: 9_900 + 3_960 - 1_500 });
      }, PATIENT);
      const { cursor } = await client.feed('');

      await followPage(system, 'webhooks', { restoredTo });

      const repeated = await eventually(() => {
        const events = client.eventsAbout(SUCCESS, after.charge.id);
        return events.length > 1 && events;
      }, PATIENT);
      expect(new Set(repeated.map(({ id }) => id)).size).toBe(1);
      const later = await client.deposit(300);
      await eventually(async () => {
        const { events } = await client.feed(cursor);
        expect(events.map(({ id }) => id)).toContain(
          client.eventsAbout(SUCCESS, later.charge.id)[0]?.id,
        );
      }, PATIENT);
      await expectSettled(system, client, begunAt);
    },
    DRILL_MAX_MS,
  );

  test(
    'both topics of the event log lost a stretch: what nobody had read arrives, once',
    async () => {
      const lose = async (since: Date, unread: string) => {
        const lost: string[] = [];
        await eventually(async () => {
          const rows = await system.query<{ topic: string; key: string }>(
            'events',
            'delete from log_record where at >= $1 returning topic, key',
            [since],
          );
          lost.push(...rows.flatMap(({ topic, key }) => [topic, key]));
          expect(lost).toEqual(expect.arrayContaining([Topic.Ledger, unread]));
        }, PATIENT);
      };
      await drillLostStretch({ system, client, begunAt, lose });
    },
    DRILL_MAX_MS,
  );

  testBackupsBehind({ system, client, begunAt });
});

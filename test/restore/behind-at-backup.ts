import { eventually } from '@entrada/platform/testing/eventually';
import { type Client, paidCharge } from './client.ts';
import { followPage } from './follow-page.ts';
import { DRILL_MAX_MS, PATIENT } from './patience.ts';
import type { RestorableSystem } from './restorable-system.ts';
import { expectSettled } from './settled.ts';

const SUCCESS = 'DEPOSIT_ASSET_SUCCESS';

type Drill = {
  readonly system: RestorableSystem;
  readonly client: Client;
  readonly begunAt: Date;
};

/** Databases that had not read the newest events when their backups were made. */
export function testBackupsBehind(drill: Drill): void {
  test(
    'the ledger was behind at its backup: every cent is booked, once',
    () => drillLedgerBehind(drill),
    DRILL_MAX_MS,
  );

  test(
    'webhooks was behind at its backup: every event is sent, under one id',
    () => drillWebhooksBehind(drill),
    DRILL_MAX_MS,
  );
}

/** The ledger had not read a payment when its backup was made, and booked it afterwards. */
async function drillLedgerBehind({ system, client, begunAt }: Drill): Promise<void> {
  await client.deposit(1_000);
  const { available } = await client.balance();
  await system.stop('ledger');
  const unread = await paidCharge(client, 20_000);
  const restoredTo = await system.snapshot('ledger');
  await expectBalance(client, available + 19_800);

  await followPage(system, 'ledger', { restoredTo });

  await expectBalance(client, available + 19_800);
  await expectOneEvent(client, unread.id);
  await expectSettled(system, client, begunAt);
}

/** Webhooks had not read a credit when its backup was made, and delivered it afterwards. */
async function drillWebhooksBehind({ system, client, begunAt }: Drill): Promise<void> {
  await client.deposit(1_000);
  const { available } = await client.balance();
  await system.stop('webhooks');
  const unread = await paidCharge(client, 3_000);
  await expectBalance(client, available + 2_970);
  const restoredTo = await system.snapshot('webhooks');
  await expectOneEvent(client, unread.id);

  await followPage(system, 'webhooks', { restoredTo });

  await eventually(() => {
    expect(client.eventsAbout(SUCCESS, unread.id).length).toBeGreaterThan(1);
  }, PATIENT);
  await expectOneEvent(client, unread.id);
  await expectSettled(system, client, begunAt);
}

function expectBalance(client: Client, available: number): Promise<void> {
  return eventually(
    async () => expect(await client.balance()).toMatchObject({ available }),
    PATIENT,
  );
}

/** However often it was delivered. */
async function expectOneEvent(client: Client, chargeId: string): Promise<void> {
  await eventually(() => {
    const ids = client.eventsAbout(SUCCESS, chargeId).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
  }, PATIENT);
}

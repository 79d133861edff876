import type { CreatedDeposit as Charge } from '@entrada/client/deposits';
import { eventually } from '@entrada/platform/testing/eventually';
import { type Client, paidCharge } from './client.ts';
import { followPage } from './follow-page.ts';
import { PATIENT } from './patience.ts';
import type { RestorableSystem } from './restorable-system.ts';
import { expectSettled } from './settled.ts';

const SUCCESS = 'DEPOSIT_ASSET_SUCCESS';

type Drill = {
  readonly system: RestorableSystem;
  readonly client: Client;
  readonly begunAt: Date;
  /** Loses what both topics have from this time on, when they have a credit and the charge that nobody has read. */
  readonly lose: (since: Date, unreadChargeId: string) => Promise<void>;
};

/** Both topics lose records that nobody had read; the page brings each to everybody, once. */
export async function drillLostStretch({ system, client, begunAt, lose }: Drill): Promise<void> {
  const known = await client.deposit(5_000);
  await system.stop('webhooks');
  const restoredTo = new Date();
  const credited = await paidCharge(client, 7_000);
  await eventually(async () => expect(await isBooked(system, credited)).toBe(true), PATIENT);
  await system.stop('ledger');
  const confirmed = await paidCharge(client, 3_000);
  await lose(restoredTo, confirmed.id);
  const later = await paidCharge(client, 2_000);
  for (const service of ['ledger', 'webhooks']) await system.start(service);

  await followPage(system, 'event log', { restoredTo });

  const charges = [known.charge, credited, confirmed, later];
  await eventually(() => {
    for (const { id } of charges) expect(client.eventsAbout(SUCCESS, id)).not.toEqual([]);
  }, PATIENT);
  await expectSettled(system, client, begunAt);
  for (const { id } of charges) {
    const ids = client.eventsAbout(SUCCESS, id).map((event) => event.id);
    expect(new Set(ids).size).toBe(1);
  }
}

async function isBooked({ query }: RestorableSystem, { id }: Charge): Promise<boolean> {
  const text = `select from ledger_transaction where charge_id = $1 and kind = 'DEPOSIT'`;
  return (await query('ledger', text, [id])).length === 1;
}

import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import type { RunningBank } from '../../../test/harness/run-bank.ts';
import type { runCharges } from '../../../test/harness/run-charges.ts';
import type { runWebhooks } from '../../../test/harness/run-webhooks.ts';
import type { UnderTest } from './ledger-under-test.ts';

type Running = {
  readonly ledger: UnderTest;
  readonly bank: RunningBank;
  readonly charges: Awaited<ReturnType<typeof runCharges>>;
  readonly webhooks: Awaited<ReturnType<typeof runWebhooks>>;
};
type NewDeposit = {
  readonly accountId: string;
  readonly chargeId: string;
  readonly paymentLinkId: string;
  readonly emv: string;
};

/** Deposits that are paid too much, each step until the ledger has booked it. */
export function overpaidDeposits({ ledger, bank, charges, webhooks }: Running) {
  async function create(): Promise<NewDeposit> {
    const accountId = randomUUID();
    const { charge } = await charges.rpc.createCharge({ accountId, valueCents: 5000 });
    if (!charge) throw new Error('no charge');
    const { id: chargeId, paymentLinkId, emv } = charge;
    return { accountId, chargeId, paymentLinkId, emv };
  }

  async function overpay({ accountId, paymentLinkId, emv }: NewDeposit): Promise<string> {
    const { endToEndId } = await bank.pay(emv, { value: 5300 });
    await eventually(async () => {
      const found = await charges.rpc.getCharge({ accountId, paymentLinkId });
      expect(found.charge?.status).toBe('CHARGE_STATUS_COMPLETED');
    });
    await ledger.holds(accountId, 4950, 300);
    return endToEndId;
  }

  async function refundInPart({ accountId, paymentLinkId }: NewDeposit): Promise<void> {
    const idempotency = { key: randomUUID(), fingerprint: 'x' };
    await charges.rpc.refundCharge({ accountId, paymentLinkId, valueCents: 1000, idempotency });
    await ledger.holds(accountId, 3950, 300);
  }

  /** Credited, published, and being refunded in part. */
  async function refunded() {
    const charge = await create();
    const { accountId, chargeId } = charge;
    const endToEndId = await overpay(charge);
    await refundInPart(charge);
    await eventually(async () => {
      const known = 'select from webhook_event where charge_id = $1';
      expect((await webhooks.db.query(known, [chargeId])).rowCount).toBeGreaterThan(1);
    });
    return { accountId, chargeId, endToEndId };
  }

  return { create, overpay, refundInPart, refunded };
}

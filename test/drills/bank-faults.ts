import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import { type Holder, newHolder } from '../e2e/system-under-test.ts';
import { sandboxAt } from '../harness/sandbox.ts';
import { alert, type Fault } from './fault.ts';
import { patient } from './patience.ts';
import type { Stage } from './stage.ts';

const SECOND_MS = 1_000;
const LONG_AGO_MS = 500_000;
const CALLS_MAX = 10_000;

/** Another fault leaves auth little time, so that some requests fail. */
function created(api: Holder['api']) {
  return eventually(() => api.deposits.create({ value: 1_000 }), patient);
}

/** A deposit of 1,000 cents that was paid and credited, of an account that has nothing else. */
async function creditedDeposit({ system }: Stage) {
  await using holder = await eventually(() => newHolder(system), patient);
  const { api } = holder;
  const { emv, paymentLinkId } = await created(api);
  const [payment] = await payAtBank(system.bankUrl, emv);
  await eventually(async () => {
    expect((await api.balance()).available).toBeGreaterThan(0);
  }, patient);
  return { api, paymentLinkId, endToEndId: payment?.endToEndId };
}

/** A payment of another amount than was asked for. */
async function payTooLittle({ holder, system }: Stage, { notify }: { readonly notify: boolean }) {
  const { emv } = await created(holder.api);
  await payAtBank(system.bankUrl, emv, { value: 999, notify });
}

/** What the bank does or says. */
export const BANK_FAULTS: readonly Fault[] = [
  {
    title: 'a bank that contradicts itself about a payment, then cannot list a second',
    async make(stage) {
      const contradiction = { operation: 'get-pix', fault: 'contradictory', count: CALLS_MAX };
      await sandboxAt(stage.system.bankUrl).fail(contradiction);
      await payTooLittle(stage, { notify: false });
    },
    alerts: [alert('UnclearPayments')],
    async end(stage) {
      const bank = sandboxAt(stage.system.bankUrl);
      await bank.clearFaults();
      await payTooLittle(stage, { notify: true });
      // From before this system began: it holds no payment that another fault is about.
      const begun = Date.now() - LONG_AGO_MS;
      const [from, to] = [begun, begun + SECOND_MS].map((time) => new Date(time).toISOString());
      const unreadable = { operation: 'list-pix', fault: 'malformed', count: CALLS_MAX };
      await bank.fail({ ...unreadable, window: { from, to } });
    },
    alertsAfter: [alert('SuspenseHeld'), alert('BankWindowsUnread')],
  },
  {
    title: 'money that the bank takes back with the fee, and a refund that it does not settle',
    async make(stage) {
      const [taken, refunded] = [await creditedDeposit(stage), await creditedDeposit(stage)];
      const { endToEndId } = taken;
      const bank = sandboxAt(stage.system.bankUrl);
      await bank.returnPayment({ endToEndId, natureza: 'MED_FRAUDE' });
      await eventually(
        () => refunded.api.deposits.refund(refunded.paymentLinkId, { value: 100 }),
        patient,
      );
    },
    alerts: [alert('OwedHeld'), alert('RefundStuck')],
  },
];

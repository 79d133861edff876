import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../../scripts/client/pay-at-bank.ts';
import { newHolder } from '../e2e/system-under-test.ts';
import { atTheBank } from './at-the-bank.ts';
import { alert, type Fault } from './fault.ts';
import { DAY_MS, patient } from './patience.ts';
import type { Stage } from './stage.ts';

const SECOND_MS = 1_000;
const LONG_AGO_MS = 500_000;
const LISTS_MAX = 10_000;

/** A deposit of 1,000 cents that was paid and credited, of an account that has nothing else. */
async function creditedDeposit({ system }: Stage) {
  await using holder = await newHolder(system);
  const { api } = holder;
  const { emv, paymentLinkId } = await api.deposits.create({ value: 1_000 });
  const [payment] = await payAtBank(system.bankUrl, emv);
  await eventually(async () => {
    expect((await api.balance()).available).toBeGreaterThan(0);
  }, patient);
  return { api, paymentLinkId, endToEndId: payment?.endToEndId };
}

/** What the bank does or says. */
export const BANK_FAULTS: readonly Fault[] = [
  {
    title: 'money that the bank takes back with the fee, and a refund that it does not settle',
    async make(stage) {
      const { bankUrl } = stage.system;
      const [taken, refunded] = [await creditedDeposit(stage), await creditedDeposit(stage)];
      const { endToEndId } = taken;
      await atTheBank(bankUrl, 'return', { endToEndId, natureza: 'MED_FRAUDE' });
      const unsettled = { operation: 'settle-refund', fault: 'delay', ms: DAY_MS };
      await atTheBank(bankUrl, 'faults', unsettled);
      await refunded.api.deposits.refund(refunded.paymentLinkId, { value: 100 });
    },
    alerts: [alert('OwedHeld'), alert('RefundStuck')],
  },
  {
    title: 'a second of the list of the bank that cannot be read',
    async make({ system }) {
      // From before this system began: it holds no payment that another fault is about.
      const begun = Date.now() - LONG_AGO_MS;
      const [from, to] = [begun, begun + SECOND_MS].map((time) => new Date(time).toISOString());
      const fault = { operation: 'list-pix', fault: 'malformed', count: LISTS_MAX };
      await atTheBank(system.bankUrl, 'faults', { ...fault, window: { from, to } });
    },
    alerts: [alert('BankWindowsUnread')],
  },
];

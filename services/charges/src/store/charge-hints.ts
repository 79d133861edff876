import type { Charge } from '../domain/charge.ts';
import type { Charges } from '../ports.ts';

export type NoteChanges = (hints: readonly string[]) => void;

/** What others learn of a change: whose charge, its status and what was received for it. */
export function chargeHint({ accountId, paymentLinkId, status, receivedCents }: Charge): string {
  return `${accountId} ${paymentLinkId} ${status} ${receivedCents}`;
}

/** Notes each charge that is inserted. */
export function notingInserts(charges: Charges, note: NoteChanges): Charges {
  return {
    ...charges,
    async insert(charge, by) {
      const outcome = await charges.insert(charge, by);
      if (outcome === 'INSERTED') note([chargeHint(charge)]);
      return outcome;
    },
  };
}

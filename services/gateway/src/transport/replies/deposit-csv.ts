import type { Charge } from '../../domain/charge.ts';
import { amountColumns, type Column } from './csv.ts';

/** A deposit as one line: what identifies it, what became of it, its amounts. */
export const DEPOSIT_COLUMNS: readonly Column<Charge>[] = [
  text('id'),
  text('paymentLinkId'),
  text('externalId'),
  text('description'),
  text('status'),
  time('createdAt'),
  time('expiresAt'),
  time('paidAt'),
  text('endToEndId'),
  ...amountColumns<Charge>('value', ({ value }) => value),
  ...amountColumns<Charge>('fee', ({ fee }) => fee),
  ...amountColumns<Charge>('paidValue', ({ paidValue }) => paidValue),
  ...amountColumns<Charge>('creditedValue', ({ creditedValue }) => creditedValue),
  ...amountColumns<Charge>('refundedValue', ({ refundedValue }) => refundedValue),
  { name: 'metadata', kind: 'text', of: ({ metadata }) => JSON.stringify(metadata) },
  { name: 'payerName', kind: 'text', of: ({ payer }) => payer?.name ?? null },
  { name: 'payerDocument', kind: 'text', of: ({ payer }) => payer?.document ?? null },
];

type Texts = 'id' | 'paymentLinkId' | 'externalId' | 'description' | 'status' | 'endToEndId';

function text(name: Texts): Column<Charge> {
  return { name, kind: 'text', of: (charge) => charge[name] };
}

function time(name: 'createdAt' | 'expiresAt' | 'paidAt'): Column<Charge> {
  return { name, kind: 'time', of: (charge) => charge[name] };
}

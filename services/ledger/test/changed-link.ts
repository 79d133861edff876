import type { Booking } from '../src/domain/book.ts';
import { MovementKind } from '../src/domain/posting.ts';

/** Changes one byte of what is stored of a link: its text field by field, its amounts, or its hash. */
export function withByteChanged(link: Booking, at: number, flip: number): Booking {
  const text = (value: string | null) =>
    value === null
      ? 'x'
      : String.fromCharCode(value.charCodeAt(0) ^ (flip & 15 || 1)) + value.slice(1);
  const [line, ...rest] = link.lines;
  const changes: Booking[] = [
    { ...link, id: text(link.id) },
    { ...link, kind: link.kind === MovementKind.Deposit ? 'SUSPENSE' : 'DEPOSIT' },
    { ...link, chargeId: text(link.chargeId) },
    { ...link, paymentLinkId: text(link.paymentLinkId) },
    { ...link, endToEndId: text(link.endToEndId) },
    { ...link, reference: text(link.reference) },
    { ...link, seq: link.seq + flip },
    { ...link, at: new Date(link.at.getTime() + flip) },
    {
      ...link,
      hash: Buffer.from(link.hash.map((byte, i) => (i === at % 32 ? byte ^ flip : byte))),
    },
    line ? { ...link, lines: [{ ...line, amountCents: line.amountCents + flip }, ...rest] } : link,
    line ? { ...link, lines: [{ ...line, balanceCents: flip }, ...rest] } : link,
    { ...link, lines: rest },
  ];
  return changes[at % changes.length] ?? link;
}

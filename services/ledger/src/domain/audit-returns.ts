import type { Booked } from './book.ts';
import { MovementKind } from './posting.ts';

/** Money of a payment that the bank returned, or is about to. */
export type ReturnAtBank = {
  /** The id under which it was asked for, ours or the bank's. */
  readonly id: string;
  readonly valueCents: number;
  readonly isSettled: boolean;
};

/** A payment as the bank knows it. */
export type PaymentAtBank = {
  readonly endToEndId: string;
  readonly paidCents: number;
  readonly paidAt: Date;
  /** Without those that the bank refused. */
  readonly returns: readonly ReturnAtBank[];
};

const RECEIVED: ReadonlySet<MovementKind> = new Set([MovementKind.Deposit, MovementKind.Suspense]);

/** What has gone back, or is held to go back, by the books of a charge or a payment. */
export function returnedOnBooks(booked: readonly Booked[]): number {
  let cents = 0;
  for (const { kind, lines } of booked) {
    if (RECEIVED.has(kind)) continue;
    for (const { account, amountCents } of lines) {
      if (account === 'settlement' || account === 'refunds') cents += amountCents;
    }
  }
  return cents;
}

/**
 * What the id of a transaction, or of a return at the bank, is derived from. A refund has one end and
 * an exception one decision, whichever it is: both ends share the id, so the database refuses the second.
 */
type MovementSubject =
  | 'deposit'
  | 'suspense'
  | 'resolution'
  | 'suspense-return'
  | 'refund-hold'
  | 'refund-end'
  | 'bank-return'
  | 'payment-return'
  | 'return-correction'
  | 'owed-advance'
  | 'owed-repayment';
export type IdOf = (subject: MovementSubject, id: string) => string;

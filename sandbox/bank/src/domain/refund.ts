import type { RefundStatus } from '@entrada/pix/client/refund';

/** Why money goes back, in the words of the Pix API. */
export const NATUREZAS = [
  'ORIGINAL',
  'RETIRADA',
  'MED_OPERACIONAL',
  'MED_FRAUDE',
  'MED_PIX_AUTOMATICO',
] as const;
export type Natureza = (typeof NATUREZAS)[number];

export type Refund = {
  readonly endToEndId: string;
  /** Chosen by the client, unique per payment. */
  readonly id: string;
  readonly origin: 'RECEIVER' | 'BANK';
  readonly natureza: Natureza;
  readonly rtrId: string;
  readonly valueCents: number;
  readonly status: RefundStatus;
  readonly requestedAt: Date;
  readonly settledAt: Date | null;
};

export type NewRefund = Refund & {
  readonly settlesAt: Date;
  readonly settlesAs: 'DEVOLVIDO' | 'NAO_REALIZADO';
};

import type { CobStatus } from '@entrada/pix/client/cob';

/** Fields of a request that the bank only keeps and repeats. */
type Details = Readonly<Record<string, unknown>>;

export type NewCharge = {
  readonly txid: string;
  readonly pixKey: string;
  readonly valueCents: number;
  readonly expiresInSeconds: number;
  readonly details: Details;
};

export type Charge = NewCharge & {
  readonly status: CobStatus;
  readonly createdAt: Date;
  readonly revision: number;
  readonly locationId: number;
  /** Address of the charge inside its code, without scheme. */
  readonly location: string;
};

/** Why a payer's bank would refuse, in one sentence, or null when the charge can be paid. */
export function refusalToPay(charge: Charge, now: Date): string | null {
  switch (charge.status) {
    case 'CONCLUIDA':
      return 'This charge is paid already.';
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
    case 'REMOVIDA_PELO_PSP':
      return 'This charge was removed and cannot be paid any more.';
    case 'ATIVA':
      return isExpired(charge, now) ? 'This charge has expired.' : null;
  }
}

function isExpired({ createdAt, expiresInSeconds }: Charge, now: Date): boolean {
  return now.getTime() >= createdAt.getTime() + expiresInSeconds * 1000;
}

import { z } from 'zod';
import { type PixPayment, paymentSchema } from './payment.ts';
import { cents, instant, present } from './response.ts';

export const COB_STATUSES = [
  'ATIVA',
  'CONCLUIDA',
  'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  'REMOVIDA_PELO_PSP',
] as const;

export type CobStatus = (typeof COB_STATUSES)[number];

/** An immediate charge as the bank sees it. */
export type Cob = {
  readonly txid: string;
  readonly status: CobStatus;
  readonly valueCents: number;
  readonly pixCopiaECola?: string;
  /** Address of the charge's payload, without scheme. */
  readonly location?: string;
  readonly createdAt: Date;
  readonly expiresInSeconds: number;
  readonly payments: readonly CobPayment[];
};

/** One payment a charge received. */
export type CobPayment = PixPayment & { readonly txid: string };

const EXPIRES_DEFAULT_SECONDS = 86_400;
const PAYMENTS_MAX = 1_000;
/** Brasília has had no summer time since 2019. */
const BRASILIA_BEHIND_UTC_MS = 3 * 3_600_000;

/** The specification's prose writes REMOVIDO where its enumeration writes REMOVIDA. */
const status = z
  .string()
  .transform((text) => text.replace(/^REMOVIDO_/, 'REMOVIDA_'))
  .pipe(z.enum(COB_STATUSES));

/** Unknown fields are dropped, absent ones may be null, `brcode` is what one bank calls the code. */
const responseSchema = z.object({
  txid: z.string(),
  status,
  calendario: z.object({
    criacao: instant,
    expiracao: z.coerce.number().int().positive().nullish(),
  }),
  valor: z.object({ original: cents }),
  location: present,
  loc: z.object({ location: present }).nullish(),
  pixCopiaECola: present,
  brcode: present,
  pix: z.array(paymentSchema).max(PAYMENTS_MAX).nullish(),
});

type Quirks = { readonly createdAtIsLocal: boolean };

export function cobSchema({ createdAtIsLocal }: Quirks) {
  const behindMs = createdAtIsLocal ? BRASILIA_BEHIND_UTC_MS : 0;
  return responseSchema.transform((response): Cob => {
    const emv = response.pixCopiaECola ?? response.brcode;
    const location = (response.location ?? response.loc?.location)?.replace(/^https?:\/\//i, '');
    return {
      txid: response.txid,
      status: response.status,
      valueCents: response.valor.original,
      createdAt: new Date(response.calendario.criacao.getTime() + behindMs),
      expiresInSeconds: response.calendario.expiracao ?? EXPIRES_DEFAULT_SECONDS,
      payments: (response.pix ?? []).map((payment) => ({ txid: response.txid, ...payment })),
      ...(emv && { pixCopiaECola: emv }),
      ...(location && { location }),
    };
  });
}

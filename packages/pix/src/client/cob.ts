import { z } from 'zod';
import { cents, instant, present } from './fields.ts';
import { type PixPayment, paymentSchema } from './payment.ts';

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
  readonly pixKey?: string;
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
const replySchema = z.object({
  txid: z.string(),
  status,
  calendario: z.object({
    criacao: instant,
    expiracao: z.coerce.number().int().positive().nullish(),
  }),
  valor: z.object({ original: cents }),
  chave: present,
  location: present,
  loc: z.object({ location: present }).nullish(),
  pixCopiaECola: present,
  brcode: present,
  pix: z.array(paymentSchema).max(PAYMENTS_MAX).nullish(),
});

type Quirks = { readonly createdAtIsLocal: boolean };

export function cobSchema({ createdAtIsLocal }: Quirks) {
  const behindMs = createdAtIsLocal ? BRASILIA_BEHIND_UTC_MS : 0;
  return replySchema.transform((reply): Cob => {
    const emv = reply.pixCopiaECola ?? reply.brcode;
    const location = (reply.location ?? reply.loc?.location)?.replace(/^https?:\/\//i, '');
    return {
      txid: reply.txid,
      status: reply.status,
      valueCents: reply.valor.original,
      createdAt: new Date(reply.calendario.criacao.getTime() + behindMs),
      expiresInSeconds: reply.calendario.expiracao ?? EXPIRES_DEFAULT_SECONDS,
      payments: (reply.pix ?? []).map((payment) => ({ txid: reply.txid, ...payment })),
      ...(reply.chave && { pixKey: reply.chave }),
      ...(emv && { pixCopiaECola: emv }),
      ...(location && { location }),
    };
  });
}

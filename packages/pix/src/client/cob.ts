import { z } from 'zod';
import { parseDecimal } from '../amount.ts';

export const COB_STATUSES = [
  'ATIVA',
  'CONCLUIDA',
  'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  'REMOVIDA_PELO_PSP',
] as const;

export type CobStatus = (typeof COB_STATUSES)[number];

/** One payment a charge received. */
export type CobPayment = {
  readonly endToEndId: string;
  readonly txid: string;
  readonly valueCents: number;
  readonly paidAt: Date;
};

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

const EXPIRES_DEFAULT_SECONDS = 86_400;
const PAYMENTS_MAX = 1_000;

/** Some banks send the amount as a JSON number or without its cents. */
const cents = z.union([z.string(), z.number()]).transform((value, context) => {
  try {
    return parseDecimal(String(value));
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), 'not a date');

/** The specification's prose writes REMOVIDO where its enumeration writes REMOVIDA. */
const status = z
  .string()
  .transform((text) => text.replace(/^REMOVIDO_/, 'REMOVIDA_'))
  .pipe(z.enum(COB_STATUSES));

const present = z.string().min(1).nullish().catch(undefined);

const paymentSchema = z.object({
  endToEndId: z.string().min(1),
  txid: present,
  valor: cents,
  horario: instant,
});

/** Unknown fields are dropped, absent ones may be null, `brcode` is what one bank calls the code. */
export const cobSchema = z
  .object({
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
  })
  .transform((reply): Cob => {
    const emv = reply.pixCopiaECola ?? reply.brcode;
    const location = (reply.location ?? reply.loc?.location)?.replace(/^https?:\/\//i, '');
    return {
      txid: reply.txid,
      status: reply.status,
      valueCents: reply.valor.original,
      createdAt: reply.calendario.criacao,
      expiresInSeconds: reply.calendario.expiracao ?? EXPIRES_DEFAULT_SECONDS,
      payments: (reply.pix ?? []).map(({ endToEndId, txid, valor, horario }) => ({
        endToEndId,
        txid: txid ?? reply.txid,
        valueCents: valor,
        paidAt: horario,
      })),
      ...(emv && { pixCopiaECola: emv }),
      ...(location && { location }),
    };
  });

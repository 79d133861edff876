import { z } from 'zod';
import { cents, explainIssues, maybeInstant, present } from './response.ts';

export const REFUND_STATUSES = ['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** A refund in progress, settled or rejected. */
export type Refund = {
  readonly refundId: string;
  readonly valueCents: number;
  readonly status: RefundStatus;
  /** The bank's `natureza`, such as `MED_FRAUDE`. */
  readonly natureza?: string;
  readonly settledAt?: Date;
  /** Why it was rejected. */
  readonly reason?: string;
};

/** Banks may add values; a malformed one counts as absent. */
const natureza = z
  .string()
  .regex(/^[A-Z_]{1,40}$/)
  .nullish()
  .catch(undefined);

export const refundSchema = z
  .object({
    id: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
    valor: cents,
    status: z.enum(REFUND_STATUSES),
    horario: z.object({ liquidacao: maybeInstant }).nullish().catch(undefined),
    motivo: present,
    natureza,
  })
  .transform(({ id, valor, status, horario, motivo, natureza }): Refund => {
    const settledAt = horario?.liquidacao;
    return {
      refundId: id,
      valueCents: valor,
      status,
      ...(settledAt && { settledAt }),
      ...(motivo && { reason: motivo }),
      ...(natureza && { natureza }),
    };
  });

const REFUNDS_MAX = 1_000;

/**
 * The refunds of a payment, and the problems of unreadable ones, which do not make the payment invalid.
 * An example of the specification shows one object where its schema has a list.
 */
export function readRefunds(value: unknown): {
  readonly refunds: readonly Refund[];
  readonly problems: readonly string[];
} {
  const entries: readonly unknown[] = Array.isArray(value) ? value : isAbsent(value) ? [] : [value];
  const parsed = entries.slice(0, REFUNDS_MAX).map((entry) => refundSchema.safeParse(entry));
  const problems = parsed.flatMap(({ error }) => (error ? [explainIssues(error)] : []));
  const isTooLong = entries.length > REFUNDS_MAX;
  return {
    refunds: parsed.flatMap(({ data }) => data ?? []),
    problems: isTooLong ? [...problems, `more than ${REFUNDS_MAX} returns`] : problems,
  };
}

/** An empty object stands for no return at some banks. */
function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

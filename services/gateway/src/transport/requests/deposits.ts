import { LIMITS } from '@entrada/contracts/limits';
import { z } from 'zod';
import { CHARGE_STATUSES, REFUND_STATUSES } from '../../domain/charge.ts';
import { csvQuery } from './csv.ts';
import { cents, isInOrder, listQuery, NOT_IN_ORDER, numeral, text, time } from './fields.ts';

const { charge } = LIMITS;
const externalId = text(1, charge.externalIdLengthMax);

const { pairsMax, keyLengthMax, valueLengthMax } = charge.metadata;
/** Their lengths and characters are checked by charges. */
const metadata = z
  .record(z.string(), z.string())
  .refine((pairs) => Object.keys(pairs).length <= pairsMax, `must have at most ${pairsMax} pairs`)
  .meta({
    maxProperties: pairsMax,
    propertyNames: { minLength: 1, maxLength: keyLengthMax },
    additionalProperties: { type: 'string', maxLength: valueLengthMax },
    description: `Pairs of texts of your own, at most ${pairsMax}; keys have 1 to ${keyLengthMax} characters, values at most ${valueLengthMax}. They come back in replies, events and files.`,
  });

/** Strict: a misspelt `expiresIn` must not create a deposit with the default expiry. */
export const newDeposit = z.strictObject({
  value: cents,
  expiresIn: z
    .number()
    .int()
    .min(charge.expiresInSecondsMin)
    .max(charge.expiresInSecondsMax)
    .optional()
    .describe('Seconds until the code expires; default 86400, unless the deployment sets another.'),
  externalId: externalId.optional().describe('Your own identifier; must be unique per account.'),
  description: text(1, charge.descriptionLengthMax).optional().describe('Shown to the payer.'),
  metadata: metadata.optional(),
});

export const newRefund = z.strictObject({
  value: cents.optional(),
  reason: text(1, charge.refundReasonLengthMax).optional(),
});

export const refundsQuery = z.strictObject({
  limit: listQuery.limit,
  cursor: listQuery.cursor,
});

export const accountRefundsQuery = z
  .strictObject({
    status: z.enum(REFUND_STATUSES).optional().describe('Only refunds with this status.'),
    ...listQuery,
  })
  .refine(isInOrder, NOT_IN_ORDER);

export const depositQuery = z.strictObject({
  wait: numeral(0, charge.waitSecondsMax, 0).describe(
    'Seconds to wait for a status other than PENDING.',
  ),
});

/** Strict, like every list: a misspelt filter must not return everything. */
export const depositsQuery = z
  .strictObject({
    status: z.enum(CHARGE_STATUSES).optional().describe('Only deposits with this status.'),
    externalId: externalId
      .optional()
      .describe('Only the deposit with this `externalId`; a plus sign in it is written %2B.'),
    q: externalId
      .optional()
      .describe(
        'Search by its shape: an `id`, a `paymentLinkId`, the `endToEndId` of a payment, or else the beginning of ' +
          '`externalId`. Not together with `externalId`.',
      ),
    ...listQuery,
    ...csvQuery,
  })
  .refine(isInOrder, NOT_IN_ORDER)
  .refine(({ q, externalId: exact }) => q === undefined || exact === undefined, {
    path: ['q'],
    error: 'must be absent with externalId',
  });

export const statementQuery = z
  .strictObject({ ...listQuery, ...csvQuery })
  .refine(isInOrder, NOT_IN_ORDER);

export const suspenseQuery = z.strictObject({
  limit: listQuery.limit,
  cursor: listQuery.cursor,
});

export const balanceQuery = z.strictObject({
  at: time.optional().describe('Time of the balance; default: now.'),
});

const PAYMENTS_MAX = 1_000;
const TXID_LENGTH_MAX = 35;
const END_TO_END_ID_LENGTH_MAX = 64;
/** Not strict: banks add fields of their own, and send no `pix` when they only test the URL. */
export const bankCallback = z.object({
  pix: z
    .array(
      z.object({
        txid: z.string().max(TXID_LENGTH_MAX).optional(),
        endToEndId: z.string().max(END_TO_END_ID_LENGTH_MAX).optional(),
        devolucoes: z.array(z.unknown()).optional(),
      }),
    )
    .max(PAYMENTS_MAX)
    .optional(),
});

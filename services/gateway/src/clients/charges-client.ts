import type { Charge as ChargeMessage } from '@entrada/contracts/gen/charges/v1/Charge';
import type { ChargesServiceDefinition as Charges } from '@entrada/contracts/gen/charges/v1/ChargesService';
import type { NotifiedPayment } from '@entrada/contracts/gen/charges/v1/NotifiedPayment';
import type { Refund as RefundMessage } from '@entrada/contracts/gen/charges/v1/Refund';
import type { Terms as TermsMessage } from '@entrada/contracts/gen/charges/v1/Terms';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Requester } from '@entrada/platform/identity/requester';
import {
  CHARGE_STATUSES,
  type ChargeStatus,
  type LinkStatus,
  REFUND_STATUSES,
  type RefundStatus,
} from '../domain/charge.ts';
import { isStatus } from './changes.ts';
import {
  inPartTime,
  type ListFields,
  type Page,
  type RequestOf,
  toTimeline,
  withNulls,
} from './request.ts';

/** Identifies one request of a client, so that retries are safe. */
type Idempotency = { readonly key: string; readonly fingerprint: string };
type ChargeRequest = {
  readonly accountId: string;
  readonly value: number;
  readonly expiresIn?: number | undefined;
  readonly externalId?: string | undefined;
  readonly description?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly idempotency?: Idempotency | undefined;
  readonly requester: Requester;
};
type RefundRequest = Omit<
  RequestOf<Charges, 'refundCharge', 'reason'>,
  'valueCents' | 'idempotency'
> & {
  readonly value?: number | undefined;
  readonly idempotency: Idempotency;
};
type ListedCharges = Omit<
  RequestOf<Charges, 'listCharges', ListFields | 'externalId' | 'q'>,
  'status'
> & { readonly status?: ChargeStatus | undefined };
type ListedRefunds = Omit<
  RequestOf<Charges, 'listRefunds', ListFields | 'paymentLinkId'>,
  'status'
> & { readonly status?: RefundStatus | undefined };

export function chargesClient(rpc: RpcClient<Charges>) {
  return {
    async getChargeHours(query: RequestOf<Charges, 'getChargeHours'>) {
      const { asOf, sums } = await inPartTime(() => rpc.getChargeHours(query));
      return { asOf, sums: present(sums, 'sums') };
    },
    async createCharge({ value, expiresIn, ...input }: ChargeRequest) {
      const { charge, replayed } = await rpc.createCharge({
        accountId: input.accountId,
        valueCents: value,
        expiresInSeconds: expiresIn ?? 0,
        externalId: input.externalId ?? '',
        description: input.description ?? '',
        metadata: { ...input.metadata },
        idempotency: input.idempotency ?? null,
        requester: input.requester,
      });
      return { charge: toCharge(present(charge, 'charge')), replayed };
    },
    /** Waits up to `waitSeconds` for the charge to leave PENDING. */
    async getCharge(input: RequestOf<Charges, 'getCharge', 'waitSeconds'>) {
      const { charge, statusSource } = await rpc.getCharge(given(input));
      return {
        charge: toCharge(present(charge, 'charge')),
        statusSource: statusSource === 'STATUS_SOURCE_PROVIDER' ? 'provider' : 'stored',
      };
    },
    async listCharges({ status, ...input }: ListedCharges): Promise<Page<Charge>> {
      const { charges, nextCursor } = await rpc.listCharges({
        ...given(input),
        ...(status ? { status: `CHARGE_STATUS_${status}` as const } : {}),
      });
      return { items: charges.map(toCharge), nextCursor: orNull(nextCursor) };
    },
    async cancelCharge(input: RequestOf<Charges, 'cancelCharge'>) {
      const { charge } = await rpc.cancelCharge(input);
      return toCharge(present(charge, 'charge'));
    },
    ...refundCalls(rpc),
    async getChargeTimeline(input: RequestOf<Charges, 'getChargeTimeline'>) {
      const { chargeId, entries } = await rpc.getChargeTimeline(input);
      return { chargeId, entries: toTimeline(entries) };
    },
    ...linkCalls(rpc),
    notifyPayments: (payments: NotifiedPayment[]) => rpc.notifyPayments({ payments }),
    /** Fee plan and limits of the account, or of the deployment, and the version that is scheduled next. */
    async getTerms(accountId: string | null) {
      const reply = await rpc.getTerms({ accountId: accountId ?? '' });
      const { current, next, defaultExpiresInSeconds: defaultExpiresIn } = reply;
      return {
        current: toTerms(present(current, 'terms')),
        next: next && toTerms(next),
        defaultExpiresIn,
      };
    },
  };
}

function linkCalls(rpc: RpcClient<Charges>) {
  return {
    async getPaymentLink(paymentLinkId: string) {
      const link = await rpc.getPaymentLink({ paymentLinkId });
      const { accountId, emv, expiresAt } = link;
      const amounts = {
        value: link.valueCents,
        received: link.receivedCents,
        returned: link.returnedCents,
      };
      const description = orNull(link.description);
      const status = toStatus(link.status);
      const receiver = receiverIn(emv);
      const shown = { emv, ...amounts, expiresAt, description, status, receiver };
      return { paymentLinkId, accountId, ...shown };
    },
    /** Of at most 500 links; unknown ones are left out. */
    async getLinkStatuses(
      paymentLinkIds: readonly string[],
    ): Promise<(readonly [string, LinkStatus])[]> {
      const { statuses } = await rpc.getLinkStatuses({ paymentLinkIds: [...paymentLinkIds] });
      return statuses.flatMap(({ paymentLinkId, status, receivedCents: received }) =>
        isStatus(status) ? [[paymentLinkId, { status, received }] as const] : [],
      );
    },
  };
}

function refundCalls(rpc: RpcClient<Charges>) {
  return {
    /** Newest first, with the returns that the bank made by itself. */
    async listRefunds({ status, ...input }: ListedRefunds) {
      const { refunds, nextCursor } = await rpc.listRefunds({
        ...given(input),
        ...(status ? { status: `REFUND_STATUS_${status}` as const } : {}),
      });
      return { refunds: refunds.map(toRefund), nextCursor: orNull(nextCursor) };
    },
    async getRefund(accountId: string, refundId: string) {
      const { refund } = await rpc.getRefund({ accountId, refundId });
      return toRefund(present(refund, 'refund'));
    },
    /** Without a value, all that is left is refunded. */
    async refundCharge({ value, ...input }: RefundRequest) {
      const { refund, replayed } = await rpc.refundCharge({
        ...given(input),
        valueCents: value ?? 0,
      });
      return { refund: toRefund(present(refund, 'refund')), replayed };
    },
  };
}

/** Null if the code cannot be decoded. */
function receiverIn(emv: string): string | null {
  try {
    return decodeBrCode(emv).name;
  } catch {
    return null;
  }
}

function toTerms(message: TermsMessage) {
  return {
    version: message.version,
    from: orNull(message.from),
    fee: {
      basisPoints: message.feeBasisPoints,
      fixed: message.feeFixedCents,
      min: message.feeMinCents,
      max: message.feeMaxCents,
      mode: message.feeMode,
    },
    limits: { min: message.valueMinCents, max: message.valueMaxCents },
  };
}

export type Charge = Readonly<ReturnType<typeof toCharge>>;

function toCharge(message: ChargeMessage) {
  const { id, emv, paymentLinkId, createdAt, expiresAt, paidLate } = message;
  return {
    id,
    emv,
    paymentLinkId,
    value: message.valueCents,
    originalValue: message.originalValueCents,
    fee: message.feeCents,
    status: toStatus(message.status),
    createdAt,
    expiresAt,
    externalId: orNull(message.externalId),
    description: orNull(message.description),
    paidAt: orNull(message.paidAt),
    paidLate,
    refundedValue: message.refundedCents,
    receivedValue: message.receivedCents,
    endToEndId: orNull(message.endToEndId),
    ...amountsPaid(message),
    metadata: message.metadata,
    payer: payerIn(message),
  };
}

type WithPayer = Pick<ChargeMessage, 'payerName' | 'payerDocument'>;

/** Null: not paid, or not reported by the bank. */
export function payerIn({ payerName: name, payerDocument: document }: WithPayer) {
  return name === '' ? null : { name, document };
}

function amountsPaid({ endToEndId, paidCents, valueCents, feeCents }: ChargeMessage) {
  if (endToEndId === '') return { paidValue: null, creditedValue: null };
  return { paidValue: paidCents, creditedValue: valueCents - feeCents };
}

function toStatus(status: string): ChargeStatus {
  return nameOf('CHARGE_STATUS_', CHARGE_STATUSES, status);
}

/** A value of an enum, as the API writes it. */
function nameOf<Name extends string>(prefix: string, names: readonly Name[], value: string): Name {
  const name = names.find((one) => value === prefix + one);
  if (name === undefined) throw new Error(`charges answered with ${value}`);
  return name;
}

function toRefund({ valueCents: value, status, origin, ...message }: RefundMessage) {
  return {
    ...withNulls(message, 'natureza', 'reason', 'settledAt', 'failure', 'failureCode'),
    value,
    status: nameOf('REFUND_STATUS_', REFUND_STATUSES, status),
    origin: nameOf('REFUND_ORIGIN_', REFUND_ORIGINS, origin),
  };
}

const REFUND_ORIGINS = ['CLIENT', 'BANK'] as const;

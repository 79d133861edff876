import { type CallOptions, type WriteOptions, withKey } from './call-options.ts';
import type { Client, Reply } from './client.ts';
import { EntradaError } from './entrada-error.ts';
import type { Calls } from './gen/api.ts';
import { keepPace, POLL_SECONDS, pollTimeoutMs, readThroughOutage } from './long-poll.ts';
import { type Paged, paged } from './paged.ts';

const ONE = 'GET /api/deposit/{paymentLinkId}';
const ALL = 'GET /api/deposit';
const REFUNDS = 'GET /api/deposit/{paymentLinkId}/refunds';

type NewDeposit = Calls['POST /api/deposit']['body'];
export type CreatedDeposit = Reply<'POST /api/deposit'>['charge'];
export type Deposit = Reply<typeof ONE>['charge'];
type DepositsPage = Reply<typeof ALL>;
type DepositsQuery = Omit<NonNullable<Calls[typeof ALL]['query']>, 'format' | 'tz' | 'sep'>;
type NewRefund = NonNullable<Calls['POST /api/deposit/{paymentLinkId}/refund']['body']>;
type Refund = Reply<'POST /api/deposit/{paymentLinkId}/refund'>['refund'];
type RefundsPage = Reply<typeof REFUNDS>;
type RefundsQuery = NonNullable<Calls[typeof REFUNDS]['query']>;
type Timeline = Omit<Reply<'GET /api/deposit/{paymentLinkId}/timeline'>, 'success'>;
type Receipt = Reply<'GET /api/deposit/{paymentLinkId}/receipt'>['receipt'];

export function depositCalls({ request }: Client) {
  return {
    async create(deposit: NewDeposit, options: WriteOptions = {}): Promise<CreatedDeposit> {
      const reply = await request('POST /api/deposit', { body: deposit, ...withKey(options) });
      return reply.charge;
    },

    async get(paymentLinkId: string, options: CallOptions = {}): Promise<Deposit> {
      return (await request(ONE, { path: { paymentLinkId }, ...options })).charge;
    },

    /** Newest first. */
    list(query: DepositsQuery = {}, options: CallOptions = {}): Paged<Deposit, DepositsPage> {
      return paged(
        query,
        (at) => request(ALL, { query: { ...query, ...at }, ...options }),
        ({ charges }) => charges,
      );
    },

    /** A deposit that is canceled already stays so; one that was paid is refused. */
    async cancel(paymentLinkId: string, options: WriteOptions = {}): Promise<Deposit> {
      const call = 'DELETE /api/deposit/{paymentLinkId}';
      return (await request(call, { path: { paymentLinkId }, ...withKey(options) })).charge;
    },

    /** Without `value`, all that is left is refunded. */
    async refund(
      paymentLinkId: string,
      refund: NewRefund = {},
      options: WriteOptions = {},
    ): Promise<Refund> {
      const call = 'POST /api/deposit/{paymentLinkId}/refund';
      const input = { path: { paymentLinkId }, body: refund, ...withKey(options) };
      return (await request(call, input)).refund;
    },

    /** Refunds of one deposit, newest first. */
    refunds(
      paymentLinkId: string,
      query: RefundsQuery = {},
      options: CallOptions = {},
    ): Paged<Refund, RefundsPage> {
      const path = { paymentLinkId };
      return paged(
        query,
        (at) => request(REFUNDS, { path, query: { ...query, ...at }, ...options }),
        ({ refunds }) => refunds,
      );
    },

    /** The deposit once it is paid. One that expires or is canceled is an error, `deposit_not_paid`. */
    waitUntilPaid: (paymentLinkId: string, options: WaitOptions = {}): Promise<Deposit> =>
      waitUntilPaid(request, paymentLinkId, options),

    /** What happened to it, oldest first, and the services whose entries are missing. */
    async timeline(paymentLinkId: string, options: CallOptions = {}): Promise<Timeline> {
      const call = 'GET /api/deposit/{paymentLinkId}/timeline';
      const { success: _, ...timeline } = await request(call, {
        path: { paymentLinkId },
        ...options,
      });
      return timeline;
    },

    /** Seconds after the credit; until then the error `receipt_not_ready`. */
    async receipt(paymentLinkId: string, options: CallOptions = {}): Promise<Receipt> {
      const call = 'GET /api/deposit/{paymentLinkId}/receipt';
      return (await request(call, { path: { paymentLinkId }, ...options })).receipt;
    },
  };
}

const ALL_REFUNDS = 'GET /api/refunds';

type AccountRefundsPage = Reply<typeof ALL_REFUNDS>;
type AccountRefundsQuery = NonNullable<Calls[typeof ALL_REFUNDS]['query']>;

export function refundCalls({ request }: Client) {
  return {
    /** Refunds of all deposits, and returns by the bank, newest first. */
    list(
      query: AccountRefundsQuery = {},
      options: CallOptions = {},
    ): Paged<Refund, AccountRefundsPage> {
      return paged(
        query,
        (at) => request(ALL_REFUNDS, { query: { ...query, ...at }, ...options }),
        ({ refunds }) => refunds,
      );
    },

    async get(refundId: string, options: CallOptions = {}): Promise<Refund> {
      return (await request('GET /api/refunds/{refundId}', { path: { refundId }, ...options }))
        .refund;
    },
  };
}

const WAIT_MAX_MS = 3_600_000;
const ENDED: ReadonlySet<string> = new Set(['EXPIRED', 'CANCELED']);

type WaitOptions = Pick<CallOptions, 'signal'> & {
  /** How long to wait in all; default one hour. Then the error is `client_timeout`. */
  readonly waitMs?: number | undefined;
};

/** Asks with long polls, so that a payment is known at once. An outage of the API is waited through. */
async function waitUntilPaid(
  request: Client['request'],
  paymentLinkId: string,
  { signal, waitMs = WAIT_MAX_MS }: WaitOptions,
): Promise<Reply<typeof ONE>['charge']> {
  const end = AbortSignal.timeout(waitMs);
  const either = signal ? AbortSignal.any([signal, end]) : end;
  const options = {
    path: { paymentLinkId },
    query: { wait: POLL_SECONDS },
    timeoutMs: pollTimeoutMs(POLL_SECONDS),
    signal: either,
  };
  try {
    for (;;) {
      const begunAt = performance.now();
      const { charge } = await readThroughOutage(() => request(ONE, options), either);
      if (charge.status === 'COMPLETED') return charge;
      if (ENDED.has(charge.status)) throw notPaid(charge.status);
      await keepPace(begunAt, either);
    }
  } catch (error) {
    if (!end.aborted || signal?.aborted || error instanceof EntradaError) throw error;
    const problem = `The deposit was not paid within ${waitMs} ms`;
    throw new EntradaError(problem, { code: 'client_timeout', cause: error });
  }
}

function notPaid(status: string): EntradaError {
  return new EntradaError(`The deposit was not paid: it is ${status}`, {
    code: 'deposit_not_paid',
  });
}

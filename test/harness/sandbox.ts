const TIMEOUT_MS = 60_000;

export type PaymentAtBank = {
  readonly endToEndId: string;
  readonly txid: string | null;
  readonly value: number;
  readonly refunds: readonly {
    readonly id: string;
    readonly value: number;
    readonly status: string;
    readonly origin: string;
  }[];
};
type PaidCharge = Pick<PaymentAtBank, 'endToEndId' | 'txid' | 'value'>;
type Payments<Payment> = { readonly payments: [Payment, ...Payment[]] };

/** A reply other than 2xx. */
export class RefusedByBank extends Error {
  readonly status: number;

  constructor(what: string, status: number, text: string) {
    super(`The bank answered ${what} with ${status}: ${text}`);
    this.status = status;
  }
}

/** The control API of the sandbox bank: what payers and the bank do, its faults and its clock, and what really happened. */
export function sandboxAt(bankUrl: string) {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${bankUrl}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new RefusedByBank(path, response.status, text);
    return JSON.parse(text || '{}') as T;
  };
  const post = (path: string) => (order: object) => call<unknown>('POST', path, order);
  const payBy = (path: string) => async (order: object) =>
    (await call<Payments<PaidCharge>>('POST', path, order)).payments;
  return {
    pay: payBy('pay'),
    /** Money that no charge asked for. */
    payUnknown: payBy('pay-unknown'),
    /** Money of a payment that the bank itself returns. */
    returnPayment: post('return'),
    fail: post('faults'),
    clearFaults: () => call<unknown>('DELETE', 'faults'),
    advance: (advanceSeconds: number) => post('clock')({ advanceSeconds }),
    now: async (): Promise<Date> => new Date((await call<{ now: string }>('GET', 'clock')).now),
    /** Every payment that was made, in their order. */
    truth: async (): Promise<readonly PaymentAtBank[]> =>
      (await call<Payments<PaymentAtBank>>('GET', 'truth')).payments,
    /** Every return that was made. */
    returns: async (): Promise<readonly unknown[]> =>
      (await call<{ refunds: unknown[] }>('GET', 'truth/refunds')).refunds,
  };
}

export type Sandbox = ReturnType<typeof sandboxAt>;

/** What has gone back of a payment. */
export function settledCents({ refunds }: Pick<PaymentAtBank, 'refunds'>): number {
  return refunds
    .filter(({ status }) => status === 'DEVOLVIDO')
    .reduce((sum, { value }) => sum + value, 0);
}

/** What of a payment has neither gone back nor is on its way. */
export function leftCents({ value, refunds }: PaymentAtBank): number {
  return refunds
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((left, refund) => left - refund.value, value);
}

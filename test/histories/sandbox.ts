import type { PaymentAtBank } from '../restore/client.ts';

const TIMEOUT_MS = 60_000;

type PaidCharge = Pick<PaymentAtBank, 'endToEndId' | 'txid' | 'value'>;

/** What a history does at the sandbox bank beside what clients and payers of a drill do. */
export function sandboxAt(bankUrl: string) {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${bankUrl}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The bank answered ${response.status}: ${text}`);
    return JSON.parse(text || '{}') as T;
  };
  return {
    pay: async (order: object): Promise<readonly PaidCharge[]> =>
      (await call<{ payments: PaidCharge[] }>('POST', 'pay', { ...order, force: true })).payments,
    fail: (fault: object): Promise<unknown> => call('POST', 'faults', fault),
    clearFaults: (): Promise<unknown> => call('DELETE', 'faults'),
    advance: (advanceSeconds: number): Promise<unknown> =>
      call('POST', 'clock', { advanceSeconds }),
    now: async (): Promise<Date> => new Date((await call<{ now: string }>('GET', 'clock')).now),
    /** Every payment that was made, in their order. */
    truth: async (): Promise<readonly PaymentAtBank[]> =>
      (await call<{ payments: PaymentAtBank[] }>('GET', 'truth')).payments,
  };
}

export type Sandbox = ReturnType<typeof sandboxAt>;

/** What of a payment has neither gone back nor is on its way. */
export function leftCents({ value, refunds }: PaymentAtBank): number {
  return refunds
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((left, refund) => left - refund.value, value);
}

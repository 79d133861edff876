const TIMEOUT_MS = 30_000;

export type Charge = {
  readonly id: string;
  readonly emv: string;
  readonly qrCodeLink: string;
  readonly paymentLinkId: string;
  readonly paymentLinkUrl: string;
  readonly value: number;
  readonly originalValue: number;
  readonly fee: number;
  readonly status: 'PENDING' | 'COMPLETED' | 'EXPIRED' | 'CANCELED';
  readonly createdAt?: string;
};

export type Balance = { readonly available: number; readonly suspense: number };
export type Payment = { readonly endToEndId: string; readonly value: number };

/** What an account holder can do, by the public REST API alone. */
export function apiClient(baseUrl: string, apiKey: string) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return {
    async createDeposit(value: number): Promise<Charge> {
      const init = { method: 'POST', headers, body: JSON.stringify({ value }) };
      return (await call<{ charge: Charge }>(`${baseUrl}/api/deposit`, init)).charge;
    },
    async getDeposit(paymentLinkId: string): Promise<Charge> {
      const url = `${baseUrl}/api/deposit/${paymentLinkId}`;
      return (await call<{ charge: Charge }>(url, { headers })).charge;
    },
    async getBalance(): Promise<Balance> {
      return (await call<{ balance: Balance }>(`${baseUrl}/api/balance`, { headers })).balance;
    },
  };
}

/** What a payer does, who holds nothing but the code. */
export async function payAtBank(
  bankUrl: string,
  emv: string,
  options: { readonly notify?: boolean } = {},
): Promise<readonly Payment[]> {
  const body = JSON.stringify({ emv, ...options });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  return (await call<{ payments: Payment[] }>(`${bankUrl}/sandbox/pay`, init)).payments;
}

async function call<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

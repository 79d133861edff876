const TIMEOUT_MS = 30_000;

type Payment = { readonly endToEndId: string; readonly value: number };

/** What a payer does, who holds nothing but the code. */
export async function payAtBank(
  bankUrl: string,
  emv: string,
  options: { readonly notify?: boolean; readonly value?: number } = {},
): Promise<readonly Payment[]> {
  const url = `${bankUrl}/sandbox/pay`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emv, ...options }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { readonly payments: readonly Payment[] }).payments;
}

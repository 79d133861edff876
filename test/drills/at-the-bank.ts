const REPLY_MAX_MS = 30_000;

/** Everything that was ordered is forgotten. */
export async function forgetFaults(bankUrl: string): Promise<void> {
  const signal = AbortSignal.timeout(REPLY_MAX_MS);
  await fetch(`${bankUrl}/sandbox/faults`, { method: 'DELETE', signal });
}

/** Calls the control API of the sandbox bank. */
export async function atTheBank<T>(bankUrl: string, what: string, body: object): Promise<T> {
  const reply = await fetch(`${bankUrl}/sandbox/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REPLY_MAX_MS),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${what} was answered with ${reply.status}: ${text}`);
  return JSON.parse(text) as T;
}

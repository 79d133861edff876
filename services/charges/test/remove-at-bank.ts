import type { RunningBank } from '../../../test/harness/run-bank.ts';

/** Takes a charge back behind the service's back. */
export async function removeAtBank({ env }: Pick<RunningBank, 'env'>, txid: string): Promise<void> {
  const { PROVIDER_URL, PROVIDER_CLIENT_ID, PROVIDER_CLIENT_SECRET } = env;
  const basic = Buffer.from(`${PROVIDER_CLIENT_ID}:${PROVIDER_CLIENT_SECRET}`).toString('base64');
  const token = await fetch(`${PROVIDER_URL}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const reply = await fetch(`${PROVIDER_URL}/cob/${txid}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }),
  });
  if (!reply.ok) throw new Error(`The bank did not remove it: ${reply.status}`);
}

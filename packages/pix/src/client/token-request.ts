import type { TokenStyle } from '../profiles/bank-profile.ts';
import type { BankRequest } from './bank-http.ts';

export const SCOPES: readonly string[] = [
  'cob.read',
  'cob.write',
  'pix.read',
  'pix.write',
  'webhook.read',
  'webhook.write',
];

type Credentials = { readonly clientId: string; readonly clientSecret: string };

/** OAuth2 client credentials, in the format that this bank expects. */
export function tokenRequest(
  base: string,
  style: TokenStyle,
  { clientId, clientSecret }: Credentials,
): BankRequest {
  const url = new URL(style.url, `${base}/`);
  for (const [name, value] of Object.entries(style.query ?? {})) url.searchParams.set(name, value);
  const fields = {
    grant_type: 'client_credentials',
    ...(style.asksScopes && { scope: SCOPES.join(' ') }),
    ...(style.credentials !== 'basic' && { client_id: clientId }),
    ...(style.credentials === 'form' && { client_secret: clientSecret }),
  };
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json',
      'content-type':
        style.body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(style.credentials === 'basic' && { authorization: `Basic ${basic}` }),
    },
    body: style.body === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  };
}

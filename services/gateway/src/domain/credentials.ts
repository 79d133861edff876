export const Carrier = { Bearer: 'bearer', Header: 'x-api-key', Query: 'query' } as const;
export type Carrier = (typeof Carrier)[keyof typeof Carrier];

export type Credentials = {
  readonly authorization: string | undefined;
  readonly xApiKey: string | undefined;
  readonly query: string | undefined;
};

export type PresentedKey = { readonly key: string; readonly carrier: Carrier };

const BEARER = /^Bearer +(\S.*)$/i;

/** Only the first carrier that has a key is used; if that key is invalid, the others do not count. */
export function presentedKey(credentials: Credentials): PresentedKey | null {
  const bearer = BEARER.exec(credentials.authorization?.trim() ?? '')?.[1];
  if (bearer) return { key: bearer.trim(), carrier: Carrier.Bearer };
  const header = credentials.xApiKey?.trim();
  if (header) return { key: header, carrier: Carrier.Header };
  const query = credentials.query?.trim();
  if (query) return { key: query, carrier: Carrier.Query };
  return null;
}

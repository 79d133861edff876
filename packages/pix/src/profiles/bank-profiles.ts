/** The specification, v2.9.0, without deviations. */
const bcb: BankProfile = {
  token: { url: 'oauth/token', credentials: 'basic', body: 'form', asksScopes: true },
  paths: { cob: '/cob', pix: '/pix', webhook: '/webhook' },
  headers: {},
  query: {},
  createdAtIsLocal: false,
};

/** Efí, base `https://pix.api.efipay.com.br/v2`: the token URL is outside /v2 and the request is JSON. */
const efi: BankProfile = {
  ...bcb,
  token: { url: '/oauth/token', credentials: 'basic', body: 'json', asksScopes: false },
};

/** Santander, base `https://trust-pix.santander.com.br/api/v1`. */
const santander: BankProfile = {
  ...bcb,
  token: {
    url: '/oauth/token',
    credentials: 'form',
    body: 'form',
    query: { grant_type: 'client_credentials' },
    asksScopes: false,
  },
};

/** Sicoob, base `https://api.sicoob.com.br/pix/api/v2`: the certificate replaces the secret. */
const sicoob: BankProfile = {
  ...bcb,
  token: {
    url: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    credentials: 'id-only',
    body: 'form',
    asksScopes: true,
  },
  headers: { client_id: '{clientId}' },
};

/** Sicredi, base `https://api-pix.sicredi.com.br/api`: every resource has its own version. */
const sicredi: BankProfile = {
  ...bcb,
  token: { ...bcb.token, url: '/oauth/token' },
  paths: { cob: '/v3/cob', pix: '/v2/pix', webhook: '/v2/webhook' },
};

/** Banco do Brasil, base `https://api-pix.bb.com.br/pix/v2`: every call has the application key. */
const bancoDoBrasil: BankProfile = {
  ...bcb,
  token: { ...bcb.token, url: 'https://oauth.bb.com.br/oauth/token' },
  query: { 'gw-dev-app-key': '{appKey}' },
};

/** Itaú, base `https://secure.api.itau/pix_recebimentos/v2`. */
const itau: BankProfile = {
  ...bcb,
  token: {
    url: 'https://sts.itau.com.br/as/token.oauth2',
    credentials: 'form',
    body: 'form',
    asksScopes: false,
  },
  createdAtIsLocal: true,
};

export const BANK_PROFILES = {
  bcb,
  efi,
  santander,
  sicoob,
  sicredi,
  'banco-do-brasil': bancoDoBrasil,
  itau,
} as const satisfies Record<string, BankProfile>;

export type ProfileName = keyof typeof BANK_PROFILES;

/** How credentials are sent in a token request. */
export type TokenStyle = {
  /** URL, absolute or relative to the base URL; a leading `/` means the root of its host. */
  readonly url: string;
  /** `basic` is the Authorization header, `form` puts both into the body, `id-only` relies on the client certificate. */
  readonly credentials: 'basic' | 'form' | 'id-only';
  readonly body: 'form' | 'json';
  readonly query?: Readonly<Record<string, string>>;
  /** False for banks that reject a token request with scopes. */
  readonly asksScopes: boolean;
};

/**
 * How one bank deviates from the Central Bank's specification, as data. Deviations that any
 * bank may have, such as 200 for 201, numbers as text or nulls, are accepted from all and not listed here.
 */
export type BankProfile = {
  readonly token: TokenStyle;
  /** Path of each family of endpoints, after the base URL. */
  readonly paths: { readonly cob: string; readonly pix: string; readonly webhook: string };
  /** Sent with every call; `{clientId}` and `{appKey}` stand for our settings of that name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** True where the creation time of a charge is Brasília time although labelled UTC. */
  readonly createdAtIsLocal: boolean;
};

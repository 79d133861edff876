import type { BankProfile } from './bank-profile.ts';

/** The specification, v2.9.0, without deviations. */
const bcb: BankProfile = {
  token: { url: 'oauth/token', credentials: 'basic', body: 'form', asksScopes: true },
  paths: { cob: '/cob', pix: '/pix', webhook: '/webhook' },
  headers: {},
  query: {},
  firstPage: 0,
  pageSize: 1_000,
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

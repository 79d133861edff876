import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { BankError } from '../domain/bank-error.ts';

export const TOKEN_LIFE_SECONDS = 3_600;

export type TokenIssuer = {
  /** A token for the right credentials, or null. */
  issue(clientId: string, clientSecret: string): string | null;
  /** Passes for a token that any replica issued and that has not ended. */
  verify(token: string): void;
};

type Options = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly now: () => Date;
};

/** Tokens prove themselves: the end of their life, signed. No replica keeps or looks up any. */
export function tokenIssuer({ clientId, clientSecret, now }: Options): TokenIssuer {
  const sign = (endsAtMs: string): string =>
    createHmac('sha256', clientSecret).update(`token:${clientId}:${endsAtMs}`).digest('base64url');

  return {
    issue(id, secret) {
      if (!same(id, clientId) || !same(secret, clientSecret)) return null;
      const endsAtMs = String(now().getTime() + TOKEN_LIFE_SECONDS * 1000);
      return `${endsAtMs}.${sign(endsAtMs)}`;
    },
    verify(token) {
      const [endsAtMs = '', signature = ''] = token.split('.', 2);
      if (same(signature, sign(endsAtMs)) && now().getTime() < Number(endsAtMs)) return;
      throw new BankError('TokenInvalido', 'The access token is missing, wrong or past its end.');
    },
  };
}

/** Compares digests, so that neither length nor content shows in the time it takes. */
function same(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { BankError } from '../domain/bank-error.ts';

const SCOPE = 'cob.read cob.write pix.read pix.write webhook.read webhook.write';

const formSchema = z.object({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
});

/** OAuth2 client credentials, by Basic authentication or in the form. */
export function oauthRoutes(issuer: TokenIssuer): Router {
  const router = Router();
  router.post('/oauth/token', (request, response) => {
    const form = formSchema.safeParse(request.body ?? {}).data ?? {};
    if (form.grant_type !== 'client_credentials') {
      response.status(400).json({ error: 'unsupported_grant_type' });
      return;
    }
    const [id, secret] = basicCredentials(request.get('authorization')) ?? [
      form.client_id ?? '',
      form.client_secret ?? '',
    ];
    const token = issuer.issue(id, secret);
    if (token === null) {
      response.status(401).json({ error: 'invalid_client' });
      return;
    }
    response.set('cache-control', 'no-store').json({
      access_token: token,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFE_SECONDS,
      scope: SCOPE,
    });
  });
  return router;
}

/** Lets pass only requests that carry a token of this bank. */
export function requireToken(issuer: TokenIssuer): RequestHandler {
  return (request, _response, next) => {
    issuer.verify((request.get('authorization') ?? '').replace(/^Bearer /i, ''));
    next();
  };
}

function basicCredentials(header: string | undefined): readonly [string, string] | null {
  const encoded = /^Basic (.+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? null : [decoded.slice(0, colon), decoded.slice(colon + 1)];
}

const TOKEN_LIFE_SECONDS = 3_600;

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

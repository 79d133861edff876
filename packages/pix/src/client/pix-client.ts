import { formatValor } from '../amount.ts';
import { BrCodeError } from '../brcode/br-code-error.ts';
import { encodeBrCode } from '../brcode/encode.ts';
import { cacheAccessToken } from './access-token.ts';
import { type BankRequest, openBankHttp } from './bank-http.ts';
import { type Cob, cobSchema } from './cob.ts';
import { withDeadline } from './deadline.ts';
import { PixError, type Problem } from './pix-error.ts';
import { parseReply } from './reply.ts';

export type PixClientOptions = {
  /** Where `/cob` lives, with any path prefix. */
  readonly baseUrl: string;
  /** `{baseUrl}/oauth/token` unless the bank keeps it elsewhere. */
  readonly tokenUrl?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The key that receives the money. */
  readonly pixKey: string;
  /** Limit of a whole call, its token included. */
  readonly timeoutMs: number;
  /** Printed in a code that we must build because the bank sent only its location. */
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly now?: () => number;
};

export type NewCob = {
  readonly txid: string;
  readonly valueCents: number;
  readonly expiresInSeconds: number;
  /** Shown to the payer. */
  readonly payerRequest?: string;
};

/** A call ends at the client's `timeoutMs`, at this one, or when the signal aborts: what comes first. */
export type CallOptions = { readonly signal?: AbortSignal; readonly timeoutMs?: number };

/** Every failure is a PixError. Only a refused token is tried again, once, with a new token. */
export type PixClient = {
  /** Creates the charge under our txid, or alters it while it is open: safe to repeat. */
  putCob(cob: NewCob, options?: CallOptions): Promise<Cob>;
  getCob(txid: string, options?: CallOptions): Promise<Cob>;
  /** Asks the bank to call `{url}/pix` when the key is paid. */
  putWebhook(url: string, options?: CallOptions): Promise<void>;
  close(): Promise<void>;
};

export function openPixClient(options: PixClientOptions): PixClient {
  const http = openBankHttp();
  const base = options.baseUrl.replace(/\/+$/, '');
  const token = cacheAccessToken(http, {
    tokenUrl: new URL(options.tokenUrl ?? `${base}/oauth/token`),
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    timeoutMs: options.timeoutMs,
    now: options.now ?? Date.now,
  });

  const sendOnce = async (request: Request, signal: AbortSignal): Promise<string> => {
    const bearer = await token.get(signal);
    try {
      return await http.send(withBearer(base, request, bearer), signal);
    } catch (error) {
      if (isTokenRefused(error)) token.drop(bearer);
      throw error;
    }
  };

  const call = ({ signal, timeoutMs }: CallOptions, request: Request): Promise<string> =>
    withDeadline(
      Math.min(options.timeoutMs, timeoutMs ?? Number.POSITIVE_INFINITY),
      signal,
      (until) =>
        sendOnce(request, until).catch((error: unknown) => {
          if (!isTokenRefused(error)) throw error;
          return sendOnce(request, until).catch(asOutage);
        }),
    );

  const readCob = (txid: string, text: string): Cob =>
    withCode(sameCob(txid, parseReply(cobSchema, text)), options);

  return {
    async putCob(cob, callOptions = {}) {
      const body = JSON.stringify(cobRequest(cob, options.pixKey));
      const text = await call(callOptions, { method: 'PUT', path: cobPath(cob.txid), body });
      const created = readCob(cob.txid, text);
      if (created.valueCents !== cob.valueCents) {
        throw new PixError('bad-reply', 'The bank charged another amount than it was asked to');
      }
      return created;
    },
    async getCob(txid, callOptions = {}) {
      return readCob(txid, await call(callOptions, { method: 'GET', path: cobPath(txid) }));
    },
    async putWebhook(url, callOptions = {}) {
      const path = `/webhook/${encodeURIComponent(options.pixKey)}`;
      await call(callOptions, { method: 'PUT', path, body: JSON.stringify({ webhookUrl: url }) });
    },
    close: () => http.close(),
  };
}

type Request = { readonly method: 'GET' | 'PUT'; readonly path: string; readonly body?: string };

function withBearer(base: string, { method, path, body }: Request, bearer: string): BankRequest {
  const headers = { authorization: `Bearer ${bearer}`, accept: 'application/json' };
  const url = new URL(base + path);
  if (body === undefined) return { method, url, headers };
  return { method, url, headers: { ...headers, 'content-type': 'application/json' }, body };
}

function cobPath(txid: string): string {
  return `/cob/${encodeURIComponent(txid)}`;
}

function cobRequest({ valueCents, expiresInSeconds, payerRequest }: NewCob, pixKey: string) {
  return {
    calendario: { expiracao: expiresInSeconds },
    valor: { original: formatValor(valueCents) },
    chave: pixKey,
    ...(payerRequest === undefined ? {} : { solicitacaoPagador: payerRequest }),
  };
}

function sameCob(txid: string, cob: Cob): Cob {
  if (cob.txid === txid) return cob;
  throw new PixError('bad-reply', 'The bank answered with another charge than the one asked for');
}

/** Some banks answer only with the location; the code is then ours to write. */
function withCode(cob: Cob, { merchantName, merchantCity }: PixClientOptions): Cob {
  if (cob.pixCopiaECola !== undefined || cob.location === undefined) return cob;
  try {
    const code = {
      kind: 'dynamic',
      url: cob.location,
      name: merchantName,
      city: merchantCity,
    } as const;
    return { ...cob, pixCopiaECola: encodeBrCode(code) };
  } catch (error) {
    if (!(error instanceof BrCodeError)) throw error;
    throw new PixError('bad-reply', 'The bank sent a location that no code can carry', error);
  }
}

function isTokenRefused(error: unknown): error is PixError {
  return error instanceof PixError && (error.cause as Problem | undefined)?.status === 401;
}

function asOutage(error: unknown): never {
  if (!isTokenRefused(error)) throw error;
  throw new PixError('unavailable', 'The bank refuses every token it gives us', error.cause);
}

import { formatValor } from '../amount.ts';
import { BrCodeError } from '../brcode/br-code.ts';
import { encodeBrCode } from '../brcode/encode.ts';
import { BANK_PROFILES } from '../profiles/bank-profiles.ts';
import type { PixRequest } from './calls.ts';
import { type Calls, type Exchange, FIRST_ATTEMPT_SHARE, foundOr, orReading } from './calls.ts';
import { type Cob, cobSchema } from './cob.ts';
import type { CallOptions, PixClientOptions } from './pix-client-options.ts';
import { PixError } from './pix-error.ts';
import { parseResponse } from './response.ts';

type NewCob = {
  readonly txid: string;
  readonly valueCents: number;
  readonly expiresInSeconds: number;
  /** Shown to the payer. */
  readonly payerRequest?: string;
};

export type CobCalls = {
  /**
   * Creates the charge with the given txid, or modifies it while it is open. After an unknown outcome
   * it reads the charge of that txid, so exactly one charge results.
   */
  putCob(cob: NewCob, options?: CallOptions): Promise<Cob>;
  getCob(txid: string, options?: CallOptions): Promise<Cob>;
  /** Removes a charge and returns its new state: CONCLUIDA if it was paid first. */
  removeCob(txid: string, options?: CallOptions): Promise<Cob>;
};

export function cobCalls(calls: Calls, options: PixClientOptions): CobCalls {
  const schema = cobSchema(options.profile ?? BANK_PROFILES.bcb);

  const send = async (
    exchange: Exchange,
    txid: string,
    request: Pick<PixRequest, 'method' | 'body'>,
  ): Promise<Cob> => {
    const text = await exchange({ ...request, family: 'cob', segments: [txid] });
    const cob = parseResponse(schema, text);
    if ([cob, ...cob.payments].every((one) => one.txid === txid)) return withCode(cob, options);
    throw new PixError('bad-response', 'The bank returned another charge than requested');
  };
  const read = (exchange: Exchange, txid: string) => send(exchange, txid, { method: 'GET' });
  /** Some banks reject a repeated charge instead of modifying it; then the existing one is the result. */
  const putOrRead = (exchange: Exchange, txid: string, body: object) =>
    orReading(
      () => send(exchange, txid, { method: 'PUT', body }),
      () => read(exchange, txid),
      ({ status }) => status === 'ATIVA',
    );

  return {
    putCob(cob, callOptions) {
      const body = cobRequest(cob, options.pixKey);
      return calls.run(
        'put-cob',
        callOptions,
        async (exchange, attempt) => {
          const put = () => putOrRead(exchange, cob.txid, body);
          const get = () => read(exchange, cob.txid);
          return asAsked(cob, attempt === 1 ? await put() : await foundOr(get, put));
        },
        FIRST_ATTEMPT_SHARE,
      );
    },
    getCob(txid, callOptions) {
      return calls.run('get-cob', callOptions, (exchange) => read(exchange, txid));
    },
    removeCob(txid, callOptions) {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
      return calls.run(
        'remove-cob',
        callOptions,
        (exchange) =>
          orReading(
            () => send(exchange, txid, { method: 'PATCH', body }),
            () => read(exchange, txid),
            ({ status }) => status !== 'ATIVA',
          ),
        FIRST_ATTEMPT_SHARE,
      );
    },
  };
}

function cobRequest({ valueCents, expiresInSeconds, payerRequest }: NewCob, pixKey: string) {
  return {
    calendario: { expiracao: expiresInSeconds },
    valor: { original: formatValor(valueCents) },
    chave: pixKey,
    ...(payerRequest === undefined ? {} : { solicitacaoPagador: payerRequest }),
  };
}

function asAsked(asked: NewCob, cob: Cob): Cob {
  if (cob.valueCents === asked.valueCents) return cob;
  const kind = cob.status === 'ATIVA' ? 'other-amount' : 'bad-response';
  throw new PixError(kind, 'The bank returned another amount than requested');
}

type Merchant = { readonly merchantName: string; readonly merchantCity: string };

/** Some banks return only the location; the code is then encoded here. */
function withCode(cob: Cob, { merchantName, merchantCity }: Merchant): Cob {
  if (cob.pixCopiaECola !== undefined || cob.location === undefined) return cob;
  try {
    const code = encodeBrCode({ url: cob.location, name: merchantName, city: merchantCity });
    return { ...cob, pixCopiaECola: code };
  } catch (error) {
    if (!(error instanceof BrCodeError)) throw error;
    throw new PixError(
      'bad-response',
      'The bank returned a location that does not fit into a payment code',
      error,
    );
  }
}

import type { Cob } from '@entrada/pix/client/cob';
import { openPixClient, type PixClient } from '@entrada/pix/client/pix-client';
import { PixError, type PixErrorKind } from '@entrada/pix/client/pix-error';
import { AppError, type ErrorCode } from '@entrada/platform/errors/app-error';
import { timeLeftMs } from '@entrada/platform/grpc/deadline';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Config } from '../config.ts';
import type { Bank } from '../ports.ts';
import { providerMetrics } from './provider-metrics.ts';

/** A charge is asked for under an id of our own making: a bank that refuses it is as good as away. */
const CODE: Record<PixErrorKind, ErrorCode> = {
  'not-found': 'BAD_UPSTREAM',
  rejected: 'BAD_UPSTREAM',
  'bad-reply': 'BAD_UPSTREAM',
  unavailable: 'UNAVAILABLE',
  timeout: 'TIMEOUT',
};

type OpenBank = Bank & { callBackAt(url: string): Promise<void> } & AsyncDisposable;

export function openBank(config: Config, { metrics, log }: Runtime): OpenBank {
  const client = openPixClient({
    baseUrl: config.providerUrl,
    clientId: config.providerClientId,
    clientSecret: config.providerClientSecret,
    pixKey: config.providerPixKey,
    timeoutMs: config.providerTimeoutMs,
    merchantName: config.merchantName,
    merchantCity: config.merchantCity,
  });
  const observe = providerMetrics(metrics);

  async function ask<T>(operation: string, call: (client: PixClient) => Promise<T>): Promise<T> {
    const done = observe(operation);
    try {
      const answer = await call(client);
      done('ok');
      return answer;
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      done(error.kind);
      log.warn({ err: error, operation, outcome: error.kind }, 'bank call failed');
      throw new AppError(CODE[error.kind], 'Payment provider unavailable', {
        reason: 'provider_unavailable',
        cause: error,
      });
    }
  }

  const limit = () => ({ timeoutMs: timeLeftMs(config.providerTimeoutMs) });
  return {
    async open({ txid, value, expiresInSeconds }) {
      const request = { txid, valueCents: value, expiresInSeconds };
      return ask('create', async (bank) => codeOf(await bank.putCob(request, limit())));
    },
    async paymentsOf(txid) {
      const { payments } = await ask('query', (bank) => bank.getCob(txid, limit()));
      return payments.map(({ endToEndId, valueCents, paidAt }) => ({
        endToEndId,
        paidCents: valueCents,
        paidAt,
      }));
    },
    callBackAt: (url) => ask('register-callback', (bank) => bank.putWebhook(url)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function codeOf({ pixCopiaECola }: Cob): string {
  if (pixCopiaECola === undefined) throw new PixError('bad-reply', 'The bank sent no code');
  return pixCopiaECola;
}

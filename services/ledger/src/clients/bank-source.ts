import type { UnreadWindow } from '@entrada/pix/client/listed-page';
import type { PixPayment } from '@entrada/pix/client/payment';
import { PixError } from '@entrada/pix/client/pix-error';
import { connectBank } from '@entrada/pix/connection/connect-bank';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Config } from '../config.ts';
import type { PaymentAtBank } from '../domain/audit-returns.ts';
import type { BankSource } from '../ports.ts';

const TIMEOUT_MS = 10_000;

/** The bank's own list of payments; null where we have no address of the bank. */
export function openBankSource(
  config: Config,
  onUnread: (window: UnreadWindow) => void,
): (BankSource & AsyncDisposable) | null {
  const { providerUrl } = config;
  if (!providerUrl) return null;
  const client = connectBank(
    { ...config, providerUrl },
    { timeoutMs: TIMEOUT_MS, merchantName: 'Entrada', merchantCity: 'Sao Paulo' },
  );
  async function* list(window: Parameters<typeof client.listPix>[0]) {
    for await (const { payments, unread } of client.listPix(window)) {
      if (unread) onUnread(unread);
      yield payments;
    }
  }
  return {
    async *paidBetween({ from, to }) {
      for await (const payments of list({ from, to })) {
        // The bank's window includes its end and is made of whole seconds; ours is not.
        const inside = payments.filter(({ paidAt }) => paidAt >= from && paidAt < to);
        yield inside.map(toPayment);
      }
    },
    async *returnedOf(window) {
      try {
        for await (const payments of list({ ...window, refunded: true })) {
          yield payments.map(toPayment).filter(hasReturns);
        }
      } catch (error) {
        // Every attempt would be rejected: the window is older than the bank allows.
        if (!(error instanceof PixError) || error.kind !== 'rejected') throw error;
        onUnread({ ...window, reason: error.message });
      }
    },
    async find(endToEndId) {
      try {
        return toPayment(await client.getPix(endToEndId));
      } catch (error) {
        if (error instanceof PixError && error.kind === 'not-found') return null;
        if (!isBankUnavailable(error)) throw error;
        throw new AppError('UNAVAILABLE', 'The bank is unavailable: retry later', {
          reason: 'provider_unavailable',
          cause: error,
        });
      }
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function hasReturns({ returns, unreadReturns }: PaymentAtBank): boolean {
  return returns.length > 0 || unreadReturns.length > 0;
}

function toPayment(payment: PixPayment): PaymentAtBank {
  const { endToEndId, txid, valueCents, paidAt, refunds, refundProblems } = payment;
  const alive = refunds.filter(({ status }) => status !== 'NAO_REALIZADO');
  return {
    endToEndId,
    txid: txid ?? null,
    paidCents: valueCents,
    paidAt,
    returns: alive.map((one) => ({
      id: one.refundId,
      valueCents: one.valueCents,
      isSettled: one.status === 'DEVOLVIDO',
      ...(one.settledAt && { settledAt: one.settledAt }),
    })),
    unreadReturns: refundProblems,
  };
}

/** The bank gave no response: what is wrong may be its address. */
function isBankUnavailable(error: unknown): error is PixError {
  return error instanceof PixError && (error.kind === 'unavailable' || error.kind === 'timeout');
}

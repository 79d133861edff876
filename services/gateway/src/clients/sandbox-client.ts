import { AppError } from '@entrada/platform/errors/app-error';
import { z } from 'zod';
import type { SandboxOrder, SandboxPayment } from '../domain/sandbox.ts';

const TIMEOUT_MS = 5_000;
const REFUSED_BY_BANK = new Set([404, 409, 422]);

const paymentResponse = z.union([
  z.object({ scheduledFor: z.string() }),
  z.object({ payments: z.array(z.object({ endToEndId: z.string() })) }),
]);

/** The control API of the sandbox bank. */
export function sandboxClient(url: string) {
  return {
    async pay(order: SandboxOrder): Promise<SandboxPayment> {
      const response = await fetch(new URL('/sandbox/pay', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(unavailable);
      const body: unknown = await response.json().catch(unavailable);
      if (response.ok) return toPayment(paymentResponse.parse(body));
      if (order.refuse && response.status === 409) {
        return { status: 'REFUSED', scheduledFor: null, endToEndIds: [] };
      }
      if (!REFUSED_BY_BANK.has(response.status)) return unavailable(body);
      throw new AppError('CONFLICT', 'The sandbox bank does not accept this payment', {
        reason: 'charge_not_pending',
        cause: body,
      });
    },
  };
}

function toPayment(made: z.output<typeof paymentResponse>): SandboxPayment {
  if ('scheduledFor' in made) {
    return { status: 'SCHEDULED', scheduledFor: made.scheduledFor, endToEndIds: [] };
  }
  const endToEndIds = made.payments.map(({ endToEndId }) => endToEndId);
  return { status: 'PAID', scheduledFor: null, endToEndIds };
}

function unavailable(cause: unknown): never {
  throw new AppError('UNAVAILABLE', 'The sandbox bank is unavailable', {
    reason: 'provider_unavailable',
    cause,
  });
}

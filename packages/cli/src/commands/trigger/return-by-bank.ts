import type { SandboxPayment } from '@entrada/client/gen/api';
import { CommandError } from '@entrada/command-line/command-error';
import type { Connection } from '../../access/connect.ts';
import type { Context } from '../../command.ts';
import { EXIT } from '../../exit-codes.ts';

const CONFIRM_MAX_MS = 60_000;
const TIMEOUT_MS = 10_000;
const NATURE = 'MED_FRAUDE';

type Paid = {
  readonly sandboxUrl: string;
  readonly paymentLinkId: string;
  readonly payment: SandboxPayment;
};

/** Once the deposit is confirmed, the sandbox bank takes its money back, as after a report of fraud. */
export async function returnByBank(
  { signal, terminal }: Context,
  { entrada }: Connection,
  { sandboxUrl, paymentLinkId, payment }: Paid,
): Promise<void> {
  const stopProgress = terminal.progress('Waiting until the payment is confirmed');
  try {
    await entrada.deposits.waitUntilPaid(paymentLinkId, { signal, waitMs: CONFIRM_MAX_MS });
    const [endToEndId] = payment.endToEndIds;
    const reply = await fetch(new URL('/sandbox/return', sandboxUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endToEndId, natureza: NATURE }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!reply.ok) throw new Error(`it responded with ${reply.status}`);
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandError(
      `The deposit ${paymentLinkId} was paid, and the sandbox bank at ${sandboxUrl} did not return it: ${(error as Error).message}. Look: entrada deposits show ${paymentLinkId}`,
      { exitCode: EXIT.unavailable, cause: error },
    );
  } finally {
    stopProgress();
  }
}

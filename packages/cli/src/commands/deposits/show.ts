import type { Deposit } from '@entrada/client/deposits';
import { EntradaError } from '@entrada/client/entrada-error';
import type { Command } from 'commander';
import { type Connection, connect } from '../../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../../command.ts';
import { depositText } from '../../text/deposit-text.ts';
import { money } from '../../text/money.ts';
import { table } from '../../text/table.ts';
import { takeItems } from '../../text/take-items.ts';

const ABOUT = `Shows a deposit and its refunds. With --watch it waits until the deposit is paid, expires or is
canceled; the exit code is 0 if it was paid, else 1.`;
const WATCH_MAX_MS = 86_400_000;
const REFUNDS_MAX = 200;

export function show(group: Command, act: Act): void {
  group
    .command('show')
    .summary('show a deposit, or wait for its payment')
    .description(ABOUT)
    .argument('<paymentLinkId>', 'of the deposit')
    .option('--watch', 'wait until it is paid, for a day at most')
    .addHelpText(
      'after',
      examples('deposits show <paymentLinkId>', 'deposits show <paymentLinkId> --watch'),
    )
    .action(act(run));
}

async function run(
  context: Context,
  paymentLinkId: string,
  { watch }: { readonly watch?: true },
): Promise<Outcome> {
  const connection = connect(context, { reportsOutages: watch === true });
  const { signal } = context;
  const now = await connection.entrada.deposits.get(paymentLinkId, { signal });
  const isWaiting = watch && now.status === 'PENDING';
  const deposit = isWaiting ? await watched(context, connection, now) : now;
  const refunds = await refundsOf(connection, deposit, signal);
  const rows = refunds.map(({ createdAt, id, status, value, origin }) => [
    createdAt,
    'refund',
    id,
    status,
    money(value),
    origin === 'BANK' ? 'by the bank' : '',
  ]);
  return {
    text: [...depositText(deposit), ...table(rows)],
    json: { deposit, refunds },
    failed: watch === true && ['EXPIRED', 'CANCELED'].includes(deposit.status),
  };
}

/** Ctrl-C ends the wait; what is known until then is shown. */
async function watched(
  { terminal, signal }: Context,
  { entrada }: Connection,
  deposit: Deposit,
): Promise<Deposit> {
  const { paymentLinkId } = deposit;
  const stopProgress = terminal.progress(`Waiting for the payment of ${money(deposit.value)}`);
  try {
    return await entrada.deposits.waitUntilPaid(paymentLinkId, { signal, waitMs: WATCH_MAX_MS });
  } catch (error) {
    if (signal.aborted) return deposit;
    if (!(error instanceof EntradaError) || error.code !== 'deposit_not_paid') throw error;
    return await entrada.deposits.get(paymentLinkId, { signal });
  } finally {
    stopProgress();
  }
}

async function refundsOf({ entrada }: Connection, deposit: Deposit, signal: AbortSignal) {
  if (deposit.status !== 'COMPLETED' || signal.aborted) return [];
  return takeItems(entrada.deposits.refunds(deposit.paymentLinkId, {}, { signal }), REFUNDS_MAX);
}

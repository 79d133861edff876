import { type ProgramCommand, timeOption } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import type { UnreadWindow } from '@entrada/contracts/gen/ledger/v1/UnreadWindow';
import { counted } from '@entrada/platform/text/counted';
import { DAY_MS } from '@entrada/platform/time/units';
import { connect, requireLedger } from '../access/services.ts';
import type { Act, Context, Outcome } from '../command.ts';

const ABOUT = `Verifies that every payment is credited once and has its webhook event: the ledger checks its books and compares
them with charges, webhooks and the bank, for the last day or since the given time, at the earliest a day before the first
entry. Use it after a repair or a restore.`;
const TIMEOUT_MS = 60 * 60_000;
/** A younger event may still be in transit, which is no violation. */
const SETTLE_MS = 10_000;

export function audit(program: ProgramCommand, act: Act): void {
  program
    .command('audit')
    .summary('verify that every payment is credited once and has its webhook event')
    .description(ABOUT)
    .addOption(timeOption('--from', 'start of the comparison; default: a day ago'))
    .examples('audit', 'audit --from 2026-11-15T00:00:00Z')
    .action(act(run));
}

async function run(context: Context, { from }: { from?: Date }): Promise<Outcome> {
  const until = new Date(context.now().getTime() - SETTLE_MS);
  const since = from ?? new Date(until.getTime() - DAY_MS);
  if (since >= until) throw usageError('--from must be in the past, by more than ten seconds.');
  await requireLedger(context);
  using ledger = await connect(context, 'ledger', TIMEOUT_MS);
  const audited = await ledger.auditBooks({
    from: since.toISOString(),
    to: until.toISOString(),
  });
  const { violations, violationsCount, unread, accounts, links, to } = audited;
  const notCompared = [
    ...audited.notCompared.map((name) => `Not compared with ${name}: its address is not set.`),
    ...unread.map(unreadLine),
  ];
  return {
    text: [
      ...violations.map((line) => `VIOLATION: ${line}`),
      ...notCompared,
      `Checked the books: ${counted(accounts, 'account')}, ${counted(links, 'transaction')}.`,
      `Compared ${audited.from} to ${to}.`,
      verdict(violationsCount, notCompared.length),
    ],
    json: audited,
    failed: violationsCount > 0,
  };
}

function verdict(violations: number, notCompared: number): string {
  if (violations === 0 && notCompared === 0) return 'All invariants hold.';
  const found = counted(violations, 'violation');
  if (notCompared === 0) return `${found}.`;
  return `${found} in what was compared, ${counted(notCompared, 'comparison')} not made: see above.`;
}

function unreadLine({ from, to, reason }: UnreadWindow): string {
  return `Not compared with the bank: its list of ${from} to ${to} cannot be read (${reason}).`;
}

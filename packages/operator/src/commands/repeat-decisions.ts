import type { AuditLine } from '@entrada/auth/domain/audit-chain';
import { CommandError } from '@entrada/command-line/command-error';
import { timeOption } from '@entrada/command-line/time-option';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Command } from 'commander';
import { auditLinesSince } from '../access/audit-lines.ts';
import { requireLedgerCaughtUp } from '../access/ledger-lag.ts';
import { requireLogin } from '../access/login.ts';
import { connect } from '../access/services.ts';
import {
  type Act,
  type Context,
  examples,
  type Outcome,
  reasonOption,
  requirePast,
} from '../command.ts';

const ABOUT = `Repeats decisions about suspended payments: use it after the ledger was restored to an older point, once
it has read its topic again. The decisions are those in the audit log since the time given, the last one about each
payment. What is decided already stays as it is, and the bank is asked before anything is credited. It is refused
while the ledger has records of charges that it has not read. It needs DATABASE_URL_AUTH and the event log, or npm
start.`;
const CREDIT = 'suspense.credit';
const REFUND = 'suspense.refund';
const SUBJECT = 'exception:';
/** It ended in another way since: that stays as it is. */
const ALREADY_DECIDED = 'already_decided';
/** The ledger asks others, and the bank, about a decision. */
const DECISION_MAX_MS = 30_000;

type Asked = { readonly from: Date; readonly reason: string };

export function repeatDecisions(group: Command, act: Act): void {
  group
    .command('repeat')
    .summary('repeat decisions that a restored ledger has lost')
    .description(ABOUT)
    .addOption(
      timeOption(
        '--from',
        'the time to which the ledger was restored, less a minute',
      ).makeOptionMandatory(),
    )
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples("suspense repeat --from 2026-11-15T11:59:00Z --reason 'ledger restored'"),
    )
    .action(act(run));
}

type Repeated = { readonly exceptionId: string; readonly outcome: string; readonly ok: boolean };

async function run(context: Context, { from, reason }: Asked): Promise<Outcome> {
  requirePast(context, '--from', from);
  await requireLogin(context);
  // The books must know what the bank returned by itself before they say what is left to return.
  await requireLedgerCaughtUp(context, 'a decision would be about more than is left');
  const lines = await auditLinesSince(context, from, [CREDIT, REFUND]);
  using ledger = await connect(context, 'ledger', DECISION_MAX_MS);
  const repeat = async (line: AuditLine): Promise<Repeated> => {
    const exceptionId = line.subject.slice(SUBJECT.length);
    const decision = line.action === CREDIT ? 'CREDIT' : 'REFUND';
    const asked = { exceptionId, decision, accountId: line.accountId, reason };
    try {
      const { item } = await ledger.resolveSuspense(asked);
      return { exceptionId, outcome: item?.resolution ?? decision, ok: true };
    } catch (error) {
      const refusal = error instanceof CommandError ? error.cause : error;
      // The next one may be possible; an unavailable ledger fails all of them.
      if (!(refusal instanceof AppError) || refusal.code === 'UNAVAILABLE') throw error;
      const { message } = error as Error;
      return { exceptionId, outcome: message, ok: refusal.reason === ALREADY_DECIDED };
    }
  };
  const repeated: Repeated[] = [];
  for (const line of lastOfEach(lines)) repeated.push(await repeat(line));
  const text = repeated.map(({ exceptionId, outcome }) => `${exceptionId}  ${outcome}`);
  const json = repeated.map(({ exceptionId, outcome }) => ({ exceptionId, outcome }));
  const none = `No decision about suspense was made since ${from.toISOString()}.`;
  return { text: text.length > 0 ? text : none, json, failed: repeated.some(({ ok }) => !ok) };
}

function lastOfEach(lines: readonly AuditLine[]): readonly AuditLine[] {
  return [...new Map(lines.map((line) => [line.subject, line])).values()];
}

import { type ProgramCommand, timeOption } from '@entrada/command-line/command';
import { CommandError } from '@entrada/command-line/command-error';
import type { AuditLogLine } from '@entrada/contracts/gen/auth/v1/AuditLogLine';
import { AppError } from '@entrada/platform/errors/app-error';
import { auditLinesAfter } from '../access/audit.ts';
import { requireLedgerCaughtUp } from '../access/ledger.ts';
import { requireLogin } from '../access/login.ts';
import { connect, reasonOf } from '../access/services.ts';
import { type Act, type Context, type Outcome, reasonOption, requirePast } from '../command.ts';
import { askFor } from '../decisions/decide.ts';
import { DECISION_MAX_MS } from '../decisions/resolve-suspense.ts';

const ABOUT = `Repeats decisions about suspended payments: use it after the ledger was restored to an older point, once
it has read its topic again. The decisions are those in the audit log since the time given, the last one about each
payment, without returns that were reopened. What is decided already stays as it is, and the bank is asked before
anything is credited. It is refused while the ledger has records of charges that it has not read.`;
const CREDIT = 'suspense.credit';
const REFUND = 'suspense.refund';
/** A return that operators ended: the payment was undecided again. */
const FAILED = 'return.failed';
const SUBJECT = 'exception:';
/** It was not lost, or has ended in another way since: that stays as it is. */
const STANDS = ['already_decided', 'approval_used'];

/** It had no approval, or one of other people, or an old one that no restore of the ledger took back. */
const NEEDS_APPROVAL = ['approval_required', 'approval_forged'];

type Options = { readonly from: Date; readonly reason: string };

export function repeatDecisions(group: ProgramCommand, act: Act): void {
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
    .examples("suspense repeat --from 2026-11-15T11:59:00Z --reason 'ledger restored'")
    .action(act(run));
}

type Repetition = { readonly exceptionId: string; readonly outcome: string; readonly ok: boolean };

async function run(context: Context, { from, reason }: Options): Promise<Outcome> {
  requirePast(context, '--from', from);
  await requireLogin(context);
  // The books must know what the bank returned by itself before they say what is left to return.
  await requireLedgerCaughtUp(context, 'a decision would be about more than is left');
  const lines = (await auditLinesAfter(context, 0)).filter(({ at }) => new Date(at) >= from);
  using ledger = await connect(context, 'ledger', DECISION_MAX_MS);
  using auth = await connect(context, 'auth');
  /** What two people had agreed on; the ledger has lost that it was carried out. */
  const approvedBefore = async ({ detail }: AuditLogLine) => {
    const { approvalId } = JSON.parse(detail);
    if (!approvalId) return null;
    const { approval } = await auth.getApproval({ approvalId });
    return approval && { ...JSON.parse(approval.request), approvalId };
  };
  const repeat = async (line: AuditLogLine): Promise<Repetition> => {
    const exceptionId = line.subject.slice(SUBJECT.length);
    const decision = line.action === CREDIT ? 'CREDIT' : 'REFUND';
    const asked = { exceptionId, decision, accountId: line.accountId, reason } as const;
    try {
      const { item } = await ledger.resolveSuspense((await approvedBefore(line)) ?? asked);
      return { exceptionId, outcome: item?.resolution ?? decision, ok: true };
    } catch (error) {
      if (!NEEDS_APPROVAL.includes(reasonOf(error) ?? '')) return refusedBy(error, exceptionId);
      const { id } = await askFor(context, 'ResolveSuspense', asked);
      return { exceptionId, outcome: `needs a second person: operator approve ${id}`, ok: false };
    }
  };
  const repeated: Repetition[] = [];
  for (const line of standing(lines)) repeated.push(await repeat(line));
  const text = repeated.map(({ exceptionId, outcome }) => `${exceptionId}  ${outcome}`);
  const json = repeated.map(({ exceptionId, outcome }) => ({ exceptionId, outcome }));
  const none = `No decision about suspense was made since ${from.toISOString()}.`;
  return { text: text.length > 0 ? text : none, json, failed: repeated.some(({ ok }) => !ok) };
}

/** The next one may be possible; an unavailable ledger fails all of them. */
function refusedBy(error: unknown, exceptionId: string): Repetition {
  const refusal = error instanceof CommandError ? error.cause : error;
  if (!(refusal instanceof AppError) || refusal.code === 'UNAVAILABLE') throw error;
  const { message } = error as Error;
  return { exceptionId, outcome: message, ok: STANDS.includes(refusal.reason ?? '') };
}

/** The last decision about each payment, unless it was a return that operators have ended since. */
function standing(lines: readonly AuditLogLine[]): readonly AuditLogLine[] {
  const decisions = new Map<string, AuditLogLine>();
  for (const line of lines) {
    if (line.action === CREDIT || line.action === REFUND) decisions.set(line.subject, line);
    if (line.action !== FAILED) continue;
    const subject = `${SUBJECT}${JSON.parse(line.detail).exceptionId}`;
    if (decisions.get(subject)?.action === REFUND) decisions.delete(subject);
  }
  return [...decisions.values()];
}

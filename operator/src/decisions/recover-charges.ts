import { CommandError } from '@entrada/command-line/command-error';
import type { RecoverResponse } from '@entrada/contracts/gen/charges/v1/RecoverResponse';
import type { ReusedExternalId } from '@entrada/contracts/gen/charges/v1/ReusedExternalId';
import { counted } from '@entrada/platform/text/counted';
import { recordDecision } from '../access/audit.ts';
import { requireLedgerCaughtUp } from '../access/ledger.ts';
import { requireLogin } from '../access/login.ts';
import { connect } from '../access/services.ts';
import type { Context, Decision } from '../command.ts';

const STEP_TIMEOUT_MS = 60_000;
/** Far more than the bookings of a year at a hundred payments a second. */
const STEPS_MAX = 100_000_000;

type Request = { readonly reason: string; readonly skip: string[] };

export const recoverCharges: Decision<Request> = {
  words: async (_context, { skip }) => [
    `Goes on with the recovery of the restored database of charges, and gives up for good what it cannot recover of: ${skip.join(', ')}.`,
    'A payment that is given up is missing in charges; a refund or return that is given up can be made a second time.',
  ],
  async carryOut(context, request, approvalId) {
    await requireLogin(context);
    await requireLedgerCaughtUp(context, 'charges would take them for lost');
    using charges = await connect(context, 'charges', STEP_TIMEOUT_MS);
    const { reason, skip } = request;
    const begin = () => charges.recover({ ...request, approvalId });
    // Charges may want a second person first: until it has said so, nothing was decided.
    const first = skip.length > 0 && approvalId === '' ? await begin() : null;
    await recordRecovery(context, request, approvalId);
    // What was given up stays so.
    const goOn = () => charges.recover({ reason });
    const done = await lastOf(context, goOn, first ?? (await begin()));
    return { text: textOf(done), json: done, failed: !done.isDone };
  },
};

async function recordRecovery(context: Context, { reason, skip }: Request, approvalId: string) {
  const skipped = skip.length > 0 ? { skip: skip.join(' ') } : {};
  const detail = { reason, ...skipped, ...(approvalId !== '' && { approvalId }) };
  await recordDecision(context, { action: 'charges.recover', subject: 'service:charges', detail });
}

/** The reply that ends the run. */
async function lastOf(
  context: Context,
  recoverStep: () => Promise<RecoverResponse>,
  first: RecoverResponse,
): Promise<RecoverResponse> {
  let done = first;
  for (let step = 1; step < STEPS_MAX; step += 1) {
    if (done.isDone || done.isRunOver) return done;
    context.err(`${done.step}: ${storedAgain(done)}\n`);
    done = await recoverStep();
  }
  throw new CommandError('It does not end: report this to the developers.');
}

function textOf(done: RecoverResponse): string[] {
  if (done.step === '')
    return ['No restore is noted that is not recovered: charges accepts changes.'];
  return [
    `${storedAgain(done)}.`,
    ...done.failed.map(({ id, problem }) => `${id} cannot be recovered: ${problem}.`),
    ...done.reusedExternalIds.map(withoutExternalId),
    done.isDone
      ? 'The restore is recovered, and charges accepts changes.'
      : 'The restore is not recovered, and charges refuses changes.',
  ];
}

function storedAgain({ compared, charges, payments, refunds, returns }: RecoverResponse): string {
  const stored = [
    counted(charges, 'charge'),
    counted(payments, 'payment'),
    counted(refunds, 'refund'),
    counted(returns, 'return'),
  ];
  return `${compared} compared, stored again: ${stored.join(', ')}`;
}

function withoutExternalId({ chargeId, accountId, externalId }: ReusedExternalId): string {
  return `Charge ${chargeId} of account ${accountId} came back without externalId ${externalId}: another charge has it now.`;
}

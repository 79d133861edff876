import { CommandError } from '@entrada/command-line/command-error';
import type { RecoverResponse } from '@entrada/contracts/gen/charges/v1/RecoverResponse';
import type { ReusedExternalId } from '@entrada/contracts/gen/charges/v1/ReusedExternalId';
import { counted } from '@entrada/platform/text/counted';
import { type Command, Option } from 'commander';
import { recordDecision } from '../access/audit.ts';
import { requireLedgerCaughtUp } from '../access/ledger.ts';
import { requireLogin } from '../access/login.ts';
import { connect } from '../access/services.ts';
import { type Act, type Context, examples, type Outcome, reasonOption } from '../command.ts';

const ABOUT = `Ends a restore of the database of charges that operator restored has noted. Until then charges answers reads and
refuses changes. It compares charges with the payments and refunds of the ledger and with the returns of the bank, stores again what
the restore lost, and then charges accepts changes. It works in steps and prints its progress: after an error, run it again, and it goes
on where it was. What cannot be recovered is named with the reason, and charges goes on to refuse changes. After
fixing the cause, run it again; with --skip you give it up for good.`;
const STEP_TIMEOUT_MS = 60_000;
/** Far more than the bookings of a year at a hundred payments a second. */
const STEPS_MAX = 100_000_000;

type Options = { readonly reason: string; readonly skip?: readonly string[] };

export function recover(program: Command, act: Act): void {
  program
    .command('recover')
    .summary('bring back what a restored database of charges has lost, and accept changes again')
    .description(ABOUT)
    .addOption(new Option('--skip <ids...>', 'what could not be recovered and is given up'))
    .addOption(reasonOption())
    .addHelpText('after', examples("recover --reason 'charges restored'"))
    .action(act(run));
}

async function run(context: Context, { reason, skip = [] }: Options): Promise<Outcome> {
  await requireLogin(context);
  await requireLedgerCaughtUp(context, 'charges would take them for lost');
  const detail = { reason, ...(skip.length > 0 && { skip: skip.join(' ') }) };
  await recordDecision(context, { action: 'charges.recover', subject: 'service:charges', detail });
  const done = await inSteps(context, { reason, skip: [...skip] });
  return { text: textOf(done), json: done, failed: !done.isDone };
}

async function inSteps(
  context: Context,
  request: { readonly reason: string; readonly skip: string[] },
): Promise<RecoverResponse> {
  using charges = await connect(context, 'charges', STEP_TIMEOUT_MS);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const done = await charges.recover(request);
    if (done.isDone || done.isRunOver) return done;
    context.err(`${done.step}: ${storedAgain(done)}\n`);
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

import type { ProgramCommand } from '@entrada/command-line/command';
import type { RecheckedPayment } from '@entrada/contracts/gen/charges/v1/RecheckedPayment';
import type { UnclearPayment } from '@entrada/contracts/gen/charges/v1/UnclearPayment';
import { InvalidArgumentError } from 'commander';
import { connect } from '../access/services.ts';
import { type Act, type Context, type Outcome, reasonOption } from '../command.ts';

const ABOUT = `Payments that the bank reported and that could not be confirmed yet: the look-up failed, the bank
contradicts itself, or the payment could not be stored. Also windows: parts of the bank's list of
payments that could not be read. Each is retried automatically, at least every 15 minutes.`;
const LIST_MAX = 1_000;
const UNCLEAR_ID = /^[0-9a-z]{1,64}$/i;
const RECHECK_ID = /^([0-9a-z]{1,63}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** Each id costs several calls to the bank. */
const RECHECK_MAX_MS = 30_000;
const NEXT = `What next: operator recheck <id> asks the bank now. The id is in the second column.
  A window, an entry that cannot be looked up, or a payment that the bank denies for four hours:
  operator unclear dismiss <id> --reason <why>.`;

const NOT_AUDITED =
  'Your name and reason were not recorded: charges has no audit log. Set AUTH_ADDRESS of charges.';

const FAILED: readonly string[] = ['RECHECK_OUTCOME_UNCLEAR', 'RECHECK_OUTCOME_NOT_FOUND'];

export function unclear(program: ProgramCommand, act: Act): void {
  const group = program
    .command('unclear')
    .summary('payments that could not be confirmed, and windows that could not be listed')
    .description(ABOUT)
    .examples('unclear', "unclear dismiss <id> --reason 'bank: a test entry'");
  group
    .command('list', { isDefault: true })
    .summary('show them, longest unclear first')
    .description(ABOUT)
    .examples('unclear list', 'unclear list --json')
    .action(act(list));
  group
    .command('dismiss')
    .summary('end the retries of a window, or of an entry that the bank cannot explain')
    .description(
      `Ends the retries of a window of the bank's list, or of an entry that names no payment: use it when the bank
says that there is nothing to read. Payments of a dismissed window are not looked for again. A payment
with an endToEndId is money that must be booked: it can be dismissed only if the bank denies it, four hours after it
was first seen.`,
    )
    .argument('<id>', 'from the second column of the list', unclearIdIn)
    .addOption(reasonOption())
    .examples("unclear dismiss <id> --reason 'bank: a test entry'")
    .action(act((context, id, { reason }) => dismiss(context, id, reason)));
}

export function recheck(program: ProgramCommand, act: Act): void {
  program
    .command('recheck')
    .summary('ask the bank about a payment now')
    .description(
      `Asks the bank about one payment, or about the payments of a charge, and takes in what is new: use it when a
payer says that a deposit is missing. It may be repeated.`,
    )
    .argument('<id>', 'an endToEndId, a txid, a paymentLinkId or the id of a window', idIn)
    .examples('recheck <payment link id>', 'recheck <endToEndId> --json')
    .action(act(run));
}

function idIn(text: string): string {
  if (RECHECK_ID.test(text)) return text;
  throw new InvalidArgumentError(
    'It must be an endToEndId, a txid, a paymentLinkId or the id of a window.',
  );
}

function unclearIdIn(text: string): string {
  if (UNCLEAR_ID.test(text)) return text;
  throw new InvalidArgumentError('It must be an id of operator unclear.');
}

async function dismiss(context: Context, id: string, reason: string): Promise<Outcome> {
  using charges = await connect(context, 'charges');
  const { audited } = await charges.dismissUnclear({ id, reason });
  const dismissed = `${id} was dismissed: it is not asked about again.`;
  return { text: audited ? dismissed : [dismissed, NOT_AUDITED], json: { id, audited } };
}

async function list(context: Context): Promise<Outcome> {
  using charges = await connect(context, 'charges');
  const { payments, total } = await charges.listUnclearPayments({ limit: LIST_MAX });
  const rest = total > payments.length ? [`${total - payments.length} more are not shown.`] : [];
  const lines = payments.length === 0 ? ['Nothing is unclear.'] : [...payments.map(lineOf), NEXT];
  return { text: [...lines, ...rest], json: { payments, total } };
}

async function run(context: Context, id: string): Promise<Outcome> {
  using charges = await connect(context, 'charges', RECHECK_MAX_MS);
  const { results } = await charges.recheckPayments({ ids: [id] });
  const failed = results.some(({ outcome }) => FAILED.includes(outcome));
  return { text: results.map(sentenceOf), json: results, failed };
}

function lineOf({
  firstSeenAt,
  id,
  txid,
  attempts,
  nextAttemptAt,
  problem,
  windowFrom,
  windowTo,
}: UnclearPayment): string {
  const payment = txid === '' ? 'no txid' : `txid ${txid}`;
  const of = windowFrom === '' ? payment : `window ${windowFrom} to ${windowTo}`;
  const next = nextAttemptAt === '' ? 'cannot be looked up' : `next attempt ${nextAttemptAt}`;
  return `${firstSeenAt}  ${id}  ${of}  ${attempts} attempts, ${next}  ${problem}`;
}

function sentenceOf({ id, outcome, endToEndId, paymentLinkId, problem }: RecheckedPayment): string {
  const payment = `Payment ${endToEndId || id}`;
  const charge = paymentLinkId === '' ? 'no charge' : `charge ${paymentLinkId}`;
  switch (outcome) {
    case 'RECHECK_OUTCOME_WINDOW_READ':
      return `Window ${id} was read now: its payments are taken in.`;
    case 'RECHECK_OUTCOME_CONFIRMED':
      return `${payment} was confirmed now: it completed ${charge}.`;
    case 'RECHECK_OUTCOME_SUSPENDED':
      return `${payment} was stored now, in suspense: see operator suspense list.`;
    case 'RECHECK_OUTCOME_ALREADY_KNOWN':
      return `${payment} was stored before; nothing changed.`;
    case 'RECHECK_OUTCOME_UNPAID':
      return `The bank reports no payment for ${charge}.`;
    case 'RECHECK_OUTCOME_NOT_FOUND':
      return `Neither charges nor the bank knows ${id}. Check the id.`;
    default:
      return `${id.startsWith('W') ? `Window ${id}` : payment} is still unclear: ${problem}. It is checked again automatically; run this command again later.`;
  }
}

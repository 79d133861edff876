import type { RecheckedPayment } from '@entrada/contracts/gen/charges/v1/RecheckedPayment';
import type { UnclearPayment } from '@entrada/contracts/gen/charges/v1/UnclearPayment';
import { type Command, InvalidArgumentError } from 'commander';
import { connect } from '../access/services.ts';
import { type Act, type Context, examples, type Outcome } from '../command.ts';

const LIST_MAX = 1_000;
const RECHECK_ID = /^([0-9a-z]{1,63}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** Each id costs several calls to the bank. */
const RECHECK_MAX_MS = 30_000;
const NEXT = 'What next: operator recheck <id> asks the bank now. The id is in the second column.';

const FAILED: readonly string[] = ['RECHECK_OUTCOME_UNCLEAR', 'RECHECK_OUTCOME_NOT_FOUND'];

export function unclear(program: Command, act: Act): void {
  program
    .command('unclear')
    .summary('show payments that could not be confirmed')
    .description(
      `Shows the payments that the bank reported and that could not be confirmed yet, longest unclear first: the
look-up failed, the bank contradicts itself, or the payment could not be stored. Each is asked about
again by itself, at the latest every 15 minutes, until it is confirmed.`,
    )
    .addHelpText('after', examples('unclear', 'unclear --json'))
    .action(act(list));
}

export function recheck(program: Command, act: Act): void {
  program
    .command('recheck')
    .summary('ask the bank about a payment now')
    .description(
      `Asks the bank about one payment, or about the payments of a charge, and takes in what is new: use it when a
payer says that a deposit is missing. It may be repeated.`,
    )
    .argument('<id>', 'an endToEndId, a txid or a paymentLinkId', idIn)
    .addHelpText('after', examples('recheck <payment link id>', 'recheck <endToEndId> --json'))
    .action(act(run));
}

function idIn(text: string): string {
  if (RECHECK_ID.test(text)) return text;
  throw new InvalidArgumentError('It must be an endToEndId, a txid or a paymentLinkId.');
}

async function list(context: Context): Promise<Outcome> {
  using charges = await connect(context, 'charges');
  const { payments, total } = await charges.listUnclearPayments({ limit: LIST_MAX });
  const rest = total > payments.length ? [`${total - payments.length} more are not shown.`] : [];
  const lines =
    payments.length === 0 ? ['No payment is unclear.'] : [...payments.map(lineOf), NEXT];
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
}: UnclearPayment): string {
  const of = txid === '' ? 'no txid' : `txid ${txid}`;
  const next = nextAttemptAt === '' ? 'cannot be looked up' : `next attempt ${nextAttemptAt}`;
  return `${firstSeenAt}  ${id}  ${of}  ${attempts} attempts, ${next}  ${problem}`;
}

function sentenceOf({ id, outcome, endToEndId, paymentLinkId, problem }: RecheckedPayment): string {
  const payment = `Payment ${endToEndId || id}`;
  const charge = paymentLinkId === '' ? 'no charge' : `charge ${paymentLinkId}`;
  switch (outcome) {
    case 'RECHECK_OUTCOME_CONFIRMED':
      return `${payment} was confirmed now: it completed ${charge}.`;
    case 'RECHECK_OUTCOME_SUSPENDED':
      return `${payment} was stored now, in suspense: see operator suspense list.`;
    case 'RECHECK_OUTCOME_ALREADY_KNOWN':
      return `${payment} was stored before; nothing changed.`;
    case 'RECHECK_OUTCOME_UNPAID':
      return `The bank reports no payment for ${charge}.`;
    case 'RECHECK_OUTCOME_NOT_FOUND':
      return `Neither we nor the bank know ${id}. Check the id.`;
    default:
      return `${payment} is still unclear: ${problem}. It is checked again automatically; run this command again later.`;
  }
}

import type { ProgramCommand } from '@entrada/command-line/command';
import { connect } from '../access/services.ts';
import type { Act, Context, Outcome } from '../command.ts';

const ABOUT = `Shows what happened to a charge, oldest first, from charges, ledger and webhooks: who asked for it, for its
cancellation and for refunds, how its payment became known, and each attempt to deliver its events.`;

export function timeline(program: ProgramCommand, act: Act): void {
  program
    .command('timeline')
    .summary('show what happened to a charge, and who asked for it')
    .description(ABOUT)
    .argument('<id>', 'the payment link id, or the id of the charge')
    .examples('timeline <payment link id>', 'timeline <charge id> --json')
    .action(act(run));
}

async function run(context: Context, id: string): Promise<Outcome> {
  using charges = await connect(context, 'charges');
  using ledger = await connect(context, 'ledger');
  using webhooks = await connect(context, 'webhooks');
  const { accountId, chargeId, entries } = await charges.getChargeTimeline({ paymentLinkId: id });
  const [booked, delivered] = await Promise.all([
    ledger.getLedgerTimeline({ accountId, chargeId }),
    webhooks.getDeliveryTimeline({ accountId, chargeId }),
  ]);
  const all = [...entries, ...booked.entries, ...delivered.entries]
    .map(({ at, kind, detail, traceId }) => ({ ...fieldsIn(detail), at, kind, traceId }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const title = `Charge ${chargeId} of account ${accountId}`;
  return { text: [title, ...all.map(lineOf)], json: { accountId, chargeId, timeline: all } };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsIn(detail: string): Fields {
  return detail === '' ? {} : JSON.parse(detail);
}

function lineOf({ at, kind, traceId: _traceId, ...fields }: Fields): string {
  const named = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`);
  return [at, kind, ...named].join('  ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

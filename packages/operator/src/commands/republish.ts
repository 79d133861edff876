import { CommandError, usageError } from '@entrada/command-line/command-error';
import { timeOption } from '@entrada/command-line/time-option';
import { counted } from '@entrada/platform/text/counted';
import type { Command } from 'commander';
import { recordDecision } from '../access/audit.ts';
import { connect } from '../access/services.ts';
import {
  type Act,
  type Context,
  examples,
  type Outcome,
  reasonOption,
  requirePast,
} from '../command.ts';

const ABOUT = `Publishes the events of charges and ledger again, with the same event ids: use it when the event log lost the
events of a period. Consumers ignore events that they have handled, so it is safe to repeat. It works in steps and
prints its progress: after an error, run it again with --from of the last step.`;
const NO_EVENT =
  'an earlier version of the ledger stored no event with them, and the outbox no longer has it. Account holders that missed them find them in their statement.';
const STEP_TIMEOUT_MS = 60_000;
const TOO_MANY = 'One millisecond has more events than one step: report this to the developers.';

type Asked = { readonly from: Date; readonly to?: Date; readonly reason: string };

export function republish(program: Command, act: Act): void {
  program
    .command('republish')
    .summary('publish the events of a period again, after the event log lost them')
    .description(ABOUT)
    .addOption(timeOption('--from', 'start of the period, inclusive').makeOptionMandatory())
    .addOption(timeOption('--to', 'end of the period, exclusive; default: now'))
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples(
        "republish --from 2026-11-15T12:00:00Z --to 2026-11-15T13:00:00Z --reason 'Kafka lost a disk'",
      ),
    )
    .action(act(run));
}

async function run(context: Context, asked: Asked): Promise<Outcome> {
  const { from, to = context.now(), reason } = asked;
  requirePast(context, '--to', asked.to);
  if (from >= to) throw usageError('--from must be before --to.');
  const window = { from: from.toISOString(), to: to.toISOString() };
  using charges = await connect(context, 'charges', STEP_TIMEOUT_MS);
  using ledger = await connect(context, 'ledger', STEP_TIMEOUT_MS);
  const subject = 'services:charges+ledger';
  await recordDecision(context, {
    action: 'events.republish',
    subject,
    detail: { ...window, reason },
  });
  const steps = { ...window, reason };
  const ofCharges = await inSteps('charges', steps, (step) => charges.republishEvents(step));
  const ofLedger = await inSteps('ledger', steps, (step) => ledger.republishEvents(step));
  const { skipped } = ofLedger;
  const text = [
    `charges published ${counted(ofCharges.events, 'event')} again, ledger ${ofLedger.events}, from ${window.from} to ${window.to}. Consumers ignore those that they have handled.`,
    ...(skipped > 0 ? [`${counted(skipped, 'booking')} skipped: ${NO_EVENT}`] : []),
  ];
  const events = { charges: ofCharges.events, ledger: ofLedger.events };
  return { text, json: { from, to, events, skipped }, failed: skipped > 0 };
}

type Step = Readonly<Record<'from' | 'to' | 'reason', string>>;
type Done = { readonly events: number; readonly skipped?: number; readonly nextFrom: string };

async function inSteps(service: string, asked: Step, republishStep: (step: Step) => Promise<Done>) {
  let [events, skipped] = [0, 0];
  let { from } = asked;
  // Terminates: each step starts later than the previous one, or is the last.
  for (;;) {
    const step = await republishStep({ ...asked, from });
    events += step.events;
    skipped += step.skipped ?? 0;
    if (step.nextFrom === '') return { events, skipped };
    if (step.nextFrom === from) throw new CommandError(TOO_MANY);
    from = step.nextFrom;
    process.stderr.write(
      `${service}: ${counted(events, 'event')} published again, up to ${from}\n`,
    );
  }
}

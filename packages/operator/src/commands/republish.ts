import { type Command, Option } from 'commander';
import { operatorName, recordDecision } from '../access/audit.ts';
import { connect } from '../access/services.ts';
import {
  type Act,
  type Context,
  examples,
  type Outcome,
  reasonOption,
  timeIn,
} from '../command.ts';
import { OperatorError, usageError } from '../operator-error.ts';

const ABOUT = `Announces again what charges and ledger hold, under the same event ids: use it when the event log lost a stretch of
time. Consumers ignore what they have handled before, so it may be run as often as you like. It goes in steps and
says where it is: after an error, run it again with --from of the last step.`;
const STEP_TIMEOUT_MS = 60_000;
const TOO_MANY = 'One millisecond holds more events than one step: report this to the developers.';

type Asked = { readonly from: Date; readonly to?: Date; readonly reason: string };

export function republish(program: Command, act: Act): void {
  program
    .command('republish')
    .summary('announce a stretch of time again, after the event log lost it')
    .description(ABOUT)
    .addOption(
      new Option('--from <time>', 'what happened from then on')
        .argParser(timeIn)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--to <time>', 'and before then; now if absent').argParser(timeIn))
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
  const operator = operatorName(context);
  const { from, to = context.now(), reason } = asked;
  if (to > context.now()) throw usageError('--to is in the future.');
  if (from >= to) throw usageError('--from must lie before --to.');
  const window = { from: from.toISOString(), to: to.toISOString() };
  using charges = await connect(context, 'charges', STEP_TIMEOUT_MS);
  using ledger = await connect(context, 'ledger', STEP_TIMEOUT_MS);
  const subject = 'services:charges+ledger';
  await recordDecision(context, {
    action: 'events.republish',
    subject,
    detail: { ...window, reason },
  });
  const steps = { ...window, operator, reason };
  const events = {
    charges: await inSteps('charges', steps, (step) => charges.republishEvents(step)),
    ledger: await inSteps('ledger', steps, (step) => ledger.republishEvents(step)),
  };
  const text = `charges announced ${events.charges} events again, ledger ${events.ledger}, from ${window.from} to ${window.to}. Consumers ignore what they have handled.`;
  return { text, json: { from, to, events } };
}

type Step = Readonly<Record<'from' | 'to' | 'operator' | 'reason', string>>;
type Done = { readonly events: number; readonly nextFrom: string };

async function inSteps(service: string, asked: Step, republishStep: (step: Step) => Promise<Done>) {
  let events = 0;
  let { from } = asked;
  // Ends: each step begins later than the one before, or is the last.
  for (;;) {
    const step = await republishStep({ ...asked, from });
    events += step.events;
    if (step.nextFrom === '') return events;
    if (step.nextFrom === from) throw new OperatorError(TOO_MANY);
    from = step.nextFrom;
    process.stderr.write(`${service}: ${events} events announced again, up to ${from}\n`);
  }
}

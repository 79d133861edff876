import { CommandError } from '@entrada/command-line/command-error';
import { counted } from '@entrada/platform/text/counted';
import { connect, reasonOf, requireLedger } from '../access/services.ts';
import type { Context, Decision } from '../command.ts';

const STEP_TIMEOUT_MS = 60_000;
const TOO_MANY = 'One millisecond has more events than one step: report this to the developers.';

type Request = { readonly from: string; readonly to: string; readonly reason: string };
type Step = Request & { readonly approvalId: string; readonly resumeFrom: string };
type Progress = { readonly events: number; readonly nextFrom: string };

export const republishEvents: Decision<Request> = {
  words: async (_context, { from, to }) => [
    `Publishes the events of charges and ledger from ${from} to ${to} again, with the same event ids. Consumers ignore those that they have handled.`,
  ],
  async carryOut(context, request, approvalId) {
    await askBoth(context);
    using charges = await connect(context, 'charges', STEP_TIMEOUT_MS);
    using ledger = await connect(context, 'ledger', STEP_TIMEOUT_MS);
    const first = { ...request, approvalId, resumeFrom: '' };
    const ofCharges = await inSteps('charges', first, (step) => charges.republishEvents(step));
    const ofLedger = await inSteps('ledger', first, (step) => ledger.republishEvents(step));
    if (ofCharges === null && ofLedger === null)
      throw new CommandError('Both services have published them again.');
    const events = { charges: ofCharges ?? 0, ledger: ofLedger ?? 0 };
    const { from, to } = request;
    const text = [
      `charges published ${counted(events.charges, 'event')} again, ledger ${events.ledger}, from ${from} to ${to}. Consumers ignore those that they have handled.`,
    ];
    return { text, json: { from, to, events } };
  },
};

/** So that an unavailable service is reported after seconds, not after the timeout of a step. */
async function askBoth(context: Context): Promise<void> {
  using charges = await connect(context, 'charges');
  await charges.getTerms({});
  await requireLedger(context);
}

/** Null: the service has done all of it before, and an outage kept the other one from it. */
async function inSteps(
  service: string,
  first: Step,
  republishStep: (step: Step) => Promise<Progress>,
) {
  let events = 0;
  let step = first;
  // Terminates: each step starts later than the previous one, or is the last.
  for (;;) {
    const done = await republishStep(step).catch((error: unknown) => {
      if (reasonOf(error) === 'approval_used') return null;
      throw error;
    });
    if (!done) return null;
    events += done.events;
    if (done.nextFrom === '') return events;
    if (done.nextFrom === step.resumeFrom) throw new CommandError(TOO_MANY);
    step = { ...first, resumeFrom: done.nextFrom };
    process.stderr.write(
      `${service}: ${counted(events, 'event')} published again, up to ${done.nextFrom}\n`,
    );
  }
}

import { createInterface } from 'node:readline/promises';
import type { ProgramCommand } from '@entrada/command-line/command';
import { CommandError, printable } from '@entrada/command-line/command-error';
import { type DecisionName, isDecisionName } from '@entrada/contracts/decisions';
import type { Approval } from '@entrada/contracts/gen/auth/v1/Approval';
import { present } from '@entrada/platform/grpc/fields';
import { signAsOperator } from '../access/login.ts';
import { connect, reasonOf } from '../access/services.ts';
import { type Act, type Context, type Outcome, reasonOption } from '../command.ts';
import { approvalJson, decisionOf } from '../decisions/decide.ts';

const ABOUT = `Decisions about money that need a second person: suspended payments, terms, republishing, freezing. One person
runs the command and gets an id; another one approves it within 24 hours, which carries it out.`;
const APPROVE = `Shows what another person asked for in plain words, asks you to confirm, and then carries it out, once. If an outage
interrupts that, run it again: what was approved stays approved until it is carried out or expires.`;
const ID = ['<approval id>', 'from operator approvals'] as const;

export function approvals(program: ProgramCommand, act: Act): void {
  const group = program
    .command('approvals')
    .summary('decisions that wait for a second person')
    .description(ABOUT)
    .examples('approvals', 'approvals show <approval id>');
  group
    .command('list', { isDefault: true })
    .summary('show what waits to be approved or carried out')
    .description('Shows what waits to be approved or carried out, newest first, at most 200.')
    .option('--all', 'also what was carried out, rejected or has expired', false)
    .examples('approvals list', 'approvals list --all --json')
    .action(act(list));
  group
    .command('show')
    .summary('show one in plain words')
    .description(
      'Shows what one decision will do, in plain words, and who asked for it. It changes nothing.',
    )
    .argument(...ID)
    .examples('approvals show <approval id>')
    .action(act(show));
}

export function approve(program: ProgramCommand, act: Act): void {
  program
    .command('approve')
    .summary('approve a decision of another person, and carry it out')
    .description(APPROVE)
    .argument(...ID)
    .option('--yes', 'do not ask: you have read what it does', false)
    .examples('approve <approval id>')
    .action(act(runApprove));
}

export function reject(program: ProgramCommand, act: Act): void {
  program
    .command('reject')
    .summary('reject a decision of another person, or withdraw your own')
    .description(
      'Ends a request that nobody has approved yet. What was approved is carried out or expires.',
    )
    .argument(...ID)
    .addOption(reasonOption())
    .examples("reject <approval id> --reason 'wrong account'")
    .action(act(runReject));
}

async function list(context: Context, { all }: { all: boolean }): Promise<Outcome> {
  using auth = await connect(context, 'auth');
  const found = (await auth.listApprovals({ withEnded: all })).approvals;
  const lines = found.map(
    ({ id, askedAt, askedBy, decision, request, status }) =>
      `${askedAt}  ${id}  ${status}  asked by ${askedBy}  ${decision} ${request}`,
  );
  const next = 'What next: operator approve <approval id>. The id is in the second column.';
  const text = lines.length === 0 ? 'Nothing waits for a second person.' : [...lines, next];
  return { text, json: found.map(approvalJson) };
}

async function show(context: Context, approvalId: string): Promise<Outcome> {
  const approval = await find(context, approvalId);
  const words = await inWords(context, approval);
  return { text: words, json: { ...approvalJson(approval), words } };
}

async function runApprove(
  context: Context,
  id: string,
  { yes }: { yes: boolean },
): Promise<Outcome> {
  const approval = await find(context, id);
  const isOpen = approval.status === 'PENDING' || approval.status === 'APPROVED';
  if (isOpen && !yes) {
    const words = await inWords(context, approval);
    if (!(await confirmed(words, 'Approve it and carry it out?')))
      return unconfirmed(approval, words);
  }
  using auth = await connect(context, 'auth');
  const { id: approvalId, decision, request, askedBy } = approval;
  const about = { approvalId, decision, request, askedBy };
  const signature = await signAsOperator(context, { step: 'APPROVE', ...about });
  await auth.approveDecision({ approvalId, signature });
  const { carryOut } = decisionOf(nameOf(approval));
  const outcome = await carryOut(context, JSON.parse(approval.request), approval.id).catch(
    (error: unknown) => {
      throw stillOpen(error, approval.id);
    },
  );
  const done = `Carried out, as ${approval.askedBy} asked for:`;
  return {
    ...outcome,
    text: [done, ...[outcome.text].flat()],
    json: { approval: { ...approvalJson(approval), status: 'DONE' }, outcome: outcome.json },
  };
}

function unconfirmed(approval: Approval, words: readonly string[]): Outcome {
  const next = `Nothing was done. Having read this, run: operator approve ${approval.id} --yes`;
  return { text: [...words, next], json: { ...approvalJson(approval), words }, failed: true };
}

async function runReject(
  context: Context,
  id: string,
  { reason }: { reason: string },
): Promise<Outcome> {
  using auth = await connect(context, 'auth');
  const { approval } = await auth.rejectDecision({ approvalId: id, reason });
  return {
    text: 'Rejected: it cannot be carried out.',
    json: approvalJson(present(approval, 'approval')),
  };
}

async function find(context: Context, approvalId: string): Promise<Approval> {
  using auth = await connect(context, 'auth');
  return present((await auth.getApproval({ approvalId })).approval, 'approval');
}

function nameOf({ decision }: Approval): DecisionName {
  if (isDecisionName(decision)) return decision;
  throw new CommandError(`This version does not know the decision ${decision}. Use a newer one.`);
}

async function inWords(context: Context, approval: Approval): Promise<readonly string[]> {
  const { askedBy, askedAt, expiresAt, status, decidedBy, rejection } = approval;
  const request = JSON.parse(approval.request);
  const decided = decidedBy ? `, by ${decidedBy}${rejection ? `: ${rejection}` : ''}` : '';
  return [
    ...(await decisionOf(nameOf(approval)).words(context, request)),
    `Asked for by ${askedBy} at ${askedAt}: ${request.reason}`,
    `It is ${status}${decided}, and expires at ${expiresAt}.`,
  ];
}

/** What was approved is not lost when it could not be carried out. */
function stillOpen(error: unknown, id: string): unknown {
  if (!(error instanceof CommandError) || reasonOf(error) === 'approval_used') return error;
  const next = `It is approved and not known to be carried out: run operator approve ${id} again.`;
  const { cause, exitCode } = error;
  return new CommandError(`${error.message} ${next}`, { cause, exitCode });
}

/** Shows the words and asks; false where nobody is at a keyboard, or the answer is another than yes. */
async function confirmed(words: readonly string[], question: string): Promise<boolean> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) return false;
  const shown = words.map(printable);
  const terminal = createInterface({ input, output });
  try {
    const answer = await terminal.question(`${shown.join('\n')}\n${question} (yes/no) `);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}

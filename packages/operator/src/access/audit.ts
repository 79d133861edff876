import { usageError } from '@entrada/command-line/command-error';
import type { WithEnv } from '../command.ts';
import { connect } from './services.ts';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u;

type Decision = {
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number>>;
};

/** The operator's name. No default: the name of a machine's account would identify nobody. */
export function operatorName({ env }: WithEnv): string {
  const name = env.OPERATOR?.trim() ?? '';
  if (NAME.test(name)) return name;
  throw usageError(
    'Set OPERATOR to your name, for instance OPERATOR=ana: it is recorded in the audit log.',
  );
}

/** Records an operator's decision in the audit log before it is executed; if that fails, nothing is done. */
export async function recordDecision(context: WithEnv, decision: Decision): Promise<void> {
  const { action, subject, detail } = decision;
  const actor = `operator:${operatorName(context)}`;
  using auth = await connect(context, 'auth');
  await auth.recordAudit({ actor, action, subject, detail: JSON.stringify(detail) });
}

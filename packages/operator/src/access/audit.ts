import type { WithEnv } from '../command.ts';
import { usageError } from '../operator-error.ts';
import { connect } from './services.ts';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u;

type Decision = {
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number>>;
};

/** Who decides. An audit log that names a machine's account names nobody, so there is no default. */
export function operatorName({ env }: WithEnv): string {
  const name = env.OPERATOR?.trim() ?? '';
  if (NAME.test(name)) return name;
  throw usageError(
    'Set OPERATOR to your name, for instance OPERATOR=ana: it stands in the audit log.',
  );
}

/** The audit log has an operator's decision before it is carried out; where it cannot, nothing is done. */
export async function recordDecision(context: WithEnv, decision: Decision): Promise<void> {
  const { action, subject, detail } = decision;
  const actor = `operator:${operatorName(context)}`;
  using auth = await connect(context, 'auth');
  await auth.recordAudit({ actor, action, subject, detail: JSON.stringify(detail) });
}

import type { WithEnv } from '../command.ts';
import { connect } from './services.ts';

type Decision = {
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number>>;
};

/**
 * Records an operator's decision in the audit log before it is executed; if that fails, nothing is done.
 * Who decided is what the operator's certificate says.
 */
export async function recordDecision(context: WithEnv, decision: Decision): Promise<void> {
  const { action, subject, detail } = decision;
  using auth = await connect(context, 'auth');
  await auth.recordAudit({ action, subject, detail: JSON.stringify(detail) });
}

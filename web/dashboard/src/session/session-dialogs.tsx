import { useQuestion } from '../api/session-gate.ts';
import { LogInDialog } from './log-in-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';

/** What the API asks of the person before a request can go on. */
export function SessionDialogs() {
  const question = useQuestion();
  if (!question) return null;
  const { need, answer } = question;
  return need === 'log-in' ? <LogInDialog answer={answer} /> : <ProofDialog answer={answer} />;
}

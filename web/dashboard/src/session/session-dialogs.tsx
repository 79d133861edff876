import { lazy, Suspense } from 'react';
import { useQuestion } from '../api/session-gate.ts';

const LogInDialog = lazy(async () => ({
  default: (await import('./log-in-dialog.tsx')).LogInDialog,
}));
const ProofDialog = lazy(async () => ({
  default: (await import('./proof-dialog.tsx')).ProofDialog,
}));

/** What the API asks of the person before a request can go on; loaded when it is asked. */
export function SessionDialogs() {
  const question = useQuestion();
  if (!question) return null;
  const { need, answer } = question;
  return (
    <Suspense fallback={null}>
      {need === 'log-in' ? <LogInDialog answer={answer} /> : <ProofDialog answer={answer} />}
    </Suspense>
  );
}

import { Suspense } from 'react';
import { useQuestion } from '../api/session-gate.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { LogInElsewhere } from './log-in-elsewhere.tsx';

const LogInDialog = lazyPart(
  async () => (await import('./log-in-dialog.tsx')).LogInDialog,
  LogInElsewhere,
);
const ProofDialog = lazyPart(
  async () => (await import('./proof-dialog.tsx')).ProofDialog,
  LogInElsewhere,
);

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

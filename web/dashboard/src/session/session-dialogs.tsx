import { Suspense, useEffect, useRef } from 'react';
import { useQuestion } from '../api/session-gate.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { useWords } from '../words/use-words.tsx';
import styles from './log-in-elsewhere.module.css';

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

type Props = { readonly answer: (isDone: boolean) => void };

/** When the dialogs themselves cannot be loaded: another tab signs in, and what was typed here stays. */
function LogInElsewhere({ answer }: Props) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="log-in-elsewhere"
      onCancel={() => answer(false)}
    >
      <h2 id="log-in-elsewhere">{words.session.expiredTitle}</h2>
      <p>{words.session.elsewhereHint}</p>
      <div className={styles.actions}>
        <ButtonAnchor kind="primary" href="/dashboard/sign-in" target="_blank">
          {words.session.elsewhere}
        </ButtonAnchor>
        <Button onClick={() => answer(true)}>{words.session.continue}</Button>
        <Button onClick={() => answer(false)}>{words.common.cancel}</Button>
      </div>
    </dialog>
  );
}

import { useEffect, useRef } from 'react';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { useWords } from '../words/use-words.tsx';
import styles from './log-in-elsewhere.module.css';

type Props = { readonly answer: (isDone: boolean) => void };

/** When the dialogs themselves cannot be loaded: another tab signs in, and what was typed here stays. */
export function LogInElsewhere({ answer }: Props) {
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

import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.tsx';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

type Props = {
  readonly open: boolean;
  /** Also by Esc and a click outside, unless `firm`. */
  readonly onClose: () => void;
  readonly title: string;
  readonly hint?: ReactNode;
  /** Closed only by its buttons: something would be lost otherwise. */
  readonly firm?: boolean;
  readonly children: ReactNode;
};

/** Keeps the focus inside, and gives it back when it closes. Put the buttons into `<DialogActions>`. */
export function Dialog({ open, onClose, title, hint, firm = false, children }: Props) {
  const words = useWords();
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && !firm) onClose();
      }}
      disablePointerDismissal={firm}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.popup}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {!firm && <IconButton icon="close" label={words.common.close} onClick={onClose} />}
          </header>
          {hint && <Base.Description className={styles.hint}>{hint}</Base.Description>}
          <div className={styles.body}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The buttons of a dialog or a form: the main one first in reading order, right on the screen. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

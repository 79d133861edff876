import { type ReactNode, useState } from 'react';
import { useWords } from '../words/use-words.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { ErrorNote } from './error-state.tsx';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly hint: ReactNode;
  /** What the button does, as a verb. */
  readonly action: string;
  readonly danger?: boolean;
  /** The dialog closes when it succeeds, and shows why when it fails. */
  readonly onConfirm: () => Promise<unknown>;
  readonly children?: ReactNode;
};

/** Asks before something that cannot be undone. */
export function Confirm(props: Props) {
  const { open, onClose, title, hint, action, danger = false, onConfirm, children } = props;
  const words = useWords();
  const [error, setError] = useState<unknown>(null);
  const close = () => {
    setError(null);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={title} hint={hint}>
      {children}
      <ErrorNote error={error} />
      <DialogActions>
        <Button
          kind={danger ? 'danger' : 'primary'}
          onClick={async () => {
            setError(null);
            await onConfirm().then(close, setError);
          }}
        >
          {action}
        </Button>
        <Button onClick={close}>{words.common.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}

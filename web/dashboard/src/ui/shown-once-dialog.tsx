import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

type Props = {
  readonly title: string;
  readonly hint: string;
  /** On the button that closes it: what the person confirms to have done. */
  readonly done: string;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** For a secret that nobody sees a second time, so it closes by its button alone. */
export function ShownOnceDialog({ title, hint, done, onClose, actions, children }: Props) {
  return (
    <Dialog open firm title={title} hint={hint} onClose={onClose}>
      {children}
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {done}
        </Button>
        {actions}
      </DialogActions>
    </Dialog>
  );
}

import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Form, type FormState } from './form.tsx';

type Props = {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly onClose: () => void;
  readonly form: FormState;
  /** What the button does, as a verb. */
  readonly action: string;
  readonly danger?: boolean;
  /** The fields. */
  readonly children: ReactNode;
};

/** A form in a dialog of its own. */
export function DialogForm(props: Props) {
  const { title, hint, onClose, form, action, danger = false, children } = props;
  const words = useWords();
  const actions = (
    <DialogActions>
      <Button type="submit" kind={danger ? 'danger' : 'primary'} running={form.isRunning}>
        {action}
      </Button>
      <Button onClick={onClose}>{words.common.cancel}</Button>
    </DialogActions>
  );
  return (
    <Dialog open title={title} hint={hint} onClose={onClose}>
      <Form form={form} actions={actions}>
        {children}
      </Form>
    </Dialog>
  );
}

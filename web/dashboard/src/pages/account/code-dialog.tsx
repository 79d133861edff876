import type { ReactNode } from 'react';
import { CodeField } from '../../session/code-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { FormFields } from '../../ui/form-fields.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';

type Props = {
  readonly title: string;
  readonly hint?: string;
  readonly onClose: () => void;
  readonly submit: (code: string) => Promise<void>;
  readonly children?: ReactNode;
};

/** Asks for a code of the authenticator before something is done. */
export function CodeDialog({ title, hint, onClose, submit, children }: Props) {
  const words = useWords();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() ? {} : { code: words.common.required }),
    submit: ({ code }) => submit(code.trim()),
  });
  return (
    <Dialog open title={title} hint={hint} onClose={onClose}>
      <form {...form.props}>
        <FormFields>
          {children}
          <CodeField {...form.field('code')} />
          <ErrorNote error={form.error} />
          <DialogActions>
            <Button type="submit" kind="primary" running={form.isRunning}>
              {words.session.continue}
            </Button>
            <Button onClick={onClose}>{words.common.cancel}</Button>
          </DialogActions>
        </FormFields>
      </form>
    </Dialog>
  );
}

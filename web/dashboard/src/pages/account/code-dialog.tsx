import type { ReactNode } from 'react';
import { CodeField } from '../../session/code-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
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
    <DialogForm
      form={form}
      action={words.session.continue}
      title={title}
      hint={hint}
      onClose={onClose}
    >
      {children}
      <CodeField {...form.field('code')} />
    </DialogForm>
  );
}

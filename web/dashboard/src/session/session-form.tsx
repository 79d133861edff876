import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Form, type FormState } from '../ui/form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.tsx';

type Props = {
  readonly form: FormState;
  /** What the button does, as a verb. */
  readonly action: string;
  /** The fields. */
  readonly children: ReactNode;
};

/** The form of a page before a log-in. */
export function SessionForm({ form, action, children }: Props) {
  const submit = (
    <Button type="submit" kind="primary" wide running={form.isRunning}>
      {action}
    </Button>
  );
  return (
    <Form form={form} actions={submit}>
      {children}
    </Form>
  );
}

type EmailProps = Omit<Parameters<typeof TextField>[0], 'label' | 'type' | 'autoComplete'>;

export function EmailField(props: EmailProps) {
  const words = useWords();
  return <TextField {...props} type="email" autoComplete="username" label={words.session.email} />;
}

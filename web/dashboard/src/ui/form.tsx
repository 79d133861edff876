import type { ReactNode } from 'react';
import { ErrorNote } from './error-state.tsx';
import { FormFields } from './form-fields.tsx';
import type { useForm } from './use-form.ts';

export type FormState = Pick<ReturnType<typeof useForm>, 'props' | 'error' | 'isRunning'>;
type Props = {
  readonly form: Pick<FormState, 'props' | 'error'>;
  readonly actions: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
};

/** Fields, what went wrong with all of them, and buttons. */
export function Form({ form, actions, children }: Props) {
  return (
    <form {...form.props}>
      <FormFields>
        {children}
        <ErrorNote error={form.error} />
        {actions}
      </FormFields>
    </form>
  );
}

import type { ComponentProps } from 'react';
import { PasswordField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.tsx';
import { CodeField } from './code-field.tsx';

type Props = {
  readonly form: {
    readonly field: (name: 'password' | 'code') => ComponentProps<typeof CodeField>;
  };
  readonly asksCode: boolean;
  readonly autoFocus?: boolean;
};

/** The current password, and the second factor where it is asked for. */
export function ProofFields({ form, asksCode, autoFocus = false }: Props) {
  const words = useWords();
  return (
    <>
      <PasswordField
        {...form.field('password')}
        autoComplete="current-password"
        autoFocus={autoFocus}
        label={words.session.password}
      />
      {asksCode && <CodeField {...form.field('code')} />}
    </>
  );
}

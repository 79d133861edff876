import type { Account } from '@entrada/client/gen/api';
import { useState } from 'react';
import { useForm } from '../ui/use-form.ts';
import { useWords } from '../words/use-words.tsx';
import { checkEmail } from './check-email.ts';
import { type LogInFields, logIn, needsCode } from './log-in.ts';

/** The fields of the sign-in page and of the dialog; the code is asked for only when it is needed. */
export function useLogInForm(email: string, onDone: (account: Account) => unknown) {
  const words = useWords();
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm<LogInFields>({
    initial: { email, password: '', code: '' },
    check: (values) => ({
      ...checkEmail(values.email, words),
      ...(values.password ? {} : { password: words.common.required }),
      ...(asksCode && !values.code ? { code: words.common.required } : {}),
    }),
    async submit(values) {
      try {
        await onDone(await logIn(values));
      } catch (error) {
        if (!needsCode(error)) throw error;
        if (asksCode) throw error;
        setAsksCode(true);
      }
    },
  });
  return { form, asksCode };
}

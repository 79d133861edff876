import { useState } from 'react';
import { plainApi } from '../api/api.ts';
import { useAccount } from '../api/use-account.ts';
import { DialogForm } from '../ui/dialog-form.tsx';
import { useForm } from '../ui/use-form.ts';
import { useWords } from '../words/use-words.tsx';
import { needsCode } from './log-in.ts';
import { ProofFields } from './proof-fields.tsx';

type Props = { readonly answer: (isDone: boolean) => void };

/** Before money goes out or a secret is made: the password again, and the code if there is one. */
export function ProofDialog({ answer }: Props) {
  const words = useWords();
  const account = useAccount().data;
  const [asksCode, setAsksCode] = useState(account?.twoFactor === true);
  const form = useForm({
    initial: { password: '', code: '' },
    check: (values) => ({
      ...(values.password ? {} : { password: words.common.required }),
      ...(asksCode && !values.code ? { code: words.common.required } : {}),
    }),
    async submit(values) {
      try {
        await prove(values);
        answer(true);
      } catch (error) {
        if (!needsCode(error) || asksCode) throw error;
        setAsksCode(true);
      }
    },
  });
  return (
    <DialogForm
      form={form}
      action={words.session.continue}
      title={words.session.proofTitle}
      hint={words.session.proofHint}
      onClose={() => answer(false)}
    >
      <ProofFields form={form} asksCode={asksCode} autoFocus />
    </DialogForm>
  );
}

type Proof = { readonly password: string; readonly code: string };

export async function prove({ password, code }: Proof): Promise<void> {
  const body = { password, ...(code ? { code: code.trim() } : {}) };
  await plainApi.request('POST /api/session/proof', { body });
}

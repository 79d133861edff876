import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { useAccount } from '../api/use-account.ts';
import { DialogForm } from '../ui/dialog-form.tsx';
import { useWords } from '../words/use-words.tsx';
import { ProofFields } from './proof-fields.tsx';
import { EmailField } from './session-form.tsx';
import { useLogInForm } from './use-log-in-form.ts';

type Props = { readonly answer: (isDone: boolean) => void };

/** Over the page whose session has ended: what was typed there stays. */
export function LogInDialog({ answer }: Props) {
  const words = useWords();
  const queries = useQueryClient();
  const { data: known } = useAccount();
  const { form, asksCode } = useLogInForm(known?.email ?? '', (account) => {
    // What the page shows belongs to the account before; another one starts anew.
    if (known && known.id !== account.id) return location.assign('/dashboard/');
    queries.setQueryData(queryKeys.account, account);
    answer(true);
  });
  return (
    <DialogForm
      form={form}
      action={words.session.signIn}
      title={words.session.expiredTitle}
      hint={words.session.expiredHint}
      onClose={() => answer(false)}
    >
      <EmailField {...form.field('email')} />
      <ProofFields form={form} asksCode={asksCode} autoFocus />
    </DialogForm>
  );
}

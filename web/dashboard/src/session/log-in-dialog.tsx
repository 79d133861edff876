import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { useAccount } from '../api/use-account.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { FormFields } from '../ui/form-fields.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.tsx';
import { CodeField } from './code-field.tsx';
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
    <Dialog
      open
      title={words.session.expiredTitle}
      hint={words.session.expiredHint}
      onClose={() => answer(false)}
    >
      <form {...form.props}>
        <FormFields>
          <TextField
            {...form.field('email')}
            type="email"
            autoComplete="username"
            label={words.session.email}
          />
          <PasswordField
            {...form.field('password')}
            autoComplete="current-password"
            autoFocus
            label={words.session.password}
          />
          {asksCode && <CodeField {...form.field('code')} />}
          <ErrorNote error={form.error} />
          <DialogActions>
            <Button type="submit" kind="primary" running={form.isRunning}>
              {words.session.signIn}
            </Button>
            <Button onClick={() => answer(false)}>{words.common.cancel}</Button>
          </DialogActions>
        </FormFields>
      </form>
    </Dialog>
  );
}

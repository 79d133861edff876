import type { Account } from '@entrada/client/gen/api';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useResendConfirmation } from '../../api/use-resend-confirmation.ts';
import { Badge } from '../../parts/status.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { FormFields } from '../../ui/form-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';
import styles from './account-page.module.css';

type Props = { readonly account: Account };

export function ProfileCard({ account }: Props) {
  const words = useWords();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: account.name, displayName: account.displayName ?? '' },
    check: ({ name }) => (name.trim() ? {} : { name: words.common.required }),
    async submit({ name, displayName }) {
      const body = { name: name.trim(), displayName: displayName.trim() || null };
      const reply = await api.request('PATCH /api/account', { body });
      queries.setQueryData(queryKeys.account, reply.account);
      notify(words.account.changed);
    },
  });
  return (
    <Card title={words.account.profile}>
      <form {...form.props}>
        <FormFields>
          <TextField
            {...form.field('name')}
            autoComplete="organization"
            label={words.account.name}
          />
          <TextField
            {...form.field('displayName')}
            autoComplete="organization"
            label={words.account.displayName}
            hint={words.account.displayNameHint}
            placeholder={form.values.name}
            optional
          />
          <ErrorNote error={form.error} />
          <div className={styles.row}>
            <Button type="submit" running={form.isRunning}>
              {words.common.save}
            </Button>
          </div>
          <EmailState account={account} />
        </FormFields>
      </form>
    </Card>
  );
}

function EmailState({ account: { email, emailConfirmedAt, receivesMail } }: Props) {
  const words = useWords().account;
  const { error, attempt } = useAttempt();
  const resend = useResendConfirmation();
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <span>
          {words.email}: {email}
        </span>
        <Badge tone={emailConfirmedAt ? 'paid' : 'warning'}>
          {emailConfirmedAt ? words.confirmed : words.notConfirmed}
        </Badge>
      </div>
      {receivesMail && !emailConfirmedAt && (
        <div className={styles.row}>
          <Button onClick={() => attempt(resend)}>{words.resend}</Button>
        </div>
      )}
      <ErrorNote error={error} />
    </div>
  );
}

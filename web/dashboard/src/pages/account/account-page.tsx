import type { Account } from '@entrada/client/gen/api';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAccount } from '../../api/use-account.ts';
import { LanguageSelect, ThemeSelect } from '../../preferences/preference-selects.tsx';
import { passwordProblem, passwordRule } from '../../session/password-rule.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';
import styles from './account-page.module.css';
import { AuditCard } from './audit-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

export function AccountPage() {
  const words = useWords().account;
  return (
    <>
      <PageHeading>{words.title}</PageHeading>
      <Loaded query={useAccount()} skeleton={<SkeletonRows rows={12} />}>
        {(account) => (
          <div className={styles.page}>
            <div className={styles.two}>
              <ProfileCard account={account} />
              <Card title={words.look}>
                <div className={styles.row}>
                  <LanguageSelect />
                  <ThemeSelect />
                </div>
              </Card>
              <PasswordCard account={account} />
              <TwoFactorCard account={account} />
            </div>
            <SessionsCard />
            <AuditCard />
          </div>
        )}
      </Loaded>
    </>
  );
}

function PasswordCard({ account }: { readonly account: Account }) {
  const words = useWords();
  const queries = useQueryClient();
  const form = useForm({
    initial: { oldPassword: '', newPassword: '' },
    check({ oldPassword, newPassword }) {
      const problem = passwordProblem(newPassword, words);
      return {
        ...(oldPassword ? {} : { oldPassword: words.common.required }),
        ...(problem ? { newPassword: problem } : {}),
      };
    },
    async submit(body) {
      await api.request('POST /api/account/password', { body });
      form.set('oldPassword', '');
      form.set('newPassword', '');
      notify(words.account.passwordChanged);
      await queries.invalidateQueries({ queryKey: queryKeys.sessions });
    },
  });
  const save = (
    <div className={styles.row}>
      <Button type="submit" running={form.isRunning}>
        {words.account.changePassword}
      </Button>
    </div>
  );
  return (
    <Card title={words.account.changePassword}>
      <Form form={form} actions={save}>
        {/* So that a password manager knows which account it is. */}
        <input type="hidden" autoComplete="username" value={account.email} readOnly />
        <PasswordField
          {...form.field('oldPassword')}
          autoComplete="current-password"
          label={words.account.currentPassword}
        />
        <PasswordField
          {...form.field('newPassword')}
          autoComplete="new-password"
          label={words.session.newPassword}
          hint={passwordRule(words)}
        />
      </Form>
    </Card>
  );
}

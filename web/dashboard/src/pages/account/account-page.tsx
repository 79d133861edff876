import { useAccount } from '../../api/use-account.ts';
import { LanguageSelect, ThemeSelect } from '../../preferences/preference-selects.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './account-page.module.css';
import { AuditCard } from './audit-card.tsx';
import { PasswordCard } from './password-card.tsx';
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

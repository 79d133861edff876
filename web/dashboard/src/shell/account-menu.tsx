import type { Account } from '@entrada/client/gen/api';
import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import styles from './account-menu.module.css';

const AccountMenuItems = lazyPart(
  async () => (await import('./account-menu-items.tsx')).AccountMenuItems,
  NotLoaded,
);

/** Who is logged in, and what belongs to the person: language, theme, signing out. */
export function AccountMenu({ account }: { readonly account: Account }) {
  const trigger = (press?: () => void) => (
    <button type="button" className={styles.trigger} aria-haspopup="menu" onClick={press}>
      <span className={styles.initial} aria-hidden="true">
        {[...account.name][0]?.toUpperCase()}
      </span>
      <span className={styles.who}>
        <span className={styles.name}>{account.name}</span>
        <span className={styles.email}>{account.email}</span>
      </span>
      <Icon name="chevron" size={16} />
    </button>
  );
  return <OnDemand button={trigger} opened={() => <AccountMenuItems trigger={trigger()} />} />;
}

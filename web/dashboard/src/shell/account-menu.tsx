import type { Account } from '@entrada/client/gen/api';
import { openShortcuts } from '../keyboard/shortcut-help.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { useWords } from '../words/use-words.tsx';
import styles from './account-menu.module.css';
import { PreferenceChoices } from './preference-choices.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Who is logged in, and what belongs to the person: language, theme, signing out. */
export function AccountMenu({ account }: { readonly account: Account }) {
  const { shell } = useWords();
  const signOut = useSignOut();
  const trigger = (
    <button type="button" className={styles.trigger}>
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
  return (
    <Menu trigger={trigger} side="top">
      <PreferenceChoices />
      <MenuLine />
      <MenuItem icon="info" onSelect={openShortcuts}>
        {shell.help}
      </MenuItem>
      <MenuItem icon="signOut" onSelect={signOut}>
        {shell.signOut}
      </MenuItem>
    </Menu>
  );
}

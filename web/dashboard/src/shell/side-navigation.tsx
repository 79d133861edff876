import type { Account } from '@entrada/client/gen/api';
import { Link } from '@tanstack/react-router';
import { useWords } from '../words/use-words.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';
import { SectionLink } from './section-link.tsx';
import { ACCOUNT, API_SECTIONS, MONEY_SECTIONS } from './sections.ts';
import styles from './side-navigation.module.css';

/** From 900 px on. */
export function SideNavigation({ account }: { readonly account: Account }) {
  const words = useWords();
  return (
    <aside className={styles.side}>
      <Link to="/" className={styles.home} aria-label={`Entrada, ${words.overview.title}`}>
        <Logo />
      </Link>
      <nav aria-label={words.shell.navigation} className={styles.sections}>
        {MONEY_SECTIONS.map((section) => (
          <SectionLink key={section.to} section={section} className={styles.link} />
        ))}
        <p className={styles.group}>{words.shell.apiAndWebhooks}</p>
        {API_SECTIONS.map((section) => (
          <SectionLink key={section.to} section={section} className={styles.link} />
        ))}
        <hr className={styles.line} />
        <SectionLink section={ACCOUNT} className={styles.link} />
      </nav>
      <AccountMenu account={account} />
    </aside>
  );
}

import type { ReactNode } from 'react';
import { LanguageSelect, ThemeSelect } from '../preferences/preference-selects.tsx';
import { Logo } from '../shell/logo.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import styles from './session-page.module.css';

type Props = {
  readonly title: string;
  readonly hint?: string | undefined;
  /** Links to the other pages of this kind. */
  readonly links?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of the pages before a log-in: one card in the middle. */
export function SessionPage({ title, hint, links, children }: Props) {
  return (
    <div className={styles.page}>
      <header>
        <Logo />
      </header>
      <main className={styles.card}>
        <PageHeading hint={hint}>{title}</PageHeading>
        {children}
      </main>
      {links && <nav className={styles.links}>{links}</nav>}
      <footer className={styles.preferences}>
        <LanguageSelect />
        <ThemeSelect />
      </footer>
    </div>
  );
}

import type { Account } from '@entrada/client/gen/api';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { useWords } from '../words/use-words.tsx';
import accountMenuStyles from './account-menu.module.css';
import bottomBarStyles from './bottom-bar.module.css';
import { Logo } from './logo.tsx';
import { ACCOUNT, API_SECTIONS, MONEY_SECTIONS, PHONE_SECTIONS, type Section } from './sections.ts';
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

const AccountMenuItems = lazyPart(
  async () => (await import('./menu-items.tsx')).AccountMenuItems,
  NotLoaded,
);

/** Who is logged in, and what belongs to the person: language, theme, signing out. */
function AccountMenu({ account }: { readonly account: Account }) {
  const trigger = (press?: () => void) => (
    <button
      type="button"
      className={accountMenuStyles.trigger}
      aria-haspopup="menu"
      onClick={press}
    >
      <span className={accountMenuStyles.initial} aria-hidden="true">
        {[...account.name][0]?.toUpperCase()}
      </span>
      <span className={accountMenuStyles.who}>
        <span className={accountMenuStyles.name}>{account.name}</span>
        <span className={accountMenuStyles.email}>{account.email}</span>
      </span>
      <Icon name="chevron" size={16} />
    </button>
  );
  return <OnDemand button={trigger} opened={() => <AccountMenuItems trigger={trigger()} />} />;
}

const MoreItems = lazyPart(async () => (await import('./menu-items.tsx')).MoreItems, NotLoaded);

/** Below 900 px, where a thumb reaches it. */
export function BottomBar() {
  const words = useWords();
  const trigger = (press?: () => void) => (
    <button type="button" className={bottomBarStyles.link} aria-haspopup="menu" onClick={press}>
      <Icon name="menu" size={20} />
      <span>{words.shell.more}</span>
    </button>
  );
  return (
    <nav className={bottomBarStyles.bar} aria-label={words.shell.navigation}>
      {PHONE_SECTIONS.map((section) => (
        <SectionLink key={section.to} isShort section={section} className={bottomBarStyles.link} />
      ))}
      <OnDemand button={trigger} opened={() => <MoreItems trigger={trigger()} />} />
    </nav>
  );
}

type Props = {
  readonly section: Section;
  readonly className: string | undefined;
  readonly isShort?: boolean;
};

/** Marked as the current page also on the pages below it. */
function SectionLink({ section, className, isShort = false }: Props) {
  const words = useWords();
  const name = (isShort && section.shortName) || section.name;
  return (
    <Link
      to={section.to}
      className={className}
      activeOptions={{ exact: section.to === '/', includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon name={section.icon} size={20} />
      <span>{name(words)}</span>
    </Link>
  );
}

type OnDemandProps = {
  /** The button, as long as nobody has pressed it. */
  readonly button: (press: () => void) => ReactElement;
  /** What it opens, with a button of its own; its code is loaded with the first press. */
  readonly opened: () => ReactNode;
};

/** For what most visits never open: it costs the first load nothing. */
function OnDemand({ button, opened }: OnDemandProps) {
  const [isPressed, setPressed] = useState(false);
  const closed = button(() => setPressed(true));
  return isPressed ? <Suspense fallback={closed}>{opened()}</Suspense> : closed;
}

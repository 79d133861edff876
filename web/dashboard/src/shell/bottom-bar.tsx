import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { useWords } from '../words/use-words.tsx';
import styles from './bottom-bar.module.css';
import { PreferenceChoices } from './preference-choices.tsx';
import { SectionLink } from './section-link.tsx';
import { PHONE_MORE_SECTIONS, PHONE_SECTIONS } from './sections.ts';
import { useSignOut } from './use-sign-out.ts';

/** Below 900 px, where a thumb reaches it. */
export function BottomBar() {
  const words = useWords();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const trigger = (
    <button type="button" className={styles.link}>
      <Icon name="menu" size={20} />
      <span>{words.shell.more}</span>
    </button>
  );
  return (
    <nav className={styles.bar} aria-label={words.shell.navigation}>
      {PHONE_SECTIONS.map((section) => (
        <SectionLink key={section.to} section={section} className={styles.link} />
      ))}
      <Menu trigger={trigger} side="top">
        {PHONE_MORE_SECTIONS.map((section) => (
          <MenuItem
            key={section.to}
            icon={section.icon}
            onSelect={() => navigate({ to: section.to })}
          >
            {section.name(words)}
          </MenuItem>
        ))}
        <MenuLine />
        <PreferenceChoices />
        <MenuLine />
        <MenuItem icon="signOut" onSelect={signOut}>
          {words.shell.signOut}
        </MenuItem>
      </Menu>
    </nav>
  );
}

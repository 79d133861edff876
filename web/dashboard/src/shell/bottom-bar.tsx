import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import { useWords } from '../words/use-words.tsx';
import styles from './bottom-bar.module.css';
import { SectionLink } from './section-link.tsx';
import { PHONE_SECTIONS } from './sections.ts';

const MoreItems = lazyPart(async () => (await import('./more-items.tsx')).MoreItems, NotLoaded);

/** Below 900 px, where a thumb reaches it. */
export function BottomBar() {
  const words = useWords();
  const trigger = (press?: () => void) => (
    <button type="button" className={styles.link} aria-haspopup="menu" onClick={press}>
      <Icon name="menu" size={20} />
      <span>{words.shell.more}</span>
    </button>
  );
  return (
    <nav className={styles.bar} aria-label={words.shell.navigation}>
      {PHONE_SECTIONS.map((section) => (
        <SectionLink key={section.to} isShort section={section} className={styles.link} />
      ))}
      <OnDemand button={trigger} opened={() => <MoreItems trigger={trigger()} />} />
    </nav>
  );
}

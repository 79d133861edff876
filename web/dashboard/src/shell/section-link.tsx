import { Link } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.tsx';
import type { Section } from './sections.ts';

type Props = {
  readonly section: Section;
  readonly className: string | undefined;
  readonly isShort?: boolean;
};

/** Marked as the current page also on the pages below it. */
export function SectionLink({ section, className, isShort = false }: Props) {
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

import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function KeysPage() {
  const words = useWords();
  return <PageHeading>{words.keys.title}</PageHeading>;
}

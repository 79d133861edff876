import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function DepositsPage() {
  const words = useWords();
  return <PageHeading>{words.deposits.title}</PageHeading>;
}

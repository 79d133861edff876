import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function StatementPage() {
  const words = useWords();
  return <PageHeading>{words.statement.title}</PageHeading>;
}

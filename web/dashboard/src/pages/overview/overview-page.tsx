import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function OverviewPage() {
  const words = useWords();
  return <PageHeading>{words.overview.title}</PageHeading>;
}

import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function AccountPage() {
  const words = useWords();
  return <PageHeading>{words.account.title}</PageHeading>;
}

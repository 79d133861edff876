import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function DepositPage() {
  const words = useWords();
  return <PageHeading>{words.deposit.title}</PageHeading>;
}
